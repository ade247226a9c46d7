/** `APPROVAL_CASES` in French. */
export const APPROVAL_FRENCH = {
  approval_needed:
    'Cette campagne peut dépenser {amount} : il lui faut {steps}. Approbations déjà données : {given}. Rien n’a été lancé ni modifié. La demande {approval_id} attend jusqu’au {expires_at}. Une fois qu’elle est approuvée, renvoyez cette requête sans la modifier.',
  approval_unknown:
    'Votre compte n’a pas d’approbation avec cet identifiant. Listez les approbations pour voir leurs identifiants.',
  approval_ended:
    'Cette approbation est terminée : son état est {status}. Rien n’a été modifié. Si elle est encore souhaitée, relancez la campagne pour en demander une nouvelle.',
  approval_own:
    'Vous êtes {role} : une autre personne ou une autre clé doit décider. Rien n’a été modifié. Adressez-vous à quelqu’un d’autre qui peut approuver.',
  approval_of_other:
    'Seule la personne ou la clé qui a demandé cette approbation peut la retirer. Rien n’a été modifié. Si vous pouvez approuver, refusez-la plutôt.',
} as const;
