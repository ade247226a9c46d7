import type { Pool, PoolClient } from 'pg';
import { renderPurchase } from '../../contract/purchase.ts';
import { renderEvent } from '../../contract/webhook-body.ts';
import { lockAccount, movementTime } from '../../db/accounts/lock.ts';
import { alertIfLow } from '../../db/accounts/low-balance.ts';
import { type AuditEntry, recordAction } from '../../db/audit/record.ts';
import { isDeadlock, mayBeOneItem } from '../../db/errors.ts';
import type { EventRow, LineRow, OutboxRow } from '../../db/purchases/postings.ts';
import { lockPurchases } from '../../db/purchases/purchases.ts';
import { findSendsUnderWay } from '../../db/purchases/submissions.ts';
import { writePostings } from '../../db/purchases/write-postings.ts';
import { countReturnedToKeys } from '../../db/rules/key-caps.ts';
import { countReturned } from '../../db/rules/spending.ts';
import { type Commit, inTransaction } from '../../db/transaction.ts';
import { newId, newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import { RESOLVE_MARGIN_MS } from '../../domain/purchase/deadline.ts';
import { isNotOurSubscriber } from '../../domain/purchase/failure-codes.ts';
import { toEventType } from '../../domain/purchase/movements.ts';
import type { Purchase, PurchaseState } from '../../domain/purchase/purchase.ts';
import {
  LATE_INQUIRY_MS,
  type Settlement,
  type SettleOutcome,
  settleAll,
} from '../../domain/purchase/settlement.ts';
import { createLanes, type LaneObserver } from '../lane.ts';
import { clearByHand } from './clear-by-hand.ts';
import type { Ledger, SettleRequest } from './ports.ts';

/** Most reports that one transaction of an account settles. */
const GROUP_CAP = 512;

/** The ledger that groups the reports about an account. */
export interface SettleLane extends Ledger {
  /** Resolves once nothing is being settled. */
  idle(): Promise<void>;
}

export interface SettleLaneDeps {
  readonly pool: Pool;
  /** Called after each commit with the queues that have new rows, to wake the relay. */
  readonly onOutbox: (queues: ReadonlySet<string>) => void;
  readonly onGroup?: LaneObserver;
  /** How long before `resolve_by` a purchase without a confirmation expires; 1.5 s by default. */
  readonly resolveMarginMs?: number;
  /** Called after each commit for every purchase whose state it changed, with the purchase as it is now. */
  readonly onSettled?: (purchase: Purchase) => void;
}

/** The settle lanes of this process: captures, releases and refunds of one account, many in one transaction. */
export function createSettleLane(deps: SettleLaneDeps): SettleLane {
  const lanes = createLanes<AccountId, SettleRequest, SettleOutcome | null>({
    cap: GROUP_CAP,
    shouldRetryIndividually: mayBeOneItem,
    shouldRepeat: isDeadlock,
    ...(deps.onGroup === undefined ? {} : { onGroup: deps.onGroup }),
    work: (accountId, requests) => settleGroup(deps, accountId, requests),
  });
  return {
    settle: (accountId, request) => lanes.run(accountId, request),
    idle: () => lanes.idle(),
  };
}

async function settleGroup(
  deps: SettleLaneDeps,
  accountId: AccountId,
  requests: readonly SettleRequest[],
): Promise<Settlement['outcomes']> {
  const queues = new Set<string>();
  const { resolveMarginMs = RESOLVE_MARGIN_MS.default } = deps;
  const settlement = await inTransaction(deps.pool, (tx, commit) =>
    settleIn(tx, commit, { accountId, requests, resolveMarginMs }, queues),
  );
  if (queues.size > 0) deps.onOutbox(queues);
  for (const { purchase } of settlement.steps) deps.onSettled?.(purchase);
  return settlement.outcomes;
}

interface SettleWork {
  readonly accountId: AccountId;
  readonly requests: readonly SettleRequest[];
  readonly resolveMarginMs: number;
}

async function settleIn(
  tx: PoolClient,
  commit: Commit,
  { accountId, requests: wanted, resolveMarginMs }: SettleWork,
  queues: Set<string>,
): Promise<Settlement> {
  const ids = [...new Set(wanted.map(({ purchaseId }) => purchaseId))];
  // Sent together and run in this order: statements after the locks read under them.
  const [account, { clock, purchases }, underWay] = await Promise.all([
    lockAccount(tx, accountId),
    lockPurchases(tx, accountId, ids),
    findSendsUnderWay(tx, unlessUnderWay(wanted)),
  ]);
  const { requests, entries } = await clearByHand(tx, wanted, purchases, underWay);
  const at = movementTime(account, clock);
  const settlement = settleAll(account, purchases, requests, { clock, at, resolveMarginMs, underWay });

  const { events, outbox } = announce(settlement, requests, at);
  for (const { queue } of outbox) queues.add(queue);
  const writing = writePostings(tx, accountId, {
    at,
    money: settlement.money,
    states: [...settlement.finalStates].map(([purchaseId, state]) => ({ purchaseId, state })),
    lines: statementLines(settlement),
    events,
    outbox,
    lateConfirmations: [...settlement.lateConfirmations].map(([purchaseId, delivery]) => ({
      purchaseId,
      delivery,
    })),
    misdirectedNumbers: misdirectedNumbers(settlement),
    reversedLateConfirmations: [...settlement.reversedLateConfirmations],
    contradictions: [...settlement.contradictions].map(([purchaseId, kind]) => ({ purchaseId, kind })),
    lateInquiries: [...settlement.lateInquiries].map((purchaseId) => ({
      purchaseId,
      until: new Date(at.getTime() + LATE_INQUIRY_MS),
    })),
  });
  const given = listReturned(settlement);
  const returned = [countReturned(tx, accountId, given), countReturnedToKeys(tx, accountId, given)];
  const warning = alertIfLow(tx, accountId, account, settlement.money.available);
  // Last, because the log's lock is the last one. Without a change by hand, it is not taken.
  const recording = [...entries, ...changesByHand(settlement, requests)].map((record) =>
    recordAction(tx, record),
  );
  await Promise.all([writing, ...returned, warning, ...recording, commit()]);
  return settlement;
}

/** Purchases whose money was released or refunded by this transaction. */
function listReturned({ finalStates }: Settlement): PurchaseId[] {
  return [...finalStates].flatMap(([id, { status }]) =>
    status === 'failed' || status === 'reversed' ? [id] : [],
  );
}

function unlessUnderWay(requests: readonly SettleRequest[]): PurchaseId[] {
  return requests.flatMap((request) => (request.unlessUnderWay === true ? [request.purchaseId] : []));
}

function changesByHand(settlement: Settlement, requests: readonly SettleRequest[]): AuditEntry[] {
  return requests.flatMap(({ record, purchaseId }, at) => {
    const kind = settlement.outcomes[at]?.kind;
    const changed =
      kind !== 'unapproved' && (kind === 'settled' || settlement.lateConfirmations.has(purchaseId));
    return record === undefined || !changed ? [] : [record];
  });
}

/** Numbers that a network rejected as not its own: the porting provider's answer about them is wrong. */
function misdirectedNumbers({ steps }: Settlement): string[] {
  return steps.flatMap(({ purchase: { order, state } }) =>
    state.status === 'failed' && isNotOurSubscriber(state.failureCode) ? [order.phoneNumber] : [],
  );
}

function statementLines({ steps }: Settlement): LineRow[] {
  return steps.flatMap(({ purchase: { order }, line }) => {
    if (line === null) return [];
    const { reference, phoneNumber, currency, bundle } = order;
    const owner = { purchaseId: order.id, reference, phoneNumber, bundleId: bundle.id, currency };
    return [{ ...line, ...owner, id: newId('stl') }];
  });
}

/** Events with their stored bodies, and outbox rows for them and for workflows that still wait. */
function announce(
  { steps, finalStates, lateInquiries }: Settlement,
  requests: readonly SettleRequest[],
  at: Date,
): { events: EventRow[]; outbox: OutboxRow[] } {
  const events: EventRow[] = [];
  const outbox: OutboxRow[] = [];
  for (const { purchase } of steps) {
    if (purchase.state.status === 'pending') continue;
    const event = eventRow(purchase.order.id, purchase.state, renderPurchase(purchase), at);
    events.push(event);
    outbox.push({
      id: newUuid(),
      queue: WEBHOOK_QUEUE,
      topic: 'deliver_event',
      subjectUuid: uuidOf('evt', event.id),
    });
  }
  const toldByOthers = new Set(
    requests.flatMap((request) => (request.endWorkflow ? [request.purchaseId] : [])),
  );
  for (const purchaseId of finalStates.keys()) {
    if (toldByOthers.has(purchaseId)) outbox.push(forTemporal('end_purchase', purchaseId));
  }
  for (const purchaseId of lateInquiries) outbox.push(forTemporal('inquire_late', purchaseId));
  return { events, outbox };
}

function eventRow(
  purchaseId: PurchaseId,
  state: Exclude<PurchaseState, { status: 'pending' }>,
  resource: object,
  at: Date,
): EventRow {
  const id = newId('evt');
  const type = toEventType(state);
  return { id, type, purchaseId, body: renderEvent(id, type, at, resource) };
}

function forTemporal(topic: 'end_purchase' | 'inquire_late', purchaseId: PurchaseId): OutboxRow {
  return { id: newUuid(), queue: TEMPORAL_QUEUE, topic, subjectUuid: uuidOf('pur', purchaseId) };
}
