/** `ACCESS_CASES` in French. */
export const ACCESS_FRENCH = {
  key_invalid:
    'La clé d’API manque ou n’est pas valable. Vérifiez que vous l’avez copiée en entier, et envoyez-la dans l’en-tête « Authorization: Bearer VOTRE_CLÉ ». Si elle est encore refusée, vérifiez si elle a été révoquée ou remplacée, ou si elle a expiré.',
  address_not_allowed:
    'Les clés de votre compte ne peuvent pas être utilisées depuis l’adresse IP {address}. Envoyez la requête depuis une adresse IP autorisée, ou demandez à votre contact technique d’autoriser celle-ci.',
  right_missing:
    'Votre clé n’a pas le droit {right}, dont cette requête a besoin. Rien n’a été acheté ni modifié. Utilisez une clé qui l’a, ou faites-le ajouter aux droits de celle-ci.',
  rate_exceeded:
    'Votre compte a envoyé trop de requêtes. Rien n’a été acheté ni modifié. Attendez le nombre de secondes indiqué dans Retry-After, puis renvoyez la même requête.',
  lookups_exceeded:
    'Votre compte peut rechercher {limit} numéros par seconde, et il en a recherché davantage. Attendez le nombre de secondes indiqué dans Retry-After, puis renvoyez la même requête.',
  attempts_exceeded:
    'Trop de requêtes de votre adresse IP avaient une clé qui n’est pas valable, ou qui n’est pas autorisée depuis cette adresse. Attendez le nombre de secondes indiqué dans Retry-After, puis utilisez une clé valable depuis une adresse autorisée.',
  page_requests_exceeded:
    'Votre adresse IP a chargé des pages trop souvent. Attendez le nombre de secondes indiqué dans Retry-After, puis rechargez la page.',
  keys_waiting:
    'Le service vérifie trop de clés d’API en ce moment. Votre clé n’a pas été vérifiée, et rien n’a été acheté ni modifié. Renvoyez la même requête dans une seconde.',
  service_busy:
    'Le service est surchargé. Rien n’a été acheté ni modifié. Attendez le nombre de secondes indiqué dans Retry-After, puis renvoyez la même requête.',
  database_busy:
    'La base de données du service est lente ou injoignable en ce moment, et votre requête n’a pas abouti. Attendez le nombre de secondes indiqué dans Retry-After, puis renvoyez la même requête.',
  connection_full:
    'Trop de requêtes de cette connexion n’ont pas encore de réponse. Cette requête n’a pas été exécutée, et la connexion est fermée. Attendez les réponses, puis renvoyez la requête.',
  downloads_of_account:
    'Votre compte télécharge déjà {limit} fichiers, le maximum simultané. Terminez un téléchargement, puis lancez le suivant.',
  downloads_of_all:
    'Le service a trop de téléchargements en ce moment. Redemandez le fichier dans quelques secondes.',
  streams_of_account:
    'Votre compte suit déjà {limit} campagnes, le maximum simultané. Fermez un flux, ou consultez plutôt la campagne à quelques secondes d’intervalle.',
  streams_of_all:
    'Le service a trop de flux en ce moment. Consultez plutôt la campagne à quelques secondes d’intervalle.',
  lists_of_account:
    'Votre compte a demandé {limit} listes que votre programme n’a pas reçues en entier. Recevez-en une en entier, puis demandez la suivante.',
  lists_of_all: 'Le service envoie trop de listes en ce moment. Redemandez la liste dans quelques secondes.',
  database_away:
    'La base de données du service est lente ou injoignable en ce moment, et votre requête n’a pas abouti. Attendez le nombre de secondes indiqué dans Retry-After, puis renvoyez la même requête. Pour un achat, utilisez la même référence, afin qu’il ne soit fait qu’une seule fois.',
  internal:
    'Une erreur s’est produite de notre côté. Renvoyez la même requête. Pour un achat, utilisez la même référence, afin qu’il ne soit fait qu’une seule fois.',
} as const;
