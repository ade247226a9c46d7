/** `BATCH_CASES` in French. */
export const BATCH_FRENCH = {
  batch_unknown:
    'Votre compte n’a pas de campagne avec cet identifiant. Vérifiez l’identifiant. Vérifiez aussi que la clé appartient au compte et au mode (test ou réel) de la campagne.',
  batch_command_impossible:
    'La commande {command} n’est pas possible, car l’état de cette campagne est {status}. Commandes possibles dans cet état : {allowed}.',
  batch_archive_running:
    'L’état de cette campagne est {status}, et seules les campagnes terminées peuvent être archivées. Rien n’a été modifié. Annulez la campagne, ou attendez qu’elle soit terminée.',
  batch_start_past:
    'L’heure de démarrage {start_at} est passée, car il est maintenant {now}. Rien n’a été modifié. Envoyez une heure à venir, ou lancez la campagne maintenant.',
  corrections_undecided:
    'La vérification de cette campagne a corrigé des numéros de téléphone, et vous n’avez ni accepté ni refusé ces corrections. Rien n’a été acheté. Acceptez-les ou refusez-les, puis lancez la campagne.',
  corrections_decided:
    'Vous ne pouvez ni accepter ni refuser de corrections dans cette campagne. Leur état est {state}, et celui de la campagne est {status}. Consultez la campagne pour voir ses corrections.',
  campaign_over_limit:
    'La campagne coûte {cost}, et votre limite est de {limit} par campagne. Elle n’a pas été lancée, et rien n’a été acheté. Relevez la limite dans les réglages, ou envoyez moins de lignes.',
  batch_cost_differs:
    'Vous avez approuvé {approved}, mais cette campagne coûte {cost}. Elle n’a pas été lancée. Vérifiez son coût, puis envoyez-le dans approved_cost.',
  batch_file_differs:
    'Le file_sha256 que vous avez envoyé n’est pas celui de cette campagne. Elle n’a pas été lancée. Vérifiez quel fichier a été envoyé, puis envoyez le file_sha256 de la campagne.',
  batch_cost_below_spent:
    'Vous avez approuvé {approved}, mais cette campagne a déjà dépensé {spent}. Rien n’a été modifié. Envoyez un approved_cost d’au moins {spent}.',
  batch_revision_differs:
    'Des lignes de cette campagne ont été modifiées : elle en est maintenant à la révision {revision}. Cette requête n’a rien modifié ni lancé. Consultez de nouveau la campagne, vérifiez ses lignes et son coût, puis envoyez sa révision.',
  batch_nothing_left:
    'Plus aucune ligne de cette campagne ne peut être achetée. Rien n’a été lancé. Corrigez ou rétablissez une ligne, ou annulez la campagne.',
  batch_errors_left:
    'Des lignes de cette campagne ont des erreurs, et elle a été envoyée avec on_invalid=reject. Rien n’a été lancé. Corrigez ou retirez d’abord ces lignes.',
  retry_not_ended:
    'Cette campagne n’est pas terminée : son état est {status}. Rien n’a été créé. Attendez que tous ses achats soient définitifs, puis réessayez ses lignes.',
  retry_open:
    'La campagne {batch_id} réessaie déjà des lignes de celle-ci et n’est pas terminée. Rien n’a été créé. Lancez-la, ou annulez-la d’abord.',
  retry_nothing:
    'Aucune ligne de cette campagne ne peut être réessayée pour ces raisons. Rien n’a été créé. Listez ses lignes en échec pour voir quoi faire.',
  rows_bought_again:
    'Une campagne récurrente achète ces lignes : les modifier exige le droit batches:start. Rien n’a été modifié. Demandez à quelqu’un qui peut lancer des campagnes, ou envoyez le fichier comme nouvelle campagne.',
  batch_rows_closed:
    'Les lignes de cette campagne ne peuvent pas être modifiées, car son état est {status}. Seules les lignes d’une campagne prête peuvent être modifiées.',
  row_unknown:
    'Cette campagne n’a pas de ligne {line}. Rien n’a été modifié. Listez les lignes pour voir leurs numéros.',
  rows_affected_many:
    'Plus de {most} lignes ont le même numéro ou la même référence que ces lignes. Rien n’a été modifié. Corrigez le fichier, et envoyez-le avec une nouvelle référence.',
  batch_reference_used:
    'Vous avez déjà utilisé cette référence pour un autre fichier, dans la campagne {batch_id}. Cet envoi n’a rien acheté. Pour répéter le premier envoi, renvoyez son fichier sans le modifier. Pour envoyer un autre fichier, utilisez une nouvelle référence. Retirez de ce nouveau fichier les lignes que le premier a achetées, car elles seraient achetées une seconde fois.',
  batch_chosen_otherwise:
    'Vous avez déjà envoyé ce fichier avec cette référence et d’autres choix ({parameters}), dans la campagne {batch_id}. Cet envoi n’a rien modifié ni acheté. Pour continuer cette campagne, répétez ses choix. Pour vérifier le fichier avec vos nouveaux choix, utilisez une nouvelle référence. Si vous démarrez les deux campagnes, des lignes peuvent être achetées deux fois.',
  upload_undecided:
    'Un autre envoi avec cette référence ne s’est pas terminé. Renvoyez le fichier avec la même référence.',
  file_too_large:
    'Le fichier dépasse {mebibytes} Mio. Rien n’a été acheté. Divisez le fichier, et envoyez chaque partie avec sa propre référence.',
  upload_stalled:
    'L’envoi s’est interrompu trop longtemps. Rien n’a été enregistré ni acheté. Vérifiez votre connexion, puis renvoyez le fichier.',
  upload_incomplete:
    'L’envoi a été coupé. Rien n’a été enregistré ni acheté. Vérifiez votre connexion, puis renvoyez le fichier.',
  uploads_of_account:
    'Votre compte envoie déjà {limit} fichiers, le maximum simultané. Attendez que l’un d’eux soit terminé, puis envoyez le suivant.',
  uploads_of_all:
    'Le service reçoit trop de fichiers en ce moment. Renvoyez le fichier dans quelques secondes.',
  file_encoded:
    'Le fichier a été envoyé avec Content-Encoding: {encoding}, ce qui n’est pas accepté. Envoyez-le sans compression et sans cet en-tête.',
  file_type_unsupported:
    'Le Content-Type de cette requête n’est pas accepté. Si le fichier est le corps, envoyez text/csv, le type du classeur ou application/octet-stream. Si le fichier est dans un formulaire, envoyez multipart/form-data.',
  file_charset_unsupported:
    'Le Content-Type indique un jeu de caractères autre que UTF-8. Enregistrez le fichier au format « CSV UTF-8 » dans le tableur, puis envoyez-le avec charset=utf-8, ou sans charset.',
  form_boundary_missing:
    'Le Content-Type du formulaire n’a pas de boundary. Envoyez Content-Type: multipart/form-data; boundary=….',
  form_unreadable: 'Le formulaire n’a pas pu être lu. Vérifiez son boundary et les en-têtes de ses parties.',
  form_field:
    'Le formulaire ne peut pas avoir le champ {field} à cet endroit. Il peut contenir un champ columns, puis le fichier. Envoyez tous les autres paramètres dans la chaîne de requête de l’URL.',
  form_columns:
    'Le champ columns du formulaire ne peut pas être lu. Envoyez un objet JSON. Ses clés sont des colonnes de l’API, comme phone_number, et ses valeurs sont les noms dans votre fichier.',
  form_files_many: 'Le formulaire a plus d’un fichier. Envoyez un seul fichier par requête.',
  form_file_missing: 'Le formulaire n’a pas de fichier. Ajoutez-y un fichier CSV ou un classeur.',
} as const;
