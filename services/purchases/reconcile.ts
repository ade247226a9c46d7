import type { Pool } from 'pg';
import type { GatewayAdapter, InquiryOutcome, ListedOrder } from '../../adapters/adapter.ts';
import { recordContradiction } from '../../db/purchases/contradictions.ts';
import { findInquirable } from '../../db/purchases/inquiries.ts';
import {
  findSharedReferences,
  readSentPurchases,
  type SentPurchase,
} from '../../db/purchases/reconciliation.ts';
import { readRouteStanding } from '../../db/purchases/routes.ts';
import { type PurchaseId, readId } from '../../domain/ids.ts';
import { compareOrder, type Listed } from '../../domain/money/reconciliation.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import { compareCosts } from './costs/compare-costs.ts';
import type { Inquirer } from './inquire.ts';
import type { AdapterFor } from './ports.ts';
import type { Day, Finding, Reconciled } from './reconciled.ts';
import type { OutcomeRecorder } from './record-outcome.ts';

export interface ReconcilePorts {
  readonly pool: Pool;
  readonly adapterFor: AdapterFor;
  readonly outcomes: Pick<OutcomeRecorder, 'apply'>;
  readonly inquirer: Pick<Inquirer, 'inquireOfStored'>;
}

/**
 * Compares what we sent on a day with the carrier's list of that day, and books what only the list has: reversals, late
 * deliveries, open outcomes. A purchase that is delivered in our books but not in the list is inquired about by its key before it
 * is called missing. A second run finds only what is new or still wrong.
 */
export async function reconcileDay(
  ports: ReconcilePorts,
  day: Day,
  signal: AbortSignal,
): Promise<Reconciled> {
  const { pool } = ports;
  const adapter = ports.adapterFor(day.networkId, day.livemode, day.route);
  if (adapter === null) return { kind: 'no_gateway' };
  if (adapter.orderList === null) return { kind: 'no_list', protocol: adapter.protocol };

  const listed = await adapter.orderList.list({ from: day.from, to: day.to }, { signal });
  if (listed.kind === 'unavailable') return listed;
  const sent = await readSentPurchases(pool, day, day);
  const byKey = new Map(sent.map((purchase) => [toGatewayReference(purchase.purchaseId), purchase]));

  const findings: Finding[] = [];
  for (const order of listed.orders) {
    const ours = byKey.get(order.gatewayReference);
    findings.push(
      ...(ours === undefined
        ? await ofNoDay(pool, day, order)
        : await compareOrders(ports, ours, order, day.route)),
    );
  }
  findings.push(...(await compareCosts(pool, day.route, listed.orders, byKey)));
  const inList = new Set(listed.orders.map(({ gatewayReference }) => gatewayReference));
  findings.push(...(await findMissing(ports, adapter, { ...day, sent, inList }, signal)));
  findings.push(...(await sharedReferences(pool, sent)));
  const { strangers } = listed;
  return { kind: 'reconciled', ours: sent.length, listed: listed.orders.length, strangers, findings };
}

/** A list may reach beyond the day. Purchases sent on another day belong to that day; those never sent belong to none. */
async function ofNoDay(pool: Pool, day: Day, order: ListedOrder): Promise<Finding[]> {
  const purchaseId = readId('pur', order.gatewayReference);
  const purchase = purchaseId === null ? null : await findInquirable(pool, purchaseId, day.route);
  const isOurs =
    purchase?.networkId === day.networkId && purchase.livemode === day.livemode && purchase.sent !== null;
  if (isOurs) return [];
  return [
    {
      subject: order.gatewayReference,
      kind: 'not_ours',
      detail: `the carrier has it as ${order.outcome.kind}`,
    },
  ];
}

/** What an order is about that was sent on several routes is for its reports to say, in whichever order they come. */
async function compareOrders(
  ports: Pick<ReconcilePorts, 'pool' | 'outcomes'>,
  ours: SentPurchase,
  order: ListedOrder,
  route: string,
): Promise<Finding[]> {
  const { outcome } = order;
  if (!ours.isRouted || outcome.kind === 'unclear') return compare(ports, ours, order);
  if (outcome.kind === 'pending') return [];
  const { purchaseId, status } = ours;
  await book(ports, purchaseId, outcome, route);
  const { deliveredElsewhere } = await readRouteStanding(ports.pool, { purchaseId, route });
  if (outcome.kind === 'confirmed' && deliveredElsewhere) {
    const detail = `${route} lists it as delivered, and so does another gateway`;
    return [{ subject: purchaseId, kind: 'delivered_twice', detail }];
  }
  if ((await findInquirable(ports.pool, purchaseId))?.status === status) return [];
  const detail = `${status} here, ${outcome.kind} there`;
  return [{ subject: purchaseId, kind: await foundAs(ports.pool, ours, outcome), detail }];
}

async function compare(
  ports: Pick<ReconcilePorts, 'pool' | 'outcomes'>,
  ours: SentPurchase,
  { outcome }: ListedOrder,
): Promise<Finding[]> {
  const { purchaseId } = ours;
  const comparison = compareOrder(ours, listedAs(outcome));
  if (comparison === 'same') return [];
  const detail = `${ours.status} here, ${outcome.kind} there`;
  if (comparison === 'look' || outcome.kind === 'unclear') {
    const reason = outcome.kind === 'unclear' ? outcome.detail : detail;
    return [{ subject: purchaseId, kind: 'unclear', detail: reason }];
  }
  await book(ports, purchaseId, outcome);
  return [{ subject: purchaseId, kind: await foundAs(ports.pool, ours, outcome), detail }];
}

async function book(
  { pool, outcomes }: Pick<ReconcilePorts, 'pool' | 'outcomes'>,
  purchaseId: PurchaseId,
  outcome: InquiryOutcome,
  route: string | null = null,
): Promise<void> {
  const purchase = await findInquirable(pool, purchaseId, route);
  if (purchase === null) throw new TypeError(`no purchase ${purchaseId}`);
  await outcomes.apply(purchase, outcome, { source: 'inquiry', endWorkflow: true });
}

/** The finding of a booked list entry, by the purchase's state before and after. */
async function foundAs(
  pool: Pool,
  { purchaseId, status }: SentPurchase,
  outcome: Exclude<ListedOrder['outcome'], { kind: 'unclear' }>,
): Promise<Finding['kind']> {
  const now = await findInquirable(pool, purchaseId);
  if (status === 'failed') return outcome.kind === 'confirmed' ? 'late_delivery' : 'late_delivery_taken_back';
  if (now?.status === status) return 'denied';
  switch (now?.status) {
    case 'successful':
      return 'settled_successful';
    case 'reversed':
      return 'settled_reversed';
    case 'failed':
      return outcome.kind === 'confirmed' ? 'late_delivery' : 'settled_failed';
    default:
      return 'unclear';
  }
}

/** Charged in our books and not in the list: asked for one by one. */
async function findMissing(
  { pool, inquirer }: Pick<ReconcilePorts, 'pool' | 'inquirer'>,
  adapter: GatewayAdapter,
  {
    route,
    sent,
    inList,
  }: Pick<Day, 'route'> & {
    readonly sent: readonly SentPurchase[];
    readonly inList: ReadonlySet<string>;
  },
  signal: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { purchaseId, status, isRouted } of sent) {
    if (status !== 'successful' || inList.has(toGatewayReference(purchaseId)) || adapter.inquiry === null)
      continue;
    // Another route may have delivered it.
    if (isRouted && !(await readRouteStanding(pool, { purchaseId, route })).deliveredHere) continue;
    const purchase = await findInquirable(pool, purchaseId, route);
    if (purchase === null) continue;
    const verdict = await inquirer.inquireOfStored(
      purchase,
      { source: 'inquiry', endWorkflow: true },
      signal,
    );
    if (verdict.kind === 'settled' && verdict.report === 'confirmed') continue;
    if (verdict.kind === 'unknown' && verdict.reply?.kind === 'unavailable') {
      findings.push({ subject: purchaseId, kind: 'unclear', detail: 'not in the list; the inquiry failed' });
      continue;
    }
    if (verdict.kind === 'settled') {
      const kind = verdict.report === 'refused' ? 'denied' : 'settled_reversed';
      findings.push({ subject: purchaseId, kind, detail: `not in the list; ${verdict.report} when asked` });
      continue;
    }
    await recordContradiction(pool, purchaseId, 'unknown_to_carrier');
    findings.push({
      subject: purchaseId,
      kind: 'unknown_to_carrier',
      detail: 'charged, and unknown when asked',
    });
  }
  return findings;
}

async function sharedReferences(pool: Pool, sent: readonly SentPurchase[]): Promise<Finding[]> {
  const shared = await findSharedReferences(
    pool,
    sent.map(({ purchaseId }) => purchaseId),
  );
  for (const { purchaseId } of shared) await recordContradiction(pool, purchaseId, 'reference_shared');
  return shared.map(({ purchaseId, networkReference }) => ({
    subject: purchaseId,
    kind: 'reference_shared',
    detail: `shares the network's reference ${networkReference} with another purchase`,
  }));
}

function listedAs(outcome: ListedOrder['outcome']): Listed {
  return outcome.kind === 'reversed' && !outcome.deliveryKnown ? 'taken_back' : outcome.kind;
}
