/** `ORGANISATION_CASES` in French. */
export const ORGANISATION_FRENCH = {
  organisation_missing:
    'Votre compte n’appartient à aucune organisation, et n’a donc pas de personnes. Demandez à votre contact technique d’en créer une.',
  person_unknown:
    'Votre organisation n’a pas de personne avec cet identifiant. Listez les personnes pour voir leurs identifiants.',
  person_exceeds_rights:
    'Vous ne pouvez ni donner ou modifier ce rôle, ni modifier une personne qui l’a, car il a le droit {right} et vous ne l’avez pas. Rien n’a été modifié. Adressez-vous à un propriétaire de votre organisation. Une clé d’API ne peut pas gérer les rôles qui peuvent dépenser ou approuver.',
  invitation_unknown:
    'Votre organisation n’a pas d’invitation avec cet identifiant. Listez les invitations pour voir leurs identifiants.',
  invitation_over:
    'Cette invitation est terminée et ne peut plus être retirée. Pour exclure une personne, retirez-la de l’organisation.',
  invitation_open:
    'Cette adresse e-mail a déjà une invitation ouverte. Pour en envoyer une autre, retirez d’abord celle-ci.',
  invitation_of_member:
    'Cette personne fait déjà partie de votre organisation. Pour changer son rôle, modifiez la personne.',
  invitations_exceeded:
    'Votre organisation a envoyé {max} invitations en 24 heures, ce qui est le maximum. Envoyez la suivante demain.',
  session_missing:
    'Aucune personne de votre organisation n’a de session avec cet identifiant. Elle est peut-être déjà terminée.',
  role_unknown:
    'Votre organisation n’a pas de rôle avec cet identifiant. Listez les rôles pour voir leurs identifiants.',
  role_built_in:
    'Ce rôle est prédéfini et ne peut être ni modifié ni supprimé. Créez un rôle avec les droits que vous voulez.',
  role_name_taken: 'Votre organisation a déjà un rôle de ce nom. Choisissez un autre nom.',
  roles_exceeded:
    'Votre organisation a {max} rôles personnalisés, ce qui est le maximum. Supprimez d’abord un rôle que personne n’a.',
  role_in_use:
    'Des personnes ou des invitations ouvertes ont ce rôle, et il n’a donc pas été supprimé. Donnez un autre rôle aux personnes, et retirez les invitations. Supprimez-le ensuite.',
  last_owner:
    'C’est le dernier propriétaire actif de votre organisation. Rien n’a été modifié. Nommez d’abord une autre personne propriétaire.',
} as const;
