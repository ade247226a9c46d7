/** `REQUEST_CASES` in French. */
export const REQUEST_FRENCH = {
  field_missing: 'Il manque {field}. Ajoutez-le, puis renvoyez la requête.',
  field_unknown:
    '{field} n’est ni un champ ni un paramètre de cette requête. Corrigez son nom, ou retirez-le.',
  field_invalid: '{field} {rule}.',
  body_not_object: 'Le corps doit être un objet JSON. Comparez-le avec la référence de l’API.',
  body_empty: 'Le corps est vide. Envoyez un objet JSON.',
  body_unreadable: 'La requête n’a pas pu être lue. Vérifiez que son corps est du JSON valable en UTF-8.',
  body_not_utf8: 'Le corps n’est pas de l’UTF-8 valable. Encodez-le en UTF-8, puis renvoyez-le.',
  body_incomplete:
    'La connexion s’est terminée avant que tout le corps n’arrive. Rien n’a été acheté ni modifié. Vérifiez votre connexion, puis renvoyez la même requête.',
  body_too_slow:
    'Le corps est arrivé trop lentement. Rien n’a été acheté ni modifié. Vérifiez votre connexion, puis renvoyez la même requête.',
  body_too_large:
    'Le corps est trop volumineux. La plupart des requêtes peuvent avoir 64 Kio, et un achat 128 Kio. Réduisez le corps, puis renvoyez-le.',
  content_type_unsupported:
    'Le Content-Type de cette requête n’est pas accepté. Envoyez du JSON, avec Content-Type: application/json.',
  body_encoded:
    'Le corps a été envoyé avec un Content-Encoding, ce qui n’est pas accepté. Envoyez-le sans compression et sans cet en-tête.',
  charset_unsupported: 'Le jeu de caractères du corps n’est pas accepté. Envoyez le corps en UTF-8.',
  method_not_allowed: '{method} n’est pas autorisé à cette adresse. Utilisez plutôt {allowed}.',
  headers_too_slow:
    'La requête est arrivée trop lentement. Rien n’a été acheté ni modifié. Vérifiez votre connexion, puis renvoyez la même requête.',
  headers_too_long:
    'L’adresse et les en-têtes dépassent ensemble 16 Kio. Raccourcissez-les, puis renvoyez la requête.',
  not_http: 'Ce n’est pas une requête HTTP valable. Vérifiez le programme ou le proxy qui l’a envoyée.',
  cursor_invalid:
    'Ce curseur n’est pas valable pour cette liste. Envoyez le next_cursor de la page précédente, avec les mêmes filtres.',
  phone_number_invalid:
    'phone_number doit se composer de + et de 8 à 15 chiffres (format E.164), par exemple {example}.',
  address_unknown:
    'Il n’y a rien à l’adresse {method} {path}. Comparez l’adresse avec la référence de l’API.',
  address_unreadable: 'Il n’y a rien à cette adresse. Comparez-la avec la référence de l’API.',
  callback_unknown: 'Aucune passerelle n’est configurée pour cette adresse. Vérifiez l’URL de rappel.',
} as const;
