/** `RESOURCE_CASES` in French. */
export const RESOURCE_FRENCH = {
  bundle_unavailable:
    'Votre compte ne peut pas acheter ce forfait. L’identifiant est faux, le forfait a été retiré ou il ne vous est pas vendu. Rien n’a été acheté. Choisissez un autre forfait de GET /v1/bundles.',
  bundle_not_allowed:
    'Ce forfait ne figure pas dans la liste des forfaits autorisés de votre compte. Rien n’a été acheté. Choisissez un forfait de GET /v1/settings/allowed-bundles, ou ajoutez celui-ci à la liste.',
  number_blocked:
    'Ce numéro figure sur la liste de blocage de votre compte. Rien n’a été acheté. S’il a été bloqué par erreur, retirez-le de la liste, puis renvoyez la même requête.',
  spending_limit:
    'Votre limite de {limit} par {scope} (UTC) ne couvre pas le prix : {spent} sont déjà dépensés. Rien n’a été acheté. Attendez jusqu’au {resets_at}, ou relevez la limite. Renvoyez ensuite la même requête.',
  unsupported_network:
    'Nous ne pouvons pas livrer sur le réseau de ce numéro. Vérifiez le numéro. S’il est juste, demandez à votre contact technique si votre compte peut acheter pour son réseau.',
  network_mismatch:
    'Le numéro est sur le réseau {network_id}, mais le forfait ou le network_id de votre requête est d’un autre réseau. Rien n’a été acheté. Vérifiez le numéro. S’il est juste, choisissez un forfait de {network_id}. Omettez network_id, ou envoyez {network_id}.',
  insufficient_balance:
    'Le solde disponible est inférieur au prix. Rien n’a été acheté. Ajoutez des fonds, puis renvoyez la même requête.',
  network_unavailable:
    'Le réseau {network_id} n’accepte pas d’achats en ce moment. Rien n’a été acheté. Attendez le nombre de secondes indiqué dans Retry-After, puis renvoyez la même requête.',
  purchase_reference_used:
    'Cette référence appartient déjà à l’achat {purchase_id}, dont les détails sont différents. Cette requête n’a rien acheté. Consultez d’abord cet achat. Si vous voulez un autre achat, utilisez une nouvelle référence.',
  purchase_archived:
    'Cette référence appartient à l’achat {purchase_id}, si ancien qu’il a été archivé. Cette requête n’a rien acheté. S’il a été débité, vos relevés contiennent toujours le débit. Si vous voulez un autre achat, utilisez une nouvelle référence.',
  purchases_waiting:
    'Trop d’achats de votre compte attendent d’être acceptés. Rien n’a été acheté. Renvoyez la même requête dans une seconde.',
  purchase_unknown:
    'Votre compte n’a pas d’achat avec cet identifiant. Vérifiez l’identifiant. Vérifiez aussi que la clé appartient au compte et au mode (test ou réel) de l’achat.',
  network_unknown:
    'Votre compte n’a pas de réseau avec cet identifiant. Listez les réseaux pour voir les identifiants que vous pouvez utiliser.',
  bundle_unknown:
    'Votre compte n’a pas de forfait avec cet identifiant. Listez les forfaits pour voir les identifiants que vous pouvez utiliser.',
  event_unknown:
    'Votre compte n’a pas d’événement avec cet identifiant. Vérifiez l’identifiant. Vérifiez aussi que la clé appartient au compte et au mode (test ou réel) de l’événement.',
  statement_unknown:
    'Il n’y a pas de relevé pour ce jour. Envoyez un jour sous la forme AAAA-MM-JJ, du premier jour de votre compte à aujourd’hui (UTC).',
  webhook_endpoint_missing:
    'Votre compte n’a aucune adresse de webhook activée. Créez-en ou activez-en une, puis renvoyez l’événement.',
} as const;
