import type { Pool } from 'pg';
import { type AccountId, idFromUuid, uuidOf } from '../../../domain/ids.ts';

/** What one transaction changed, as PostgreSQL wrote it down under the account's lock. */
export interface Transaction {
  /** While it held the lock: microseconds since 1970. */
  readonly at: number;
  readonly purchases: readonly PurchaseChange[];
  /** The balance after it; null if it changed none. */
  readonly balance: { readonly available: number; readonly held: number } | null;
}

export interface PurchaseChange {
  readonly id: string;
  readonly reference: string;
  readonly isConflict: boolean;
  readonly price: number;
  /** Null: it was bought. */
  readonly was: string | null;
  readonly became: string;
}

interface Row {
  readonly transaction: string;
  readonly at: string;
  readonly purchase: { readonly id: string } & Omit<PurchaseChange, 'id'>;
  readonly available: string | null;
  readonly held: string | null;
}

/** Every transaction that changed the account since the start of the run, in the order in which they had the account's lock. */
export async function readTransactions(pool: Pool, accountId: AccountId): Promise<Transaction[]> {
  const { rows } = await pool.query<Row>({
    text: `
      SELECT transaction::text, (extract(epoch FROM at) * 1000000)::bigint AS at, available, held,
             json_build_object('id', purchase_id, 'reference', reference, 'isConflict', is_conflict, 'price', price,
                               'was', was, 'became', became) AS purchase
        FROM chaos.changes
       WHERE account_id = $1
       ORDER BY seq`,
    values: [uuidOf('acc', accountId)],
  });
  return [...Map.groupBy(rows, ({ transaction }) => transaction).values()].map(toTransaction);
}

function toTransaction(rows: readonly Row[]): Transaction {
  const balances = rows.flatMap(({ available, held }) =>
    available === null || held === null ? [] : [{ available: Number(available), held: Number(held) }],
  );
  return {
    at: Number(rows[0]?.at),
    purchases: rows.flatMap(({ available, purchase }) =>
      available === null ? [{ ...purchase, id: idFromUuid('pur', purchase.id) }] : [],
    ),
    balance: balances.at(-1) ?? null,
  };
}
