import type { Pool } from 'pg';
import { type AccountId, type BatchId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';

/** A statement line about a number. */
export interface HeldLine {
  readonly id: string;
  readonly type: string;
  readonly occurredAt: Date;
  readonly amount: number;
  readonly currency: string;
  readonly purchaseId: string | null;
}

/** Up to `limit` statement lines of an account with the number, in order; also those of purchases that were archived. */
export async function listLinesOf(
  db: Reader,
  accountId: AccountId,
  phoneNumber: string,
  limit: number,
): Promise<HeldLine[]> {
  const { rows } = await db.query<HeldLine & { purchaseId: string }>({
    text: `
      SELECT id, type, occurred_at AS "occurredAt", amount, currency, purchase_id AS "purchaseId"
        FROM statement_lines
       WHERE account_id = $1 AND phone_number = $2
       ORDER BY seq
       LIMIT $3`,
    values: [uuidOf('acc', accountId), phoneNumber, limit],
  });
  return rows.map((row) => ({
    ...row,
    id: idFromUuid('stl', row.id),
    purchaseId: idFromUuid('pur', row.purchaseId),
  }));
}

/** An event about a number, as it was sent, and what the receivers answered. */
export interface HeldEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly body: string;
  readonly answers: readonly string[];
}

/** The events about these purchases, in order of time, with the answers of all attempts. */
export async function listEventsOf(
  db: Reader,
  accountId: AccountId,
  purchaseIds: readonly PurchaseId[],
): Promise<HeldEvent[]> {
  const { rows } = await db.query<Omit<HeldEvent, 'answers'> & { answers: Buffer[] }>({
    text: `
      SELECT e.id, e.type, e.created_at AS "createdAt", e.body,
             ARRAY(SELECT a.answer FROM webhook_attempts a WHERE a.event_id = e.id AND a.answer IS NOT NULL ORDER BY a.attempt)
             || ARRAY(SELECT a.answer
                        FROM deliveries d
                        JOIN delivery_attempts a ON a.delivery_id = d.id
                       WHERE d.event_id = e.id AND d.account_id = $1 AND a.answer IS NOT NULL
                       ORDER BY a.started_at) AS answers
        FROM events e
       WHERE e.account_id = $1 AND e.subject_id = ANY ($2::uuid[])
       ORDER BY e.created_at, e.id`,
    values: [uuidOf('acc', accountId), toUuids(purchaseIds)],
  });
  return rows.map((row) => ({
    ...row,
    id: idFromUuid('evt', row.id),
    answers: row.answers.map((answer) => answer.toString('utf8')),
  }));
}

/** A callback of a gateway about a number. */
export interface HeldCallback {
  readonly networkId: string;
  readonly receivedAt: Date;
  readonly body: string;
}

/** The callbacks that were handled for these purchases of an account, in order of time. */
export async function listCallbacksOf(
  db: Pool,
  accountId: AccountId,
  purchaseIds: readonly PurchaseId[],
): Promise<HeldCallback[]> {
  const { rows } = await db.query<Omit<HeldCallback, 'body'> & { body: Buffer }>({
    text: `
      SELECT c.network_id AS "networkId", c.received_at AS "receivedAt", c.body
        FROM gateway_callbacks c
       WHERE c.purchase_id IN (SELECT id FROM purchases WHERE account_id = $1 AND id = ANY ($2::uuid[])) AND c.body <> ''
       ORDER BY c.received_at`,
    values: [uuidOf('acc', accountId), toUuids(purchaseIds)],
  });
  return rows.map((row) => ({ ...row, body: row.body.toString('utf8') }));
}

/** What a porting provider answered about a number; null if nothing is stored. */
export async function findLookup(
  db: Pool,
  phoneNumber: string,
): Promise<{ readonly networkId: string; readonly lookedUpAt: Date } | null> {
  const { rows } = await db.query<{ networkId: string; lookedUpAt: Date }>({
    text: `SELECT network_id AS "networkId", looked_up_at AS "lookedUpAt" FROM number_lookups WHERE phone_number = $1`,
    values: [phoneNumber],
  });
  return rows[0] ?? null;
}

/** Up to `limit` campaigns of an account behind one of them, with the last line of their files. */
export async function listCampaigns(
  db: Pool,
  accountId: AccountId,
  after: BatchId | null,
  limit: number,
): Promise<{ readonly id: BatchId; readonly lastLine: number }[]> {
  const { rows } = await db.query<{ id: string; last: number }>({
    text: `
      SELECT b.id, coalesce((SELECT max(line) FROM batch_rows r WHERE r.batch_id = b.id), 0) AS last
        FROM batches b
       WHERE b.account_id = $1 AND ($2::uuid IS NULL OR b.id > $2)
       ORDER BY b.id
       LIMIT $3`,
    values: [uuidOf('acc', accountId), after === null ? null : uuidOf('bat', after), limit],
  });
  return rows.map(({ id, last }) => ({ id: idFromUuid('bat', id), lastLine: last }));
}

function toUuids(ids: readonly PurchaseId[]): string[] {
  return ids.map((id) => uuidOf('pur', id));
}
