import type { PoolClient } from 'pg';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import type { PurchaseState } from '../../domain/purchase/purchase.ts';
import { dropLiveLocations } from '../networks/number-lookups.ts';
import { preventIndexUse } from '../prevent-index-use.ts';
import { writeLateNews } from './late-news.ts';
import type { Postings } from './postings.ts';

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
      money.available,
      money.held,
      money.lineSeq,
      ...stateColumns(states),
      lines.map((line) => uuidOf('stl', line.id)),
      lines.map((line) => line.seq),
      lines.map((line) => line.type),
      lines.map((line) => line.amount),
      lines.map((line) => line.balanceAfter),
      lines.map((line) => line.currency),
      lines.map((line) => uuidOf('pur', line.purchaseId)),
      lines.map((line) => line.reference),
      lines.map((line) => line.phoneNumber),
      lines.map((line) => line.bundleId),
      events.map((event) => uuidOf('evt', event.id)),
      events.map((event) => event.type),
      events.map((event) => uuidOf('pur', event.purchaseId)),
      events.map((event) => event.body),
      outbox.map((row) => row.id),
      outbox.map((row) => row.queue),
      outbox.map((row) => row.topic),
      outbox.map((row) => row.subjectUuid),
    ],
  });
}

function stateColumns(states: Postings['states']): unknown[][] {
  const delivered = (state: PurchaseState) =>
    state.status === 'successful' || state.status === 'reversed' ? state.delivery : null;
  const reversal = (state: PurchaseState) => (state.status === 'reversed' ? state.reversal : null);
  return [
    states.map(({ purchaseId }) => uuidOf('pur', purchaseId)),
    states.map(({ state }) => state.status),
    states.map(({ state }) => (state.status === 'pending' ? null : state.completedAt)),
    states.map(({ state }) => delivered(state)?.confirmedAt ?? null),
    states.map(({ state }) => delivered(state)?.networkReference ?? null),
    states.map(({ state }) => (state.status === 'failed' ? state.failureCode : null)),
    states.map(({ state }) => reversal(state)?.reversedAt ?? null),
    states.map(({ state }) => reversal(state)?.reason ?? null),
  ];
}

/**
 * A start that still waits in the outbox goes with the purchase that failed: nothing failed is ever sent. One that a relay
 * has locked is left to it: it may be waiting for this very purchase, and drops the start when it finds it final.
 */
const SETTLE = `
  WITH settled AS (
    UPDATE purchases p
       SET status            = s.status,
           completed_at      = s.completed_at,
           confirmed_at      = s.confirmed_at,
           network_reference = s.network_reference,
           failure_code      = s.failure_code,
           reversed_at       = s.reversed_at,
           reversal_reason   = s.reversal_reason
      FROM unnest($6::uuid[], $7::text[], $8::timestamptz[], $9::timestamptz[], $10::text[], $11::text[],
                  $12::timestamptz[], $13::text[])
             AS s (id, status, completed_at, confirmed_at, network_reference, failure_code, reversed_at,
                   reversal_reason)
     WHERE p.id = s.id AND ${preventIndexUse('p.account_id = $1')}
    RETURNING p.batch_id, p.network_id, old.status AS was, new.status AS became
  ), counted AS (
    UPDATE batch_tallies t
       SET pending    = t.pending + m.pending,
           successful = t.successful + m.successful,
           failed     = t.failed + m.failed,
           reversed   = t.reversed + m.reversed
      FROM (SELECT batch_id, network_id,
                   sum((became = 'pending')::int    - (was = 'pending')::int)::int    AS pending,
                   sum((became = 'successful')::int - (was = 'successful')::int)::int AS successful,
                   sum((became = 'failed')::int     - (was = 'failed')::int)::int     AS failed,
                   sum((became = 'reversed')::int   - (was = 'reversed')::int)::int   AS reversed
              FROM settled
             WHERE batch_id IS NOT NULL
             GROUP BY batch_id, network_id) m
     WHERE t.batch_id = m.batch_id AND t.network_id = m.network_id
  ), lines AS (
    INSERT INTO statement_lines
           (account_id, id, seq, type, occurred_at, amount, balance_after, currency, purchase_id, reference,
            phone_number, bundle_id)
    SELECT $1, id, seq, type, $2, amount, balance_after, currency, purchase_id, reference, phone_number, bundle_id
      FROM unnest($14::uuid[], $15::bigint[], $16::text[], $17::bigint[], $18::bigint[], $19::text[], $20::uuid[],
                  $21::text[], $22::text[], $23::text[])
             AS l (id, seq, type, amount, balance_after, currency, purchase_id, reference, phone_number, bundle_id)
  ), told AS (
    INSERT INTO events (id, account_id, type, subject_id, created_at, body)
    SELECT id, $1, type, subject_id, $2, body
      FROM unnest($24::uuid[], $25::text[], $26::uuid[], $27::text[]) AS e (id, type, subject_id, body)
  ), queued AS (
    INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
    SELECT id, queue, topic, subject_id, $1, $2
      FROM unnest($28::uuid[], $29::text[], $30::text[], $31::uuid[]) AS o (id, queue, topic, subject_id)
  ), unqueued AS (
    DELETE FROM outbox
     WHERE id IN (
           SELECT o.id
             FROM unnest($6::uuid[], $11::text[]) AS f (id, code)
             JOIN outbox o ON o.subject_id = f.id AND o.topic = 'start_purchase'
            WHERE f.code IS NOT NULL
              FOR UPDATE OF o SKIP LOCKED)
  )
  UPDATE accounts
     SET available        = $3,
         held             = $4,
         line_seq         = $5,
         last_movement_at = CASE WHEN $5::bigint > line_seq THEN $2::timestamptz ELSE last_movement_at END,
         updated_at       = $2
   WHERE id = $1`;
