import type { Pool } from 'pg';
import { withoutAmount } from '../../domain/approvals/staff.ts';
import { performCleared, takeTurn } from '../approvals/staff/in-turn.ts';
import { requireCleared } from '../approvals/staff/missing.ts';
import type { Actor } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** How much of another currency one unit of a currency is worth, from a time on. */
export interface ExchangeRate {
  readonly currency: string;
  readonly into: string;
  /** Decimal text. */
  readonly rate: string;
  readonly validFrom: Date;
}

/** SQL: how much `into_currency` one unit of `currency` of an order `f` (currency, into_currency, at) was worth, as `rate`. */
export const RATE_AT = `
  SELECT CASE WHEN f.currency = f.into_currency THEN 1
              ELSE (SELECT x.rate
                      FROM exchange_rates x
                     WHERE x.currency = f.currency AND x.into_currency = f.into_currency AND x.valid_from <= f.at
                     ORDER BY x.valid_from DESC
                     LIMIT 1) END AS rate`;

/**
 * Adds a rate from now on; recorded with who and why. What was sent before keeps its rate.
 * @throws ApprovalMissing while another operator must approve it.
 */
export async function addRate(
  db: Pool,
  { currency, into, rate }: Omit<ExchangeRate, 'validFrom'>,
  actor: Actor,
): Promise<void> {
  const details = { currency, into, rate };
  const { cleared } = await inTransaction(db, async (tx) => {
    await takeTurn(tx, 'margin_rate');
    return performCleared(tx, withoutAmount('margin_rate', details), actor, async () => {
      await tx.query({
        text: `
          INSERT INTO exchange_rates (currency, into_currency, valid_from, rate)
          VALUES ($1, $2, (SELECT app_now()), $3)`,
        values: [currency, into, rate],
      });
      return { result: null, done: { action: 'exchange_rate', subject: 'rates', details } };
    });
  });
  requireCleared(cleared);
}

/** The rates that hold now. */
export async function listRates(db: Pool): Promise<ExchangeRate[]> {
  const { rows } = await db.query<ExchangeRate>({
    text: `
      SELECT DISTINCT ON (currency, into_currency)
             currency, into_currency AS "into", rate::text AS rate, valid_from AS "validFrom"
        FROM exchange_rates
       ORDER BY currency, into_currency, valid_from DESC`,
  });
  return rows;
}
