import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createPool } from '../../../db/pool.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';

const LOADING_TIMEOUT_MS = 3_600_000;
const CHUNK = 50_000;
const PRICE = 50_000;
const RESOLVE_WITHIN_MS = 900_000;

/** Connections whose statements may take as long as ten million rows do. */
export function loadingPool(databaseUrl: string, max: number): Pool {
  return createPool(databaseUrl, { max, applicationName: 'bench', statementTimeoutMs: LOADING_TIMEOUT_MS });
}

/**
 * Charges an account many times over today: successful purchases with their lines, both by COPY, and the account's money
 * moved with them. No event reports them.
 */
export async function addManyLines(pool: Pool, accountId: AccountId, count: number): Promise<void> {
  const account = uuidOf('acc', accountId);
  for (let from = 1; from <= count; from += CHUNK) {
    const many = Math.min(CHUNK, count - from + 1);
    await inTransaction(pool, async (tx) => {
      const before = await chargeMany(tx, account, many);
      const purchases = Array.from({ length: many }, () => newUuid());
      await copyIn(
        tx,
        `COPY purchases (${Object.keys(purchaseOf(account, before.at, '', 0, 0)).join()}) FROM STDIN`,
        purchases.map((id, nth) => purchaseOf(account, before.at, id, nth, from + nth)),
      );
      await copyIn(
        tx,
        `COPY statement_lines (${Object.keys(lineOf(account, before, '', 0, 0)).join()}) FROM STDIN`,
        purchases.map((id, nth) => lineOf(account, before, id, nth, from + nth)),
      );
    });
  }
  await pool.query('VACUUM (ANALYZE) statement_lines, purchases');
}

/** How the account stood before a chunk of charges, and when they are made. */
interface Before {
  readonly seq: number;
  readonly balance: number;
  readonly at: Date;
}

async function chargeMany(tx: PoolClient, account: string, many: number): Promise<Before> {
  const { rows } = await tx.query<Before>({
    text: `
      UPDATE accounts
         SET available = available - $2::bigint * $3::bigint, line_seq = line_seq + $2::int, last_movement_at = app_now()
       WHERE id = $1
      RETURNING line_seq - $2::int AS seq, available + held + $2::bigint * $3::bigint AS balance, last_movement_at AS at`,
    values: [account, many, PRICE],
  });
  if (rows[0] === undefined) throw new TypeError('the account is not there');
  return rows[0];
}

type Row = Readonly<Record<string, string | number>>;

/** Rows as COPY's text has them: no value here holds a tab or a line feed. */
async function copyIn(tx: PoolClient, text: string, rows: readonly Row[]): Promise<void> {
  const lines = rows.map((row) => `${Object.values(row).join('\t')}\n`);
  await pipeline(Readable.from([lines.join('')]), tx.query(copyFrom(text)));
}

function purchaseOf(account: string, at: Date, id: string, nth: number, number: number): Row {
  const instant = at.toISOString();
  return {
    id,
    account_id: account,
    reference: `line-${number}`,
    // A bytea of one byte, its backslash doubled for COPY.
    fingerprint: '\\\\x00',
    livemode: 'true',
    status: 'successful',
    phone_number: numberOf(nth),
    network_id: 'net_mtn_ng',
    bundle_id: 'bnd_mtn_ng_500mb_7d',
    bundle_name: 'MTN 500 MB',
    data_mb: 512,
    validity_hours: 168,
    product_code: '41000',
    price: PRICE,
    currency: 'NGN',
    metadata: '{}',
    created_at: instant,
    resolve_by: new Date(at.getTime() + RESOLVE_WITHIN_MS).toISOString(),
    completed_at: instant,
    confirmed_at: instant,
    next_action_at: instant,
  };
}

function lineOf(account: string, { seq, balance, at }: Before, id: string, nth: number, number: number): Row {
  return {
    account_id: account,
    seq: seq + nth + 1,
    id: newUuid(),
    type: 'purchase',
    occurred_at: at.toISOString(),
    amount: -PRICE,
    currency: 'NGN',
    balance_after: balance - (nth + 1) * PRICE,
    purchase_id: id,
    reference: `line-${number}`,
    phone_number: numberOf(nth),
    bundle_id: 'bnd_mtn_ng_500mb_7d',
  };
}

function numberOf(nth: number): string {
  return `+234803${String(nth + 1).padStart(7, '0')}`;
}
