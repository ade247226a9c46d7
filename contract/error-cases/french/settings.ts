/** `SETTINGS_CASES` in French. */
export const SETTINGS_FRENCH = {
  address_locked_out:
    'Cette requête vient de {address}, qui ne figure dans aucune des plages. Vos clés ne fonctionneraient plus depuis cette adresse, et rien n’a donc été modifié. Ajoutez l’adresse, ou envoyez allow_lockout avec la valeur true.',
  allowed_bundle_unknown:
    'Le forfait {bundle_id} n’est pas vendu à votre compte, et rien n’a donc été modifié. Corrigez l’identifiant, ou retirez-le. GET /v1/bundles liste vos forfaits.',
  resent_recently:
    'Cet événement a été renvoyé il y a moins d’une minute. Attendez le nombre de secondes indiqué dans Retry-After, puis renvoyez-le.',
  endpoint_unknown:
    'Votre compte n’a pas d’adresse de webhook avec cet identifiant. Listez les adresses pour voir leurs identifiants. Celle que votre contact technique a configurée n’en fait pas partie.',
  endpoint_exists:
    'Votre compte a déjà une adresse de webhook avec cette URL : {endpoint_id}. Rien n’a été créé ni modifié. Utilisez ou modifiez cette adresse. Si vous n’avez pas son secret, remplacez-le.',
  endpoint_limit:
    'Votre compte a {limit} adresses de webhook, ce qui est le maximum. Supprimez-en une dont vous n’avez plus besoin, puis créez la nouvelle.',
  endpoint_disabled:
    'Cette adresse de webhook est désactivée, et rien n’a donc été envoyé. Activez-la, puis redemandez l’événement de test.',
  rotation_under_way:
    'Le secret a déjà été remplacé, et l’ancien signe encore jusqu’au {until}. Rien n’a été modifié. Attendez cette date. Pour mettre fin à l’ancien secret dès maintenant, envoyez overlap_seconds avec la valeur 0.',
  tested_recently:
    'Un événement de test a été demandé pour cette adresse il y a moins de 10 secondes. Attendez le nombre de secondes indiqué dans Retry-After, puis redemandez-le.',
  secrets_unavailable:
    'Le service ne peut pas conserver de secrets de webhooks en ce moment, et rien n’a donc été modifié. Demandez à votre contact technique de configurer l’adresse pour vous.',
} as const;
