/** `PRIVACY_CASES` in French. */
export const PRIVACY_FRENCH = {
  erasure_unknown:
    'Votre compte n’a pas d’effacement avec cet identifiant. Listez les effacements pour voir leurs identifiants.',
  erasure_too_early:
    'L’issue de l’achat {purchase_id} pour ce numéro reste ouverte jusqu’au {until} au plus tard. Rien n’a été modifié. Renvoyez la même requête après cette date.',
  request_not_logged:
    'Le journal n’a pas de requête de votre compte avec cet identifiant. Une requête y apparaît après quelques secondes et en est supprimée après quelques jours. Listez les requêtes pour voir celles qui s’y trouvent.',
} as const;
