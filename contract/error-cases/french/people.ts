/** `PEOPLE_CASES` in French. */
export const PEOPLE_FRENCH = {
  session_ended: 'Vous n’êtes pas connecté, ou votre session est terminée. Reconnectez-vous.',
  second_factor_pending:
    'Votre connexion n’est pas complète. Envoyez un code de votre application d’authentification, ou l’un de vos codes de secours.',
  second_factor_wrong:
    'Ce code n’est pas valable. Attendez le prochain code de votre application, et envoyez-le dans les 30 secondes.',
  second_factor_exists:
    'Vous avez déjà un second facteur. Supprimez-le d’abord, puis configurez-en un nouveau.',
  second_factor_missing: 'Vous n’avez pas de second facteur.',
  factor_not_fresh:
    'Cette action demande une connexion de moins de dix minutes. Envoyez de nouveau un code, utilisez une clé d’accès ou reconnectez-vous. Réessayez ensuite.',
  passkeys_unavailable:
    'Les clés d’accès ne fonctionnent pas à cette adresse. Ouvrez cette page à l’adresse https du service, et réessayez.',
  passkey_not_added: 'La clé d’accès n’a pas été ajoutée. Recommencez, et terminez en moins de cinq minutes.',
  passkeys_exceeded:
    'Vous avez {max} clés d’accès et ne pouvez pas en ajouter d’autre. Supprimez-en une d’abord.',
  passkey_unknown:
    'Vous n’avez pas de clé d’accès avec cet identifiant. Elle a peut-être déjà été supprimée.',
  passkey_refused:
    'Cette clé d’accès n’a pas permis de vous connecter. Réessayez, ou connectez-vous autrement et vérifiez vos clés d’accès.',
  sso_unknown:
    'Il n’y a pas d’authentification unique pour cette adresse e-mail. Vérifiez l’adresse, ou connectez-vous autrement.',
  sso_unavailable:
    'Le service de connexion de votre organisation ne répond pas. Attendez le nombre de secondes indiqué dans Retry-After, puis réessayez.',
  sso_required: 'Votre organisation exige l’authentification unique. Choisissez-la sur la page de connexion.',
  invitation_ended:
    'Cette invitation a été utilisée ou retirée, ou ses 24 heures sont écoulées. Connectez-vous si vous l’avez acceptée. Sinon, demandez une nouvelle invitation.',
  invitation_of_other:
    'Cette invitation a été envoyée à une autre adresse e-mail. Elle n’a pas été utilisée. Déconnectez-vous d’abord, si cette adresse est aussi la vôtre.',
  sign_in_refused:
    'La connexion a échoué. Vérifiez votre adresse e-mail et votre mot de passe. Si vous avez utilisé un lien, il a déjà servi ou il a expiré : demandez-en un nouveau.',
  sign_ins_exceeded:
    'Il y a eu trop de tentatives de connexion. Attendez le nombre de secondes indiqué dans Retry-After, puis réessayez.',
  right_missing_in_session:
    'Votre rôle n’a pas, dans cette session, le droit {right}, dont cette requête a besoin. Rien n’a été acheté ni modifié. Si votre rôle l’a, configurez un second facteur. Sinon, adressez-vous au propriétaire de votre organisation.',
  staff_only: 'Seule l’équipe de la plateforme peut faire cela. Rien n’a été modifié.',
  staff_factor_missing:
    'L’équipe a besoin d’un second facteur. Configurez une application d’authentification ou une clé d’accès sur la page de connexion, puis réessayez. Rien n’a été modifié.',
  device_code_unknown:
    'Aucune connexion n’attend ce code. Vérifiez le code dans votre terminal. S’il est juste, il a déjà servi ou il a expiré : recommencez dans le terminal.',
  cross_site:
    'Cette requête vient d’un autre site web, et rien n’a donc été modifié. Ouvrez directement les pages de ce service, et réessayez.',
  account_choice_missing:
    'Vous pouvez utiliser plusieurs comptes. Envoyez l’identifiant de l’un d’eux dans l’en-tête Bundlewire-Account.',
  account_not_yours:
    'Vous n’avez pas de compte avec cet identifiant. Vérifiez l’en-tête Bundlewire-Account. Si l’identifiant est juste, demandez un rôle au propriétaire de votre organisation.',
  password_wrong: 'Le mot de passe actuel n’est pas correct. Rien n’a été modifié. Vérifiez-le et réessayez.',
  session_unknown: 'Vous n’avez pas de session avec cet identifiant. Elle est peut-être déjà terminée.',
} as const;
