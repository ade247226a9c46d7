import { streamStatementLines } from '../../../db/statements/lines.ts';
import { beginSeal } from '../../../domain/crypto/statement-seal.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import {
  addMovements,
  netMovement,
  toDayBounds,
  totalsWithoutMovements,
  type UtcDay,
} from '../../../domain/money/statement.ts';
import type { Db } from './booking.ts';

/** Closes and seals an account's day. */
export async function sealDay(db: Db, account: AccountId, day: UtcDay): Promise<void> {
  const accountUuid = uuidOf('acc', account);
  const { start, end } = toDayBounds(day);
  const { rows } = await db.query<{ opening: number; failed: number }>({
    text: `
      SELECT coalesce((SELECT balance_after FROM statement_lines
                        WHERE account_id = $1 AND occurred_at < $2 ORDER BY seq DESC LIMIT 1), 0) AS opening,
             (SELECT count(*) FROM purchases
               WHERE account_id = $1 AND status = 'failed' AND completed_at >= $2 AND completed_at < $3) AS failed`,
    values: [accountUuid, start, end],
  });
  const { opening, failed } = rows[0] ?? { opening: 0, failed: 0 };
  const seal = beginSeal(account, day, opening);
  let totals = totalsWithoutMovements(failed);
  for await (const lines of streamStatementLines(db, account, day)) {
    seal.add(lines);
    totals = addMovements(
      totals,
      lines.map(({ type, amount }) => ({ type, amount, count: 1 })),
    );
  }
  await db.query({
    text: `
      INSERT INTO statements (account_id, day, opening_balance, closing_balance, totals, seal, closed_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [
      accountUuid,
      day,
      opening,
      opening + netMovement(totals),
      JSON.stringify(totals),
      seal.digest(),
      end,
    ],
  });
  await db.query({
    text: `UPDATE accounts SET sealed_until = $2 WHERE id = $1`,
    values: [accountUuid, end],
  });
}
