import type { CodeTexts } from '../../app/texts.ts';

/** Sentences in French for codes that the API sends with an English message. */
export const sentences: CodeTexts = {
  rejection: {
    ambiguous_column:
      'Plusieurs colonnes du fichier peuvent avoir le même sens. Rien n’a été acheté. Renvoyez le fichier et choisissez le sens de chaque colonne, ou supprimez celles qui sont en trop.',
    duplicate_column:
      'Deux colonnes du fichier ont le même sens. Rien n’a été acheté. Supprimez ou renommez l’une d’elles.',
    empty_file:
      'Le fichier est vide. Rien n’a été acheté. Envoyez un fichier dont la première ligne nomme les colonnes, comme phone_number et bundle_id, avec au moins une ligne en dessous.',
    invalid_column:
      'Le nom d’une colonne est trop long, ou contient des caractères qui ne sont pas autorisés. Rien n’a été acheté. Raccourcissez le nom. Après « metadata. », écrivez de 1 à 40 lettres, chiffres, tirets bas, points ou traits d’union, sans espaces.',
    invalid_rows:
      'Des lignes du fichier ont des erreurs, et vous avez choisi de rejeter alors tout le fichier. Rien n’a été acheté. Corrigez ces lignes, puis renvoyez tout le fichier.',
    missing_column:
      'Il manque une colonne au fichier. Rien n’a été acheté. Ajoutez-la, ou renvoyez le fichier et indiquez quelle colonne a ce sens.',
    missing_header:
      'La première ligne est une ligne de données, pas un en-tête. Rien n’a été acheté. Ajoutez une première ligne avec les noms des colonnes, comme phone_number et bundle_id.',
    no_rows:
      'Le fichier a un en-tête, et aucune ligne en dessous. Rien n’a été acheté. Ajoutez des lignes, puis renvoyez le fichier.',
    no_rows_left:
      'Aucune ligne de ce fichier ne peut être achetée : les lignes sans erreur sont des doublons. Rien n’a été acheté. Pour acheter les doublons, renvoyez le fichier et choisissez de les acheter.',
    no_valid_rows:
      'Chaque ligne de ce fichier a une erreur. Rien n’a été acheté. Corrigez les lignes, puis renvoyez tout le fichier.',
    not_csv:
      '{line, plural, =0 {Ce fichier n’est ni un tableau ni du texte CSV, ou il a un mot de passe. Rien n’a été acheté. Dans le tableur, enregistrez le tableau au format .xlsx, .ods ou « CSV UTF-8 », sans mot de passe. Envoyez ensuite ce fichier.} other {La ligne # ne peut pas être lue comme du CSV. Rien n’a été acheté. Vérifiez ses guillemets et ses séparateurs, puis renvoyez le fichier.}}',
    not_utf8:
      'Le fichier n’est pas du texte, ou son encodage n’est pas reconnu. Rien n’a été acheté. Dans le tableur, enregistrez-le au format « CSV UTF-8 », puis envoyez ce fichier.',
    row_too_long:
      '{line, plural, =0 {Une ligne} other {La ligne #}} du fichier est trop longue. Souvent, un guillemet (") n’est pas fermé. Rien n’a été acheté. Fermez le guillemet ou raccourcissez les cellules de la ligne, puis renvoyez le fichier.',
    several_sheets:
      'Plusieurs feuilles du classeur ont des lignes. Rien n’a été acheté. Renvoyez le fichier et choisissez une feuille.',
    too_costly:
      'Les lignes coûtent ensemble plus que ce qu’un fichier peut coûter. Rien n’a été acheté. Divisez le fichier, et envoyez chaque partie comme une campagne distincte.',
    too_many_columns:
      'Le fichier a trop de colonnes. Rien n’a été acheté. Supprimez celles dont vous n’avez pas besoin, puis renvoyez le fichier.',
    too_many_lines:
      'Le fichier a trop de lignes, y compris les lignes vides. Rien n’a été acheté. Supprimez les lignes vides, ou divisez le fichier et envoyez chaque partie comme une campagne distincte.',
    too_many_rows:
      'Le fichier a trop de lignes. Rien n’a été acheté. Divisez-le, et envoyez chaque partie comme une campagne distincte.',
    too_many_uneven_rows:
      'Trop de lignes ont plus ou moins de cellules que l’en-tête{line, plural, =0 {} other {, la première à la ligne #}}. Rien n’a été acheté. Vérifiez les séparateurs et les guillemets, puis renvoyez le fichier.',
    unclosed_quote:
      'Un guillemet (") s’ouvre {line, plural, =0 {dans le fichier} other {à la ligne #}} et n’est jamais fermé. Rien n’a été acheté. Ajoutez le guillemet fermant. Si un " fait partie du texte, écrivez-le "".',
    unknown_column:
      'Une colonne du fichier n’est pas reconnue. Rien n’a été acheté. Renvoyez le fichier et choisissez son sens, ou gardez-la telle quelle.',
    unknown_sheet:
      'Le classeur n’a pas la feuille demandée, ou le fichier n’est pas un classeur. Rien n’a été acheté. Renvoyez le fichier et choisissez l’une de ses feuilles.',
    upload_broken_off:
      'L’envoi a été coupé avant que le fichier ne soit complet. Rien n’a été acheté. Renvoyez le fichier en gardant le même nom de campagne.',
    upload_interrupted:
      'Le service s’est arrêté pendant qu’il recevait le fichier. Rien n’a été acheté. Renvoyez le fichier en gardant le même nom de campagne.',
    workbook_damaged:
      'Le classeur ne peut pas être lu : une de ses parties est endommagée. Rien n’a été acheté. Ouvrez-le dans un tableur, enregistrez-le de nouveau au format .xlsx ou .ods, puis envoyez ce fichier.',
    workbook_too_large:
      'Le contenu du classeur est trop volumineux. Rien n’a été acheté. Copiez les lignes dans un nouveau classeur, ou enregistrez la feuille au format « CSV UTF-8 ». Envoyez ensuite ce fichier.',
  },
  row: {
    already_bought:
      'La référence de cette ligne appartient déjà au même achat. Rien n’a été racheté. Consultez cet achat pour voir son résultat. Pour l’acheter encore une fois, envoyez la ligne dans un nouveau fichier, avec une nouvelle référence.',
    bought_in_results:
      'Une campagne précédente a acheté cette ligne, d’après {column, select, none {les résultats du fichier} other {la colonne {column}}}. Rien n’est acheté pour elle. Pour l’acheter encore une fois, videz cette cellule et envoyez la ligne dans un nouveau fichier.',
    bought_recently:
      'Votre compte a déjà acheté ce forfait pour ce numéro {at, select, none {récemment} other {le {at}}}{reference, select, none {} other { (référence {reference})}}. Rien n’a été racheté. Pour l’acheter encore une fois, envoyez la ligne dans un nouveau fichier et choisissez d’acheter les doublons.',
    bundle_mismatch:
      'Le forfait de cette ligne n’a pas les données ou la validité demandées. Corrigez les données et la validité, ou videz la cellule du forfait.',
    bundle_not_allowed:
      'Ce forfait ne figure pas dans la liste des forfaits autorisés de votre compte. Choisissez un autre forfait, ou ajoutez celui-ci à la liste dans les réglages. Renvoyez ensuite la ligne.',
    bundle_unavailable:
      'Votre compte ne peut pas acheter ce forfait. L’identifiant est faux, le forfait a été retiré ou il ne vous est pas vendu. Corrigez l’identifiant, ou choisissez un autre forfait.',
    bundle_unclear:
      'La cellule indique un volume de données au lieu d’un forfait. Choisissez le forfait du réseau qui convient, ou écrivez son identifiant dans la cellule.',
    canceled:
      'La campagne a été annulée avant l’achat de cette ligne. Si vous la voulez encore, envoyez-la dans un nouveau fichier.',
    digits_lost:
      '{column, select, none {Un numéro} other {La cellule {column}}} a plus de 15 chiffres. Un tableur ne garde que les 15 premiers, et les autres sont perdus. Reprenez le numéro à sa source, dans une cellule au format texte.',
    dropped:
      'Vous avez retiré cette ligne, et rien n’est acheté pour elle. Pour l’acheter malgré tout, rétablissez-la avant de lancer la campagne.',
    duplicate_purchase:
      '{earlier, plural, =0 {Une ligne précédente} other {La ligne #}} a le même numéro et le même forfait : rien n’est acheté pour celle-ci. Pour l’acheter aussi, envoyez-la dans un nouveau fichier et choisissez d’acheter les doublons.',
    duplicate_reference:
      'Une ligne précédente a déjà cette référence. Donnez une autre référence à chaque ligne.',
    error_value:
      '{column, select, none {Une cellule} other {La cellule {column}}} affiche une erreur du tableur. Corrigez la formule, ou remplacez-la par sa valeur.',
    formula_without_value:
      '{column, select, none {Une cellule} other {La cellule {column}}} contient une formule, et le fichier n’a pas son résultat. Ouvrez le fichier dans un tableur et enregistrez-le de nouveau. Vous pouvez aussi remplacer la formule par son résultat.',
    insufficient_balance:
      'Au tour de cette ligne, le solde disponible était inférieur à son prix. Rien n’a été acheté pour elle. Ajoutez des fonds, puis envoyez la ligne dans un nouveau fichier.',
    invalid_metadata:
      'La valeur de {column, select, none {vos métadonnées} other {la cellule {column}}} n’est pas autorisée. Raccourcissez ou corrigez la cellule.',
    invalid_number:
      '{column, select, none {Une cellule} other {La cellule {column}}} n’est pas un nombre entier. Écrivez seulement des chiffres, sept au plus, sans unité.',
    invalid_phone_number:
      '{damage, select, scientific_notation {Le numéro est en notation scientifique : ses derniers chiffres sont perdus. Mettez la colonne au format texte, puis reprenez le numéro à sa source.} decimal_number {Le tableur a fait du numéro un nombre décimal. Mettez la colonne au format texte, puis écrivez + et seulement des chiffres, par exemple +2348031234567.} separators {Le numéro a des espaces ou des signes entre ses chiffres. Écrivez + et seulement des chiffres, par exemple +2348031234567.} international_prefix {Le numéro commence par 00 au lieu de +. Remplacez 00 par +.} local_format {Le numéro est au format local : il commence par 0. Remplacez ce 0 par + et l’indicatif du pays, comme dans +2348031234567.} lost_plus {Le numéro n’a pas de + au début. Mettez la colonne au format texte, puis ajoutez le +.} lost_leading_zero {Le numéro n’a pas d’indicatif de pays, et le tableur a supprimé son 0 initial. Mettez la colonne au format texte, puis écrivez + et l’indicatif du pays avant le numéro, comme dans +2348031234567.} other {Ce numéro n’est pas utilisable tel quel. Corrigez-le, avec + et l’indicatif du pays, comme dans +2348031234567.}}',
    invalid_reference:
      'La référence n’est pas valable. Écrivez de 1 à 64 lettres, chiffres, traits d’union, tirets bas, points ou deux-points. Si vous videz la cellule, la ligne reçoit une référence qui se termine par son numéro.',
    missing_value:
      '{column, select, none {Une cellule} other {La cellule {column}}} est vide. Remplissez-la.',
    network_mismatch:
      '{column, select, none {Le numéro n’est pas sur le réseau de ce forfait. Choisissez un forfait du réseau du numéro, ou corrigez le numéro.} other {Le numéro n’est pas sur le réseau qu’indique la cellule {column}. Corrigez cette cellule ou le numéro.}}',
    network_unavailable:
      'Le réseau n’acceptait pas d’achats. Rien n’a été acheté pour cette ligne. Envoyez-la plus tard, dans un nouveau fichier.',
    no_such_bundle:
      'Le réseau du numéro n’a aucun forfait avec ces données et cette validité. Modifiez la ligne, ou choisissez un forfait.',
    number_blocked:
      'Ce numéro figure sur la liste de blocage de votre compte, et rien n’est acheté pour lui. S’il a été bloqué par erreur, retirez-le de la liste, puis renvoyez la ligne. Sinon, supprimez la ligne.',
    reference_conflict:
      'La référence de cette ligne appartient déjà à un autre achat, dont les détails sont différents. Rien n’a été acheté pour elle. Consultez d’abord cet achat. Si vous voulez un autre achat, envoyez la ligne dans un nouveau fichier, avec une nouvelle référence.',
    too_many_metadata: 'La ligne a trop de métadonnées. Videz certaines de ces cellules.',
    unclosed_quote:
      'Un guillemet (") s’ouvre sur cette ligne et se ferme sur une ligne plus loin. Ces lignes ne peuvent pas être lues. Fermez le guillemet. Si un " fait partie du texte, écrivez-le "".',
    unreadable_text:
      '{column, select, none {Une cellule} other {La cellule {column}}} a des caractères qui ne sont pas de l’UTF-8. Corrigez le texte dans le tableur, et enregistrez le fichier au format « CSV UTF-8 ».',
    unsupported_network:
      'Nous ne pouvons pas livrer sur le réseau de ce numéro. Vérifiez le numéro. S’il est juste, demandez à votre contact technique si votre compte peut acheter pour son réseau.',
    value_too_long:
      '{column, select, none {La cellule d’une de vos colonnes} other {La cellule {column}}} est trop longue. Raccourcissez-la, ou supprimez la colonne.',
    wrong_cell_count:
      'La ligne n’a pas autant de cellules que l’en-tête, ou elle a une valeur dans une colonne sans nom. Ajoutez les cellules qui manquent, ou supprimez les séparateurs en trop. Si une valeur contient un séparateur, mettez-la entre guillemets (").',
  },
  notice: {
    approval_required:
      'D’après son coût, cette campagne doit être approuvée. Lancez-la pour demander l’approbation. Une fois qu’elle est approuvée, relancez-la.',
    byte_order_mark:
      'Le fichier commence par une marque d’ordre des octets (BOM), que les tableurs écrivent souvent. Elle a été ignorée.',
    column_guessed:
      'Une ou plusieurs colonnes ont été reconnues d’après leur nom. Vérifiez que ce sont les bonnes.',
    columns_kept:
      'Les colonnes qui ne sont pas reconnues sont gardées telles quelles. Elles reviennent dans les résultats.',
    cr: 'Les lignes se terminent par CR seul, comme dans les fichiers de très vieux programmes. Elles ont été lues correctement.',
    crlf: 'Les lignes se terminent par CRLF, comme sous Windows. Elles ont été lues correctement.',
    encoding_unclear:
      'Le fichier n’est pas en UTF-8, et son encodage n’est pas sûr. Si des lettres sont fausses, enregistrez le fichier au format « CSV UTF-8 » et renvoyez-le.',
    hidden_columns:
      'Des colonnes masquées dans le tableur ont aussi été lues. Pour les exclure, supprimez-les de la feuille, et renvoyez-la.',
    hidden_rows:
      'Des lignes masquées ou filtrées dans le tableur sont incluses. Pour les exclure, supprimez-les de la feuille, et renvoyez-la.',
    mac_roman: 'Le fichier est en Mac Roman, pas en UTF-8. Vérifiez que les lettres accentuées sont justes.',
    merged_cells:
      'La feuille a des cellules fusionnées sous son en-tête. Seule la première de ces cellules a une valeur, et les autres ont été lues comme vides.',
    other_separator: 'Le fichier a un autre séparateur que la virgule. Il a été lu correctement.',
    other_sheets: 'D’autres feuilles du classeur ont aussi des lignes. Elles n’ont pas été lues.',
    semicolons:
      'Les cellules sont séparées par des points-virgules, comme dans beaucoup de pays. Elles ont été lues correctement.',
    sep_line:
      'La première ligne nomme le séparateur : c’est une instruction pour les tableurs. Elle a été ignorée.',
    spending_limit:
      'La campagne coûte plus que la limite de votre compte par campagne. Elle ne peut pas être lancée. Relevez la limite dans les réglages, ou envoyez moins de lignes.',
    title_rows: 'Les lignes au-dessus de l’en-tête ont été ignorées.',
    utf_16: 'Le fichier est en UTF-16, aussi appelé « texte Unicode ». Il a été lu correctement.',
    windows_1252:
      'Le fichier est en Windows-1252, pas en UTF-8. Vérifiez que les lettres accentuées sont justes.',
  },
  pause: {
    first_rows_done:
      'Les premières lignes ont leur résultat. Le client les examine, puis reprend ou annule la campagne.',
    insufficient_balance:
      'Le solde ne couvre pas la ligne suivante. La campagne reprend d’elle-même une fois que des fonds ont été ajoutés.',
    price_changed:
      'Les prix ont changé depuis la vérification, et le coût accepté ne couvre pas la ligne suivante. Le client accepte un coût plus élevé, ou annule la campagne.',
    requested: 'La campagne a été mise en pause. Elle n’achète rien tant que personne ne la reprend.',
    spending_limit:
      'La ligne suivante dépasserait une limite de dépenses du compte, ou de la clé qui a lancé la campagne. La campagne reprend d’elle-même quand la limite le permet.',
  },
  network: {
    account:
      '{status, select, unavailable {Le réseau ne répond pas, ou refuse tout, à cause de notre compte chez la passerelle.} other {Les achats prennent plus de temps que d’habitude, à cause de notre compte chez la passerelle.}}',
    backlog: 'Les achats en attente sont plus nombreux que ce réseau ne peut en terminer à temps.',
    calls:
      '{status, select, unavailable {Le réseau ne répond pas, ou refuse tout.} other {Les achats prennent plus de temps que d’habitude.}}',
    recovering: 'Le réseau se rétablit. Les achats peuvent prendre plus de temps que d’habitude.',
    silent:
      'Beaucoup d’achats attendent leur résultat depuis plus d’une minute. Les achats prennent plus de temps que d’habitude.',
    slow: 'Le réseau répond lentement. Les achats prennent plus de temps que d’habitude.',
    wallet:
      'Notre portefeuille chez la passerelle est bas. Les achats peuvent prendre plus de temps que d’habitude.',
  },
  cause: {
    callback_not_confirmed:
      'Un message est arrivé de la passerelle, mais elle ne l’a pas confirmé en réponse à nos questions. Il peut être faux, et il ne compte pas.',
    final:
      '{status, select, successful {Il a été livré et débité.} reversed {Il a été livré, puis annulé par le réseau et remboursé.} other {Il a échoué, et rien n’a été débité.}}',
    gateway_silent:
      'La passerelle n’a pas répondu à l’envoi. Le réseau l’a peut-être reçu. Nous l’interrogeons jusqu’à l’échéance.',
    late_confirmation:
      'Le forfait a été livré après l’échec de l’achat. Le compte n’a pas été débité : le coût est pour nous jusqu’à ce que quelqu’un décide qui paie.',
    late_inquiry:
      'L’achat a échoué à son échéance, car le réseau n’avait pas dit s’il a livré le forfait. Rien n’a été débité. Le forfait est peut-être arrivé, ou peut encore arriver. Nous interrogeons encore le réseau.',
    late_refund_due:
      'Le forfait a été livré après l’échec de l’achat, et débité comme convenu avec le client. Depuis, le réseau l’a repris : le client doit être remboursé.',
    late_settled:
      'Le forfait a été livré après l’échec de l’achat, et la suite a été décidée. Elle est indiquée avec la livraison tardive.',
    not_submitted: 'L’envoi n’a certainement pas atteint le réseau. Il sera renvoyé.',
    outcome_unknown:
      'Le résultat de l’envoi est inconnu. Le réseau l’a peut-être reçu. Il n’est pas renvoyé tant qu’une demande à la passerelle n’est pas concluante.',
    queue_saturated:
      'La file du réseau est pleine, ou le compte utilise déjà toute sa part de la capacité du réseau. L’achat attend son tour.',
    starting: 'Il commence, et rien n’a encore été envoyé au réseau.',
    supplier_account:
      '{status, select, pending {Notre compte chez la passerelle (portefeuille ou clé) l’empêche. Le numéro n’est pas en cause. Il est renvoyé jusqu’à peu avant l’échéance.} other {Il a échoué à cause de notre compte chez la passerelle (portefeuille ou clé), et non à cause du numéro.}}',
    temporal_down:
      'Aucun worker n’atteint Temporal. Les nouveaux achats attendent dans PostgreSQL, et aucune passerelle n’est interrogée. Il échoue à son échéance, sauf si la passerelle le confirme d’elle-même.',
    waiting_for_network:
      'Le réseau a pris la commande et n’a pas encore donné son résultat. Nous l’interrogeons jusqu’à l’échéance.',
    webhook_failing: 'Il est terminé, mais une adresse de webhook du client n’a pas accepté son événement.',
    webhook_not_sent: 'Il est terminé, mais le compte n’a pas d’adresse de webhook pour son événement.',
    worker_down:
      'Aucun worker n’a donné signe de vie depuis 15 secondes. Tant qu’aucun ne fonctionne, rien n’est envoyé et aucune passerelle n’est interrogée.',
  },
  unbought: {
    batch_paused: 'La ligne {line} de {batch} n’est pas encore achetée : sa campagne est en pause.',
    batch_waiting: 'La ligne {line} de {batch} attend son tour.',
    final: 'La ligne {line} de {batch} n’a rien acheté et n’achètera rien.',
  },
};
