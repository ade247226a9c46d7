/** `RECURRING_CASES` in French. */
export const RECURRING_FRENCH = {
  recurring_batch_unknown:
    'Votre compte n’a pas de campagne récurrente avec cet identifiant. Listez les campagnes récurrentes pour voir leurs identifiants.',
  recurring_source_unknown:
    'Votre compte n’a pas de campagne vérifiée avec cet identifiant. Vérifiez l’identifiant. Une campagne dont la vérification est en cours, ou qui a été rejetée, ne peut pas être rachetée.',
  recurring_reference_used:
    'Cette référence a déjà été utilisée pour une autre campagne récurrente. Rien n’a été créé. Choisissez une nouvelle référence.',
  recurring_batch_never:
    'Ce calendrier n’a aucune exécution entre maintenant et sa fin. Rien n’a été créé. Vérifiez les jours et ends_at.',
} as const;
