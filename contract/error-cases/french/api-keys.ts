/** `API_KEY_CASES` in French. */
export const API_KEY_FRENCH = {
  api_key_unknown:
    'Votre compte n’a pas de clé d’API avec cet identifiant. Listez les clés pour voir leurs identifiants.',
  api_key_exceeds_rights:
    'Vous n’avez pas le droit {right} : vous ne pouvez ni créer, ni modifier, ni remplacer une clé qui l’a. Rien n’a été modifié. Retirez ce droit, ou envoyez la requête avec une clé qui l’a.',
  spend_cap_of_day:
    'Votre clé d’API peut dépenser {cap} par jour (UTC), et elle a dépensé {spent}. Rien n’a été acheté. Attendez jusqu’au {resets_at}, utilisez une autre clé ou faites relever le plafond. Renvoyez ensuite la même requête.',
  spend_cap_of_purchase:
    'Votre clé d’API peut dépenser {cap} par achat, et celui-ci coûte davantage. Rien n’a été acheté. Utilisez une autre clé ou faites relever le plafond. Renvoyez ensuite la même requête.',
  api_key_exceeds_caps:
    'Votre clé a un plafond de dépense : elle ne peut ni le relever, ni créer, modifier ou remplacer une autre clé qui peut dépenser. Rien n’a été modifié. Retirez les droits qui dépensent, ou utilisez une clé sans plafond.',
  api_key_outlives:
    'Votre clé fonctionne jusqu’au {latest} : vous ne pouvez ni créer, ni modifier, ni remplacer une clé qui fonctionne plus longtemps. Rien n’a été modifié. Envoyez expires_at avec cette date ou une date antérieure.',
  api_key_limit:
    'Votre compte a {limit} clés d’API qui fonctionnent, ce qui est le maximum. Révoquez-en une dont vous n’avez plus besoin, puis créez la nouvelle.',
  api_key_revoked: 'Cette clé a été révoquée et ne fonctionnera plus jamais. Créez-en une nouvelle.',
  key_rotation_under_way:
    'La clé a déjà été remplacée, et l’ancienne fonctionne encore jusqu’au {until}. Rien n’a été modifié. Attendez cette date. Pour mettre fin à l’ancienne clé dès maintenant, envoyez overlap_seconds avec la valeur 0.',
} as const;
