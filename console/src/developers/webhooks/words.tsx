import type {
  Event,
  WebhookEndpoint,
  WebhookEndpointAttempt,
} from '../../../../clients/typescript/src/types.ts';
import { useTexts } from '../../app/i18n.tsx';
import { Badge, type Tone } from '../../ui/parts.tsx';

/** The types of event that an endpoint can choose, as docs/webhooks.md lists them. */
export const EVENT_TYPES = [
  'purchase.successful',
  'purchase.failed',
  'purchase.reversed',
  'batch.ready',
  'batch.paused',
  'batch.completed',
  'approval.requested',
  'approval.decided',
  'approval.expired',
  'approval.withdrawn',
] as const;

const STANDINGS: Readonly<Record<WebhookEndpoint['status'], Tone>> = {
  new: 'quiet',
  working: 'good',
  failing: 'bad',
};

/** Whether an endpoint accepts events. */
export function EndpointBadge({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { t } = useTexts();
  if (!endpoint.enabled) return <Badge tone="warn">{t('webhooks.disabled')}</Badge>;
  return <Badge tone={STANDINGS[endpoint.status]}>{t(`webhooks.status.${endpoint.status}`)}</Badge>;
}

/** A type of event, with what it says. A type that this version does not know stays alone. */
export function EventWords({ type }: { readonly type: string }) {
  const { t } = useTexts();
  const isKnown = EVENT_TYPES.find((one) => one === type);
  return (
    <>
      <code>{type}</code>
      {isKnown === undefined ? '' : ` ${t(`webhooks.type.${isKnown}`)}`}
    </>
  );
}

type Result = Pick<WebhookEndpointAttempt, 'outcome' | 'http_status' | 'error'>;

/** Why an attempt can fail, as docs/webhooks.md lists it. */
const REASONS = [
  'http_status',
  'timeout',
  'dns',
  'connect',
  'tls',
  'connection_lost',
  'address_refused',
] as const;

/** What happened to an attempt that failed, in a sentence; nothing for others. */
export function AttemptReason({ attempt: { outcome, error } }: { readonly attempt: Result }) {
  const { t } = useTexts();
  if (outcome !== 'failed' || error === null) return null;
  const known = REASONS.find((reason) => reason === error);
  return (
    <p className="hint">
      {known === undefined ? t('webhooks.reason.other', { reason: error }) : t(`webhooks.reason.${known}`)}
    </p>
  );
}

/** How an attempt ended, with the HTTP status if there was an answer. */
export function AttemptBadge({ attempt }: { readonly attempt: Result }) {
  const { t } = useTexts();
  const { outcome, http_status: status } = attempt;
  if (outcome === null) return <Badge tone="busy">{t('webhooks.inProgress')}</Badge>;
  return (
    <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>
      {t(`webhooks.outcome.${outcome}`)} {status === null ? '' : `HTTP ${status}`}
    </Badge>
  );
}

const DELIVERIES: Readonly<Record<Event['delivery']['status'], Tone>> = {
  pending: 'busy',
  delivered: 'good',
  failed: 'bad',
  not_sent: 'quiet',
};

/** Whether an event was delivered. */
export function DeliveryBadge({ status }: { readonly status: Event['delivery']['status'] }) {
  const { t } = useTexts();
  return <Badge tone={DELIVERIES[status]}>{t(`webhooks.delivery.${status}`)}</Badge>;
}
