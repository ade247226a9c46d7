import type { AlertReadings, Wallet } from './alert-readings.ts';
import { MAIN_ROUTE } from './network/route.ts';

/** Something that is wrong now. Its name is that of its runbook. */
export interface Alert {
  readonly name: string;
  readonly severity: 'page' | 'ticket';
  readonly subject: string | null;
  readonly livemode: boolean | null;
  readonly count: number | null;
  readonly seconds: number | null;
  readonly since: Date | null;
  readonly detail: string | null;
}

/** As in deploy/monitoring/prometheus/alerts.yml, which has more rules, and whose rules also wait for a while before they fire. */
const OVERDUE_SECONDS = 15;
const VERIFIED_EVERY_SECONDS = 3 * 3_600;
const OUTBOX_SECONDS = 60;
const NETWORK_QUEUE_SECONDS = 300;
const WEBHOOKS_WAITING = 1_000;
const RETRY_LATE_SECONDS = 60;
/** How long after midnight a day may stay open, so that nothing is shown while the worker closes the days. */
const CLOSING_SECONDS = 3 * 3_600;
const DAY_SECONDS = 86_400;

/** The queues whose rows workers take within a second or two. */
const QUICK_QUEUES: ReadonlySet<string> = new Set(['webhooks', 'deliveries', 'temporal']);
const WEBHOOK_QUEUES: ReadonlySet<string> = new Set(['webhooks', 'deliveries']);

/** What is wrong, the most urgent first. */
export function judgeAlerts(readings: AlertReadings): readonly Alert[] {
  const found = [
    ...judgePlatform(readings),
    ...judgePurchases(readings),
    ...judgeQueues(readings),
    ...readings.networks.flatMap(judgeNetwork),
    ...judgeRoutes(readings),
    ...judgeGateways(readings),
    ...judgePrices(readings),
    ...judgeBooks(readings),
  ];
  return [
    ...found.filter(({ severity }) => severity === 'page'),
    ...found.filter(({ severity }) => severity === 'ticket'),
  ];
}

function alert(name: string, severity: Alert['severity'], facts: Partial<Alert> = {}): Alert {
  return {
    subject: null,
    livemode: null,
    count: null,
    seconds: null,
    since: null,
    detail: null,
    ...facts,
    name,
    severity,
  };
}

function when(is: boolean, ...given: Parameters<typeof alert>): readonly Alert[] {
  return is ? [alert(...given)] : [];
}

/** Without a worker, nothing is known of Temporal. */
function judgePlatform({ relayAlive, temporalReached }: AlertReadings): readonly Alert[] {
  return [
    ...when(!relayAlive, 'NoWorker', 'page'),
    ...when(relayAlive && !temporalReached, 'TemporalAway', 'page'),
  ];
}

function judgePurchases({ overdue, overdueSeconds, lateConfirmations, contradictions }: AlertReadings) {
  return [
    ...when(overdueSeconds > OVERDUE_SECONDS, 'PurchasesPastResolveBy', 'page', {
      count: overdue,
      seconds: Math.round(overdueSeconds),
    }),
    ...when(lateConfirmations > 0, 'LateConfirmation', 'ticket', { count: lateConfirmations }),
    ...when(contradictions > 0, 'Contradiction', 'ticket', { count: contradictions }),
  ];
}

function judgeQueues({ outbox, queues, retryLateSeconds }: AlertReadings): readonly Alert[] {
  return [
    ...outbox
      .filter(({ queue, oldestSeconds }) => QUICK_QUEUES.has(queue) && oldestSeconds > OUTBOX_SECONDS)
      .map(({ queue, waiting, oldestSeconds }) =>
        alert('OutboxOld', 'page', { subject: queue, count: waiting, seconds: Math.round(oldestSeconds) }),
      ),
    ...queues
      .filter(({ oldestSeconds }) => oldestSeconds > NETWORK_QUEUE_SECONDS)
      .map(({ networkId, livemode, waiting, oldestSeconds }) =>
        alert('NetworkQueueOld', 'ticket', {
          subject: networkId,
          livemode,
          count: waiting,
          seconds: Math.round(oldestSeconds),
        }),
      ),
    ...outbox
      .filter(({ queue, waiting }) => WEBHOOK_QUEUES.has(queue) && waiting > WEBHOOKS_WAITING)
      .map(({ queue, waiting }) => alert('WebhookBacklog', 'ticket', { subject: queue, count: waiting })),
    ...when(retryLateSeconds > RETRY_LATE_SECONDS, 'WebhookRetriesLate', 'ticket', {
      seconds: Math.round(retryLateSeconds),
    }),
  ];
}

function judgeNetwork(network: AlertReadings['networks'][number]): readonly Alert[] {
  const { networkId: subject, status, statusMessage, statusUpdatedAt, cause, wallet } = network;
  return [
    ...when(status === 'unavailable' && cause !== 'operator', 'NetworkUnavailable', 'page', {
      subject,
      livemode: true,
      since: statusUpdatedAt,
      detail: statusMessage === null ? cause : `${cause}: ${statusMessage}`,
    }),
    ...judgeWallet(subject, '', wallet),
  ];
}

/** The wallet of the main route is that of the network. */
function judgeRoutes({ routeWallets }: AlertReadings): readonly Alert[] {
  return routeWallets
    .filter(({ route }) => route !== MAIN_ROUTE)
    .flatMap(({ networkId, route, wallet }) => judgeWallet(networkId, `${route}: `, wallet));
}

function judgeWallet(subject: string, where: string, wallet: Wallet | null): readonly Alert[] {
  if (wallet === null || wallet.minimum === null) return [];
  const { available, currency, minimum } = wallet;
  return when(Number(available) < Number(minimum), 'SupplierBalanceLow', 'page', {
    subject,
    livemode: true,
    detail: `${where}${available} ${currency}, minimum ${minimum} ${currency}`,
  });
}

function judgeGateways({ gatewayAlerts }: AlertReadings): readonly Alert[] {
  return gatewayAlerts
    .filter(({ livemode }) => livemode)
    .map(({ networkId, livemode, route, kind, detail, firstAt, times }) =>
      alert('GatewayAlert', 'ticket', {
        subject: networkId,
        livemode,
        count: times,
        since: firstAt,
        detail: `${route === MAIN_ROUTE ? '' : `${route}: `}${kind}: ${detail}`,
      }),
    );
}

/** One alert per network, with its bundles and the gateways where they are sold below cost. */
function judgePrices({ belowCost }: AlertReadings): readonly Alert[] {
  const networks = Map.groupBy(belowCost, ({ networkId }) => networkId);
  return [...networks].map(([subject, rows]) => {
    const bundles = Map.groupBy(rows, ({ bundleId }) => bundleId);
    return alert('BundleBelowCost', 'ticket', {
      subject,
      livemode: true,
      count: bundles.size,
      detail: [...bundles].map(([bundleId, at]) => `${bundleId}${inBrackets(at)}`).join(', '),
    });
  });
}

/** The gateways; nothing if it is only the main one, which is the only one of most networks. */
function inBrackets(at: readonly { readonly route: string }[]): string {
  const routes = [...new Set(at.map(({ route }) => route))];
  return routes.every((route) => route === MAIN_ROUTE) ? '' : ` (${routes.join(', ')})`;
}

function judgeBooks({ now, unclosed, verified }: AlertReadings): readonly Alert[] {
  const age = verified === null ? null : Math.round((now.getTime() - verified.at.getTime()) / 1_000);
  const sinceMidnight = Math.floor(now.getTime() / 1_000) % DAY_SECONDS;
  return [
    ...when(verified !== null && verified.broken > 0, 'InvariantBroken', 'page', {
      count: verified?.broken ?? null,
      since: verified?.at ?? null,
      detail: verified === null ? null : verified.numbers.join(', '),
    }),
    ...when(age === null || age > VERIFIED_EVERY_SECONDS, 'VerifierSilent', 'ticket', {
      seconds: age,
      since: verified?.at ?? null,
    }),
    ...when(unclosed > 0 && sinceMidnight > CLOSING_SECONDS, 'StatementsUnclosed', 'ticket', {
      count: unclosed,
    }),
  ];
}
