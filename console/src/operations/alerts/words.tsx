import { Link, type LinkProps } from '@tanstack/react-router';
import { useTexts } from '../../app/i18n.tsx';
import type { TextKey } from '../../app/texts.ts';
import { useFormat } from '../../ui/format.ts';
import { useStaffTexts } from '../api-texts.ts';
import type { StaffAlert } from '../types.ts';

/** The alerts that the API knows, each with where one sees more of it in the console; null for nowhere. */
const PLACES = {
  NoWorker: null,
  TemporalAway: null,
  PurchasesPastResolveBy: '/operations/stuck',
  OutboxOld: null,
  NetworkUnavailable: '/operations/networks/$networkId',
  SupplierBalanceLow: '/operations/networks/$networkId',
  InvariantBroken: null,
  LateConfirmation: '/operations/late',
  Contradiction: '/operations/contradictions',
  NetworkQueueOld: '/operations/networks/$networkId',
  WebhookBacklog: '/operations',
  WebhookRetriesLate: '/operations',
  GatewayAlert: '/operations/networks/$networkId',
  BundleBelowCost: '/operations/margins',
  VerifierSilent: null,
  StatementsUnclosed: null,
} as const satisfies Readonly<Record<string, LinkProps['to'] | null>>;

type Known = keyof typeof PLACES;

function isKnown(name: string): name is Known {
  return Object.hasOwn(PLACES, name);
}

/** What an alert is called on a screen. Of an alert that this version does not know, its name. */
export function useTitle() {
  const { t } = useTexts();
  return ({ name, subject }: Pick<StaffAlert, 'name' | 'subject'>): string =>
    isKnown(name) ? t(`alert.title.${name}`, { subject: subject ?? '' }) : name;
}

/** What to do about an alert first; its runbook has more. */
export function FirstStep({ alert: { name } }: { readonly alert: Pick<StaffAlert, 'name'> }) {
  const { t } = useTexts();
  if (!isKnown(name)) return null;
  return (
    <p>
      {t('alerts.do')}: {t(`alert.do.${name}`)}
    </p>
  );
}

/** What an alert means, in a sentence. Of an alert that this version does not know, its detail. */
export function useMeaning() {
  const { t } = useTexts();
  const { duration } = useFormat();
  const { network } = useStaffTexts();
  return ({ name, count, seconds, subject, detail: found }: StaffAlert): string => {
    const detail = name === 'NetworkUnavailable' ? saidOf(found, network) : found;
    if (!isKnown(name)) return detail ?? subject ?? name;
    const key: TextKey =
      name === 'VerifierSilent' && seconds === null ? 'alert.neverVerified' : `alert.${name}`;
    return t(key, {
      count: count ?? 0,
      time: seconds === null ? '' : duration(seconds),
      subject: subject ?? '',
      detail: detail ?? '',
    });
  };
}

/** Of an unavailable network, the detail is the cause and then the message of the API. */
function saidOf(detail: string | null, network: ReturnType<typeof useStaffTexts>['network']): string | null {
  const [, cause, message] = /^([a-z_]+): (.+)$/s.exec(detail ?? '') ?? [];
  if (cause === undefined || message === undefined) return detail;
  return `${cause}: ${network({ cause, status: 'unavailable', status_message: message })}`;
}

/** A link to the screen where one sees more about an alert. */
export function Place({ alert: { name, subject } }: { readonly alert: StaffAlert }) {
  const { t } = useTexts();
  const to = isKnown(name) ? PLACES[name] : null;
  if (to === null) return null;
  if (to !== '/operations/networks/$networkId') return <Link to={to}>{t(`alert.place.${to}`)}</Link>;
  return (
    <Link to={to} params={{ networkId: subject ?? '' }}>
      {subject}
    </Link>
  );
}
