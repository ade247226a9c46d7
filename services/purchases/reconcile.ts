import type { Pool } from 'pg';
import type { GatewayAdapter, InquiryOutcome, ListedOrder } from '../../adapters/adapter.ts';
import { recordContradiction } from '../../db/purchases/contradictions.ts';
import { findInquirable } from '../../db/purchases/inquiries.ts';
import {
  findSharedReferences,
  readSentPurchases,
  type SentPurchase,
} from '../../db/purchases/reconciliation.ts';
import { type PurchaseId, readId } from '../../domain/ids.ts';
import { compareOrder, type Listed } from '../../domain/money/reconciliation.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import type { Inquirer } from './inquire.ts';
import type { AdapterFor } from './ports.ts';
import type { OutcomeRecorder } from './record-outcome.ts';

/** One order on which books and list did not agree. */
export interface Finding {
  /** Our purchase, or the carrier's reference of an order that is not ours. */
  readonly subject: string;
  readonly kind: /** The list had a new outcome; it is booked now. */
    | 'settled_successful'
    | 'settled_failed'
    | 'settled_reversed'
    /** Delivered after it had failed: listed as a late confirmation. */
    | 'late_delivery'
    | 'late_delivery_taken_back'
    /** The carrier denies a delivery that it had confirmed; recorded as a contradiction. */
    | 'denied'
    /** We charged for it, and the carrier does not know it, even when asked. */
    | 'unknown_to_carrier'
    | 'reference_shared'
    /** In the carrier's list under one of our keys, but not a purchase of this network. */
    | 'not_ours'
    | 'unclear';
  readonly detail: string;
}

export type Reconciled =
  | { readonly kind: 'no_gateway' }
  /** The protocol offers no list. */
  | { readonly kind: 'no_list'; readonly protocol: string }
  | { readonly kind: 'unavailable'; readonly detail: string }
  | {
      readonly kind: 'reconciled';
      readonly ours: number;
      readonly listed: number;
      /** Orders in the list without one of our keys. */
      readonly strangers: number;
      readonly findings: readonly Finding[];
    };

export interface Day {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly from: Date;
  /** 24 hours later. */
  readonly to: Date;
}

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
  const adapter = ports.adapterFor(day.networkId, day.livemode);
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
      ...(ours === undefined ? await ofNoDay(pool, day, order) : await compare(ports, ours, order)),
    );
  }
  const inList = new Set(listed.orders.map(({ gatewayReference }) => gatewayReference));
  findings.push(...(await findMissing(ports, adapter, sent, inList, signal)));
  findings.push(...(await sharedReferences(pool, sent)));
  const { strangers } = listed;
  return { kind: 'reconciled', ours: sent.length, listed: listed.orders.length, strangers, findings };
}

/** A list may reach beyond the day. Purchases sent on another day belong to that day; those never sent belong to none. */
async function ofNoDay(pool: Pool, day: Day, order: ListedOrder): Promise<Finding[]> {
  const purchaseId = readId('pur', order.gatewayReference);
  const purchase = purchaseId === null ? null : await findInquirable(pool, purchaseId);
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
): Promise<void> {
  const purchase = await findInquirable(pool, purchaseId);
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
  sent: readonly SentPurchase[],
  inList: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { purchaseId, status } of sent) {
    if (status !== 'successful' || inList.has(toGatewayReference(purchaseId)) || adapter.inquiry === null)
      continue;
    const purchase = await findInquirable(pool, purchaseId);
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
