import type { PoolClient } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { toJsonRecord, toJsonRecords } from '../json-records.ts';
import { dropLiveLocations } from '../networks/number-lookups.ts';
import { preventIndexUse } from '../prevent-index-use.ts';
import { writeLateNews } from './late-news.ts';
import type { EventRow, LineRow, OutboxRow, Postings } from './postings.ts';

/** Writes what a settle transaction decided. Every statement is set-based; those with nothing to write are left out, and all are sent before the first is answered. */
export async function writePostings(tx: PoolClient, accountId: AccountId, writes: Postings): Promise<void> {
  const account = uuidOf('acc', accountId);
  await Promise.all([
    writes.states.length > 0 ? updatePurchases(tx, account, writes) : null,
    writeLateNews(tx, writes),
    writes.misdirectedNumbers.length > 0 ? dropLiveLocations(tx, writes.misdirectedNumbers) : null,
  ]);
}

async function updatePurchases(tx: PoolClient, account: string, writes: Postings): Promise<void> {
  const { at, money, states, lines, events, outbox } = writes;
  await tx.query({
    name: 'settle',
    text: SETTLE,
    values: [
      account,
      at,
      toJsonRecord({ available: money.available, held: money.held, line_seq: money.lineSeq }),
      toJsonRecords(states.map(stateRecord)),
      toJsonRecords(lines.map(lineRecord)),
      toJsonRecords(events.map(eventRecord)),
      toJsonRecords(outbox.map(outboxRecord)),
    ],
  });
}

function stateRecord({ purchaseId, state }: Postings['states'][number]) {
  const delivered = state.status === 'successful' || state.status === 'reversed' ? state.delivery : null;
  const reversal = state.status === 'reversed' ? state.reversal : null;
  return {
    id: uuidOf('pur', purchaseId),
    status: state.status,
    completed_at: state.status === 'pending' ? null : state.completedAt,
    confirmed_at: delivered?.confirmedAt ?? null,
    network_reference: delivered?.networkReference ?? null,
    failure_code: state.status === 'failed' ? state.failureCode : null,
    reversed_at: reversal?.reversedAt ?? null,
    reversal_reason: reversal?.reason ?? null,
  };
}

function lineRecord(line: LineRow) {
  return {
    id: uuidOf('stl', line.id),
    seq: line.seq,
    type: line.type,
    amount: line.amount,
    balance_after: line.balanceAfter,
    currency: line.currency,
    purchase_id: uuidOf('pur', line.purchaseId),
    reference: line.reference,
    phone_number: line.phoneNumber,
    bundle_id: line.bundleId,
  };
}

function eventRecord({ id, type, purchaseId, body }: EventRow) {
  return { id: uuidOf('evt', id), type, subject_id: uuidOf('pur', purchaseId), body };
}

function outboxRecord({ id, queue, topic, subjectUuid }: OutboxRow) {
  return { id, queue, topic, subject_id: subjectUuid };
}

/**
 * An array of their ids finds the purchases, even if the planner assumes another number of states.
 *
 * A start that still waits in the outbox goes with the purchase that failed: nothing failed is ever sent. One that a relay
 * has locked is left to it: it may be waiting for this purchase, and drops the start when it finds it final.
 */
const SETTLE = `
  WITH states AS (
    SELECT *
      FROM json_to_recordset($4)
        AS s (id uuid, status text, completed_at timestamptz, confirmed_at timestamptz, network_reference text,
              failure_code text, reversed_at timestamptz, reversal_reason text)
  ), settled AS (
    UPDATE purchases p
       SET status            = s.status,
           completed_at      = s.completed_at,
           confirmed_at      = s.confirmed_at,
           network_reference = s.network_reference,
           failure_code      = s.failure_code,
           reversed_at       = s.reversed_at,
           reversal_reason   = s.reversal_reason
      FROM states s
     WHERE p.id = s.id AND p.id = ANY (ARRAY(SELECT id FROM states)) AND ${preventIndexUse('p.account_id = $1')}
    RETURNING p.batch_id, p.network_id, p.price, old.status AS was, new.status AS became
  ), counted AS (
    UPDATE batch_tallies t
       SET pending    = t.pending + m.pending,
           successful = t.successful + m.successful,
           failed     = t.failed + m.failed,
           reversed   = t.reversed + m.reversed,
           held       = t.held + m.held,
           charged    = t.charged + m.charged,
           refunded   = t.refunded + m.refunded
      FROM (SELECT batch_id, network_id,
                   sum((became = 'pending')::int    - (was = 'pending')::int)::int    AS pending,
                   sum((became = 'successful')::int - (was = 'successful')::int)::int AS successful,
                   sum((became = 'failed')::int     - (was = 'failed')::int)::int     AS failed,
                   sum((became = 'reversed')::int   - (was = 'reversed')::int)::int   AS reversed,
                   sum(price * ((became = 'pending')::int  - (was = 'pending')::int))::bigint  AS held,
                   sum(price * ((became IN ('successful', 'reversed'))::int
                                - (was IN ('successful', 'reversed'))::int))::bigint           AS charged,
                   sum(price * ((became = 'reversed')::int - (was = 'reversed')::int))::bigint AS refunded
              FROM settled
             WHERE batch_id IS NOT NULL
             GROUP BY batch_id, network_id) m
     WHERE t.batch_id = m.batch_id AND t.network_id = m.network_id
  ), lines AS (
    INSERT INTO statement_lines
           (account_id, id, seq, type, occurred_at, amount, balance_after, currency, purchase_id, reference,
            phone_number, bundle_id)
    SELECT $1, id, seq, type, $2, amount, balance_after, currency, purchase_id, reference, phone_number, bundle_id
      FROM json_to_recordset($5)
        AS l (id uuid, seq bigint, type text, amount bigint, balance_after bigint, currency text, purchase_id uuid,
              reference text, phone_number text, bundle_id text)
  ), notified AS (
    INSERT INTO events (id, account_id, type, subject_id, created_at, body)
    SELECT id, $1, type, subject_id, $2, body
      FROM json_to_recordset($6) AS e (id uuid, type text, subject_id uuid, body text)
  ), queued AS (
    INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
    SELECT id, queue, topic, subject_id, $1, $2
      FROM json_to_recordset($7) AS o (id uuid, queue text, topic text, subject_id uuid)
  ), unqueued AS (
    DELETE FROM outbox
     WHERE id = ANY (ARRAY(
           SELECT id
             FROM outbox
            WHERE subject_id = ANY (ARRAY(SELECT id FROM states WHERE failure_code IS NOT NULL))
              AND topic = 'start_purchase'
              FOR UPDATE SKIP LOCKED))
  )
  UPDATE accounts a
     SET available        = m.available,
         held             = m.held,
         line_seq         = m.line_seq,
         last_movement_at = CASE WHEN m.line_seq > a.line_seq THEN $2 ELSE a.last_movement_at END,
         updated_at       = $2
    FROM json_to_record($3) AS m (available bigint, held bigint, line_seq bigint)
   WHERE a.id = $1`;
