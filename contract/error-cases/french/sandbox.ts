/** `SANDBOX_CASES` in French. */
export const SANDBOX_FRENCH = {
  sandbox_in_live_mode:
    'L’en-tête Svc-Sandbox ne fonctionne qu’en mode test, et cette clé est pour le mode réel. Rien n’a été acheté ni modifié. Retirez l’en-tête, ou utilisez une clé qui commence par bw_test_.',
  sandbox_effect_unknown:
    'La valeur de l’en-tête Svc-Sandbox n’existe pas. Rien n’a été acheté ni modifié. Envoyez l’une de ces valeurs : {values}.',
  sandbox_only:
    'Cette adresse n’existe qu’en mode test, et cette clé est pour le mode réel. Rien n’a été modifié. Utilisez une clé qui commence par bw_test_.',
  sandbox_balance_often:
    'Le solde de votre compte de test a été fixé {limit} fois aujourd’hui, le maximum par jour. Cette requête n’a rien modifié. Fixez de nouveau le solde après minuit UTC.',
  slow_of_account:
    'Votre compte attend déjà {limit} réponses lentes, le maximum simultané. Rien n’a été acheté ni modifié. Attendez l’une d’elles, puis renvoyez la même requête.',
  slow_of_all:
    'Le bac à sable a trop de réponses lentes à envoyer en ce moment. Rien n’a été acheté ni modifié. Renvoyez la même requête dans quelques secondes.',
} as const;
