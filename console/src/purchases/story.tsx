import type { Purchase } from '../../../clients/typescript/src/types.ts';
import { useTexts } from '../app/i18n.tsx';
import { useNames } from '../campaigns/live/names.ts';
import { useFormat } from '../ui/format.ts';
import { Time } from '../ui/parts.tsx';
import type { Next } from './next.ts';
import { useFailureWords } from './words.tsx';

/** What the network says of the number, so that the customer can do something about it. */
const NUMBER_FAILURES: ReadonlySet<string> = new Set([
  'number_barred',
  'number_inactive',
  'number_invalid',
  'number_not_eligible',
  'recipient_limit_reached',
]);

/**
 * A sentence that a support agent can say or send to the customer as it stands, in the language of the agent. It says nothing of
 * money: the customer may have paid another price, or none.
 */
export function useTold(purchase: Purchase, next: Next): string {
  const { t } = useTexts();
  const { time } = useFormat();
  const values = { bundle: purchase.bundle.name };
  switch (purchase.status) {
    case 'pending':
      return t('tell.pending', { ...values, until: time(purchase.resolve_by) });
    case 'successful':
      return t('tell.successful', { ...values, at: time(purchase.completed_at ?? purchase.created_at) });
    case 'failed': {
      if (next.kind === 'mayArrive') return t('tell.mayArrive', { ...values, until: time(next.until) });
      if (next.kind === 'arrivedLate') return t('tell.arrivedLate', { ...values, at: time(next.at) });
      if (next.kind === 'takenBack') return t('tell.takenBack', values);
      if (next.kind === 'neverKnown') return t('tell.neverKnown', values);
      const isAboutNumber = NUMBER_FAILURES.has(purchase.failure?.code ?? '');
      const at = time(purchase.completed_at ?? purchase.created_at);
      return t(isAboutNumber ? 'tell.failedNumber' : 'tell.failed', { ...values, at });
    }
    case 'reversed':
      return t('tell.reversed', {
        ...values,
        at: time(purchase.reversal?.reversed_at ?? purchase.created_at),
      });
  }
}

/** What happened and what comes next, oldest first. */
export function Timeline({ purchase, next }: { readonly purchase: Purchase; readonly next: Next }) {
  const { t } = useTexts();
  const { money } = useFormat();
  const { networkName } = useNames();
  const price = money(purchase.price);
  const whyFailed = useFailureWords();
  const { delivery, reversal, completed_at: completedAt, resolve_by: resolveBy, status } = purchase;
  const steps: {
    readonly key: string;
    readonly at: string | null;
    readonly text: string;
    readonly isNext?: boolean;
  }[] = [{ key: 'accepted', at: purchase.created_at, text: t('story.accepted', { price }) }];
  if (status === 'pending') {
    steps.push({
      key: 'pending',
      at: null,
      text: t('story.pending', { network: networkName(purchase.network_id) }),
    });
    steps.push({ key: 'deadline', at: resolveBy, text: t('story.deadline', { price }), isNext: true });
  }
  if (delivery !== null) {
    const reference = delivery.network_reference ?? '';
    steps.push({
      key: 'delivered',
      at: delivery.confirmed_at,
      text: t(reference === '' ? 'story.delivered' : 'story.deliveredAs', { price, reference }),
    });
  }
  if (status === 'failed') {
    steps.push({
      key: 'failed',
      at: completedAt,
      text: `${whyFailed(purchase.failure)} ${t('story.released', { price })}`,
    });
  }
  if (next.kind === 'arrivedLate' || next.kind === 'takenBack') {
    steps.push({ key: 'late', at: next.at, text: t(`story.${next.kind}`) });
    if (next.chargedAt !== null)
      steps.push({ key: 'agreed', at: next.chargedAt, text: t('story.chargedByAgreement', { price }) });
  }
  if (reversal !== null) {
    const text = t('story.reversed', { price, reason: reversal.reason });
    steps.push({ key: 'reversed', at: reversal.reversed_at, text });
  }
  return (
    <ol className="timeline">
      {steps.map(({ key, at, text, isNext }) => (
        <li key={key} className={isNext === true ? 'next' : undefined}>
          <p className="small">{at === null ? t('story.now') : <Time at={at} />}</p>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}

/** What still happens, and when, so that the agent can say when to ask again. */
export function NextSteps({ next }: { readonly next: Next }) {
  const { t } = useTexts();
  const { time, fromNow } = useFormat();
  switch (next.kind) {
    case 'waits':
    case 'mayArrive':
      return <p>{t(`next.${next.kind}`, { until: time(next.until), fromNow: fromNow(next.until) })}</p>;
    case 'neverKnown':
      return <p>{t('next.neverKnown', { until: time(next.until) })}</p>;
    case 'arrivedLate':
      return <p>{t(next.chargedAt === null ? 'next.arrivedLate' : 'next.arrivedLateCharged')}</p>;
    case 'takenBack':
      return <p>{t(next.chargedAt === null ? 'next.takenBack' : 'next.takenBackCharged')}</p>;
    case 'notDelivered':
    case 'ended':
    case 'delivered':
    case 'refunded':
      return <p>{t(`next.${next.kind}`)}</p>;
  }
}
