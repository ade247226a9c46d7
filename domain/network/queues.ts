/** The outbox queue and Temporal task queue of a network; test-mode purchases have a separate one. */
export function networkQueue(networkId: string, livemode: boolean): string {
  const name = networkId.replace(/^net_/, '');
  return livemode ? `network.${name}` : `network.${name}.test`;
}

/** Outbox queue of webhook attempts. */
export const WEBHOOK_QUEUE = 'webhooks';

/** Outbox queue of attempts at failing endpoints. */
export const PROBE_QUEUE = 'webhooks.held';

/** Outbox queue of attempts at endpoints that clients set. */
export const DELIVERY_QUEUE = 'deliveries';

/** Outbox queue of attempts at those of them that fail. */
export const HELD_DELIVERY_QUEUE = 'deliveries.held';

/** Outbox queue of low-balance alerts. */
export const LOW_BALANCE_QUEUE = 'low_balance';

/** Outbox queue of e-mails about campaigns. */
export const BATCH_NOTICE_QUEUE = 'batch_notices';

/** Outbox queue of e-mails and events about approvals. */
export const APPROVAL_NOTICE_QUEUE = 'approval_notices';

/** Outbox queue of e-mails to single people, such as invitations. */
export const PERSON_MAIL_QUEUE = 'person_mails';

/** Outbox queue of everything else that is sent to Temporal. */
export const TEMPORAL_QUEUE = 'temporal';

/** The outbox queues that belong to no network. */
export const OWN_QUEUES = [
  WEBHOOK_QUEUE,
  PROBE_QUEUE,
  DELIVERY_QUEUE,
  HELD_DELIVERY_QUEUE,
  LOW_BALANCE_QUEUE,
  BATCH_NOTICE_QUEUE,
  APPROVAL_NOTICE_QUEUE,
  PERSON_MAIL_QUEUE,
  TEMPORAL_QUEUE,
] as const;
