/** `STAFF_CASES` in French. */
export const STAFF_FRENCH = {
  staff_right_missing:
    'Votre rôle n’a pas le droit {right}, dont cette requête a besoin. Rien n’a été modifié. Adressez-vous à un administrateur de l’équipe.',
  staff_subject_unknown:
    'Il n’y a pas {what} avec cet identifiant. Vérifiez l’identifiant, ou faites une recherche.',
  staff_requests_exceeded:
    'L’équipe a envoyé trop de requêtes depuis votre adresse IP. Attendez le nombre de secondes indiqué dans Retry-After, puis réessayez.',
  staff_approval_needed:
    'Rien n’a été modifié. Il faut l’approbation d’autres personnes de l’équipe (déjà données : {given} sur {steps}). La demande {approval_id} attend jusqu’au {expires_at}. Une fois qu’elle est approuvée, renvoyez la même requête.',
  staff_outcome_unknown:
    'La connexion à la base de données a été perdue à la fin : l’opération a donc pu être faite. Ne la renvoyez pas tout de suite. Lisez d’abord le compte : son relevé du jour pour un mouvement, ou ses conditions. Si elle n’y est pas, renvoyez la requête.',
  staff_money_refused:
    'Le solde disponible ne suffit pas, ou le montant est trop élevé. Rien n’a été comptabilisé. Vérifiez le solde, puis indiquez un autre montant.',
  staff_entry_unfit:
    'Le montant doit être en {currency} et différent de zéro, et supérieur à zéro pour un approvisionnement. Rien n’a été comptabilisé. Corrigez-le, puis renvoyez la requête.',
  staff_approval_ended:
    'Cette approbation est terminée : son état est {status}. Rien n’a été modifié. Si elle est encore souhaitée, demandez-la de nouveau.',
  staff_approval_own:
    'C’est vous qui l’avez demandé : une autre personne de l’équipe doit décider. Rien n’a été modifié.',
  staff_approval_of_other:
    'Seule la personne qui a demandé cette approbation peut la retirer. Rien n’a été modifié. Si vous pouvez décider, refusez-la plutôt.',
  staff_self:
    'Vous ne pouvez pas faire cela sur votre propre compte. Rien n’a été modifié. Adressez-vous à un autre administrateur de l’équipe.',
  staff_is_client:
    'Cette personne a un rôle dans l’organisation d’un client : elle ne peut pas faire partie de l’équipe. Rien n’a été modifié. Utilisez une autre adresse e-mail.',
} as const;
