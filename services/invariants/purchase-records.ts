import type { Pool } from 'pg';
import { idFromUuid, parseId } from '../../domain/ids.ts';
import type { FailureCode } from '../../domain/purchase/failure-codes.ts';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import type { PurchaseStatus } from '../../domain/purchase/purchase.ts';
import type { Book, PurchaseRecord } from './book.ts';

/** Records that one query fetches. */
const PAGE = 5_000;

const RECORD = `
  p.id, p.account_id, p.status, p.failure_code,
  l.purchase_id IS NOT NULL AS listed_late,
  q.purchase_id IS NOT NULL AND q.ended_at IS NULL AS inquiry_open,
  (SELECT count(*)::int
     FROM route_deliveries d
    WHERE d.purchase_id = p.id
      AND EXISTS (SELECT FROM contradictions k WHERE k.purchase_id = p.id AND k.kind = 'delivered_twice'))
    AS named_deliveries`;

interface RecordRow {
  readonly id: string;
  readonly account_id: string;
  readonly status: PurchaseStatus;
  readonly failure_code: FailureCode | null;
  readonly listed_late: boolean;
  readonly inquiry_open: boolean;
  readonly named_deliveries: number;
}

/** The UUID of the purchase that a key names; null if it names none. */
export function uuidOfKey(key: string): string | null {
  return parseId('pur', key);
}

/** Purchases below this UUID may have been archived. */
export async function readFirstKept(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(`SELECT first_kept_id('purchases') AS id`);
  return rows[0]?.id ?? '';
}

/** The purchases that these keys belong to, by key. */
export async function readByKeys(pool: Pool, keys: readonly string[]): Promise<Map<string, PurchaseRecord>> {
  const uuids = keys.flatMap((key) => uuidOfKey(key) ?? []);
  const { rows } = await pool.query<RecordRow>({
    text: `
      SELECT ${RECORD}
        FROM purchases p
        LEFT JOIN late_confirmations l ON l.purchase_id = p.id
        LEFT JOIN late_inquiries q ON q.purchase_id = p.id
       WHERE p.id = ANY ($1::uuid[])`,
    values: [uuids],
  });
  return new Map(rows.map(readRecord).map((record) => [toGatewayReference(record.purchaseId), record]));
}

/** Page by page, every purchase on a covered network that our rows call delivered: successful, reversed or late. */
export async function* readDelivered(
  pool: Pool,
  covers: Book['covers'],
  accountUuid: string | null,
): AsyncGenerator<readonly PurchaseRecord[]> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await pool.query<RecordRow>({
      text: `
        SELECT ${RECORD}
          FROM purchases p
          JOIN (SELECT DISTINCT network_id, livemode
                  FROM unnest($2::text[], $3::boolean[]) AS c (network_id, livemode)) covered
               ON covered.network_id = p.network_id AND covered.livemode = p.livemode
          LEFT JOIN late_confirmations l ON l.purchase_id = p.id
          LEFT JOIN late_inquiries q ON q.purchase_id = p.id
         WHERE p.id > $4
           AND ($1::uuid IS NULL OR p.account_id = $1)
           AND (p.status IN ('successful', 'reversed') OR l.purchase_id IS NOT NULL)
         ORDER BY p.id
         LIMIT $5`,
      values: [
        accountUuid,
        covers.map(({ networkId }) => networkId),
        covers.map(({ livemode }) => livemode),
        after,
        PAGE,
      ],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(readRecord);
    after = last.id;
  }
}

function readRecord(row: RecordRow): PurchaseRecord {
  return {
    purchaseId: idFromUuid('pur', row.id),
    accountUuid: row.account_id,
    status: row.status,
    failureCode: row.failure_code,
    listedLate: row.listed_late,
    inquiryOpen: row.inquiry_open,
    namedDeliveries: row.named_deliveries,
  };
}
