import type { Pool } from 'pg';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { networkQueue } from '../../domain/network/queues.ts';
import type {
  CallbackFact,
  PurchaseFacts,
  RowFacts,
  StartFact,
  SubmissionFact,
} from '../../domain/purchase/facts.ts';
import type { TakenBack } from '../../domain/purchase/late-settlement.ts';
import { type DeliveryCost, readDeliveryCosts } from '../costs/delivered.ts';
import { waitingOrClaimed } from '../outbox/either-index.ts';
import { readPlatform } from '../outbox/heartbeats.ts';
import { LIMITS } from '../outbox/pace.ts';
import { readEventFacts } from '../webhooks/event-facts.ts';
import { IS_TAKEN_BACK } from './late-news.ts';
import { findPurchase } from './purchases.ts';

/** Newest callbacks that are read of one purchase, and purchases or rows that one reference names. */
const MOST = 50;

/** A line of the statement that a purchase wrote. */
export interface LineFact {
  readonly seq: number;
  readonly type: string;
  readonly occurredAt: Date;
  readonly amount: number;
  readonly balanceAfter: number;
}

export interface TracedPurchase extends PurchaseFacts {
  readonly lines: readonly LineFact[];
  readonly nextActionAt: Date;
  /** What gateways took for delivering it. */
  readonly costs: readonly DeliveryCost[];
}

/** The purchases that an id or a reference names: at most one per account. */
export async function findTraced(
  db: Pool,
  named: { readonly id: PurchaseId } | { readonly reference: string },
  accountId: AccountId | null,
): Promise<readonly { readonly id: PurchaseId; readonly accountId: AccountId }[]> {
  const { rows } = await db.query<{ id: string; account_id: string }>({
    text: `
      SELECT p.id, p.account_id
        FROM (SELECT $1::uuid AS id
               UNION ALL
              SELECT n.purchase_id
                FROM accounts a
                JOIN purchase_references n ON n.account_id = a.id AND n.reference = $2) named
        JOIN purchases p ON p.id = named.id
       WHERE $3::uuid IS NULL OR p.account_id = $3
       ORDER BY p.id DESC
       LIMIT ${MOST}`,
    values: [
      'id' in named ? uuidOf('pur', named.id) : null,
      'reference' in named ? named.reference : null,
      accountId === null ? null : uuidOf('acc', accountId),
    ],
  });
  return rows.map((row) => ({ id: idFromUuid('pur', row.id), accountId: idFromUuid('acc', row.account_id) }));
}

/** The purchases for a phone number, of all accounts, newest first. */
export async function findTracedByNumber(
  db: Pool,
  phoneNumber: string,
): Promise<readonly { readonly id: PurchaseId; readonly accountId: AccountId }[]> {
  const { rows } = await db.query<{ id: string; account_id: string }>({
    text: `
      SELECT id, account_id FROM purchases WHERE phone_number = $1 ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
    values: [phoneNumber],
  });
  return rows.map((row) => ({ id: idFromUuid('pur', row.id), accountId: idFromUuid('acc', row.account_id) }));
}

/** Everything on record about one purchase; null when the account has none of this id. */
export async function readTrace(
  db: Pool,
  accountId: AccountId,
  id: PurchaseId,
): Promise<TracedPurchase | null> {
  const purchase = await findPurchase(db, accountId, id);
  if (purchase === null) return null;

  const { networkId, livemode, createdAt } = purchase.order;
  const queue = networkQueue(networkId, livemode);
  const [base, submissions, callbacks, events, lines, start, platform, costs] = await Promise.all([
    readBase(db, id),
    readSubmissions(db, id),
    readCallbacks(db, id, { networkId, livemode, createdAt }),
    readEventFacts(db, accountId, id),
    readLines(db, accountId, id),
    readStart(db, id, queue),
    readPlatform(db),
    readDeliveryCosts(db, id),
  ]);
  return { purchase, ...base, submissions, callbacks, events, lines, start, platform, costs };
}

async function readBase(db: Pool, id: PurchaseId) {
  const { rows } = await db.query<{
    now: Date;
    nextActionAt: Date;
    gatewayTimeoutMs: number;
    recordedAt: Date | null;
    resolution: string | null;
    source: string | null;
    takenBack: TakenBack;
    until: Date | null;
    inquiryOutcome: string | null;
  }>({
    text: `
      SELECT (SELECT app_now()) AS now, p.next_action_at AS "nextActionAt", n.gateway_timeout_ms AS "gatewayTimeoutMs",
             c.recorded_at AS "recordedAt", c.resolution, f.source,
             CASE WHEN EXISTS (SELECT FROM contradictions
                                WHERE purchase_id = p.id AND kind = 'reversed_after_agreed_charge' AND resolved_at IS NULL)
                  THEN 'refund_due'
                  WHEN ${IS_TAKEN_BACK} THEN 'yes'
                  ELSE 'no' END AS "takenBack",
             i.until, i.outcome AS "inquiryOutcome"
        FROM purchases p
        JOIN networks n ON n.id = p.network_id
        LEFT JOIN late_confirmations c ON c.purchase_id = p.id
        LEFT JOIN confirmations f ON f.purchase_id = c.purchase_id
        LEFT JOIN late_inquiries i ON i.purchase_id = p.id
       WHERE p.id = $1`,
    values: [uuidOf('pur', id)],
  });
  const row = rows[0];
  if (row === undefined) throw new TypeError(`no purchase ${id}`);
  const { recordedAt, resolution, source, takenBack, until, inquiryOutcome, ...base } = row;
  return {
    ...base,
    lateConfirmation: recordedAt === null ? null : { recordedAt, resolution, source, takenBack },
    lateInquiry: until === null ? null : { until, outcome: inquiryOutcome },
  };
}

async function readSubmissions(db: Pool, id: PurchaseId): Promise<SubmissionFact[]> {
  const { rows } = await db.query<SubmissionFact>({
    text: `
      SELECT attempt, sent_at AS "sentAt", answered_at AS "answeredAt", outcome, gateway_id AS "gatewayId", detail,
             route, route_reason AS "routeReason"
        FROM submissions
       WHERE purchase_id = $1
       ORDER BY attempt`,
    values: [uuidOf('pur', id)],
  });
  return rows;
}

/** Callbacks that were handled for the purchase, and rejected ones that name it. */
async function readCallbacks(
  db: Pool,
  id: PurchaseId,
  order: { readonly networkId: string; readonly livemode: boolean; readonly createdAt: Date },
): Promise<CallbackFact[]> {
  const { rows } = await db.query<Omit<CallbackFact, 'body'> & { body: Buffer }>({
    text: `
      SELECT received_at AS "receivedAt", handled_at AS "handledAt", handled_as AS "handledAs", body
        FROM gateway_callbacks
       WHERE network_id = $1 AND livemode = $2 AND received_at >= $3 AND received_at < $3 + interval '4 days'
         AND (purchase_id = $4 OR position(convert_to($5, 'UTF8') IN body) > 0)
       ORDER BY received_at
       LIMIT ${MOST}`,
    values: [order.networkId, order.livemode, order.createdAt, uuidOf('pur', id), id],
  });
  return rows.map((row) => ({ ...row, body: row.body.toString('utf8') }));
}

async function readLines(db: Pool, accountId: AccountId, id: PurchaseId): Promise<LineFact[]> {
  const { rows } = await db.query<LineFact>({
    text: `
      SELECT seq, type, occurred_at AS "occurredAt", amount, balance_after AS "balanceAfter"
        FROM statement_lines
       WHERE account_id = $1 AND purchase_id = $2
       ORDER BY seq`,
    values: [uuidOf('acc', accountId), uuidOf('pur', id)],
  });
  return rows;
}

/** What the start of a purchase waits behind; null when it does not wait. */
async function readStart(db: Pool, id: PurchaseId, queue: string): Promise<StartFact | null> {
  const { rows } = await db.query<StartFact>({
    text: `
      SELECT o.created_at AS "waitingSince", ${LIMITS.inFlightMax} AS "inFlightMax",
             ${LIMITS.ratePerSecond} AS "ratePerSecond",
             (SELECT count(*)::int
                FROM outbox other
               WHERE other.queue = o.queue AND (other.priority, other.id) < (o.priority, o.id)
                 AND ${waitingOrClaimed('other')}) AS ahead,
             found."inFlight", found."accountInFlight"
        FROM outbox o
        JOIN network_queues q ON q.queue = o.queue
       CROSS JOIN LATERAL (
             SELECT count(*)::int AS "inFlight",
                    count(*) FILTER (WHERE p.account_id = o.account_id)::int AS "accountInFlight"
               FROM purchases p
              WHERE p.network_id = q.network_id AND p.livemode = q.livemode AND p.status = 'pending'
                AND p.dispatched_at IS NOT NULL) found
       WHERE o.queue = $2 AND o.subject_id = $1 AND o.topic = 'start_purchase'`,
    values: [uuidOf('pur', id), queue],
  });
  return rows[0] ?? null;
}

/** Rows of campaigns that have a reference and have bought nothing. */
export async function findUnboughtRows(
  db: Pool,
  reference: string,
  accountId: AccountId | null,
): Promise<RowFacts[]> {
  const { rows } = await db.query<RowFacts>({
    text: `
      SELECT r.batch_id AS "batchId", b.status AS "batchStatus", b.pause_code AS "pauseCode",
             b.pause_message AS "pauseMessage", r.state, r.line, r.errors -> 0 ->> 'message' AS error
        FROM batch_rows r
        JOIN batches b ON b.id = r.batch_id
       WHERE r.reference = $1 AND r.state <> 'released' AND ($2::uuid IS NULL OR b.account_id = $2)
       ORDER BY b.id DESC
       LIMIT ${MOST}`,
    values: [reference, accountId === null ? null : uuidOf('acc', accountId)],
  });
  return rows.map((row) => ({ ...row, batchId: idFromUuid('bat', row.batchId) }));
}
