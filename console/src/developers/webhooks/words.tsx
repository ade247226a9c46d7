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

/** How an attempt ended, with the HTTP status or the error. */
export function AttemptBadge({
  attempt,
}: {
  readonly attempt: Pick<WebhookEndpointAttempt, 'outcome' | 'http_status' | 'error'>;
}) {
  const { t } = useTexts();
  const { outcome, http_status: status, error } = attempt;
  if (outcome === null) return <Badge tone="busy">{t('webhooks.inProgress')}</Badge>;
  const why = status === null ? error : `HTTP ${status}`;
  return (
    <Badge tone={outcome === 'delivered' ? 'good' : 'bad'}>
      {t(`webhooks.outcome.${outcome}`)} {why}
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
