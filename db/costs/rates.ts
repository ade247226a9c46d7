import type { Pool } from 'pg';
import { type Actor, recordAction } from '../audit/record.ts';
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

/** Adds a rate from now on; recorded with who and why. What was sent before keeps its rate. */
export async function addRate(
  db: Pool,
  { currency, into, rate }: Omit<ExchangeRate, 'validFrom'>,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.query({
      text: `
        INSERT INTO exchange_rates (currency, into_currency, valid_from, rate) VALUES ($1, $2, (SELECT app_now()), $3)`,
      values: [currency, into, rate],
    });
    const details = { currency, into, rate };
    await recordAction(tx, { ...actor, action: 'exchange_rate', accountId: null, subject: 'rates', details });
  });
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
