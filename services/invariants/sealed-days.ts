import type { ClientBase } from 'pg';
import { streamStatementLines } from '../../db/statements/lines.ts';
import { beginSeal } from '../../domain/crypto/statement-seal.ts';
import { type AccountId, idFromUuid } from '../../domain/ids.ts';
import {
  addMovements,
  addsUp,
  isUtcDay,
  OUTCOMES,
  type Statement,
  type StatementTotals,
  totalsWithoutMovements,
  type UtcDay,
} from '../../domain/money/statement.ts';
import { type BrokenRow, type Finding, found, NAMED_ROWS_MAX } from './report.ts';

/** Statements that one query fetches. */
const PAGE = 500;

/** A sealed statement, and the other rows about its day. */
interface SealedDay {
  readonly accountId: AccountId;
  readonly statement: Extract<Statement, { status: 'closed' }>;
  readonly seal: Buffer;
  /** The seals that followed it, because numbers of the day were erased, in order. */
  readonly reseals: readonly Reseal[];
  /** Closing balance of the day before, where that is sealed too. */
  readonly previousClosing: number | null;
  /** Balance after the last line before the day. */
  readonly balanceBefore: number;
  /** Null if purchases that failed on the day may have been archived. */
  readonly failedCount: number | null;
}

/** A seal that replaced the one before it, both in hex. */
interface Reseal {
  readonly number: number;
  readonly former: string;
  readonly seal: string;
}

/** Invariant 6: every sealed statement is derived again from its lines, a page of them in memory at a time. */
export async function checkSealedDays(tx: ClientBase, accountUuid: string | null): Promise<Finding> {
  const broken: BrokenRow[] = [];
  let checked = 0;
  let total = 0;
  for await (const sealed of sealedDays(tx, accountUuid)) {
    checked += 1;
    const faults = await findFaults(tx, sealed);
    if (faults.length === 0) continue;
    total += 1;
    const row = `${sealed.accountId} ${sealed.statement.day}`;
    if (broken.length < NAMED_ROWS_MAX) broken.push({ row, why: faults.join('; ') });
  }
  return found(checked, broken, total);
}

async function findFaults(tx: ClientBase, sealed: SealedDay): Promise<string[]> {
  const { accountId, statement, previousClosing, balanceBefore } = sealed;
  const { day, openingBalance, closingBalance } = statement;
  const faults: string[] = [];
  if (previousClosing !== null && openingBalance !== previousClosing) {
    faults.push(`opens with ${openingBalance}, but the day before closed with ${previousClosing}`);
  }
  if (openingBalance !== balanceBefore) {
    faults.push(`opens with ${openingBalance}, but the balance before it was ${balanceBefore}`);
  }
  if (!addsUp(statement)) faults.push(`opening balance and totals do not come to ${closingBalance}`);

  const seal = beginSeal(accountId, day, openingBalance);
  let totals = totalsWithoutMovements(sealed.failedCount ?? statement.totals.purchases_failed.count);
  let balance = balanceBefore;
  for await (const lines of streamStatementLines(tx, accountId, day)) {
    seal.add(lines);
    totals = addMovements(totals, lines.map(asMovement));
    for (const { amount } of lines) balance += amount;
  }
  if (balance !== closingBalance)
    faults.push(`closes with ${closingBalance}, but its lines lead to ${balance}`);
  faults.push(...totalFaults(statement.totals, totals));
  if (!isChain(sealed)) faults.push('its seals do not follow one another');
  if (seal.digest().toString('hex') !== latestSeal(sealed))
    faults.push('its lines are not those that were sealed');
  return faults;
}

/** Each seal names the one before it, the first one that of the statement. */
function isChain({ seal, reseals }: SealedDay): boolean {
  return reseals.every(
    ({ number, former }, index) =>
      number === index + 1 && former === (reseals[index - 1]?.seal ?? seal.toString('hex')),
  );
}

function latestSeal({ seal, reseals }: SealedDay): string {
  return reseals.at(-1)?.seal ?? seal.toString('hex');
}

function asMovement({
  type,
  amount,
}: {
  type: 'purchase' | 'reversal' | 'funding' | 'adjustment';
  amount: number;
}) {
  return { type, amount, count: 1 };
}

function totalFaults(sealed: StatementTotals, recount: StatementTotals): string[] {
  return OUTCOMES.flatMap((outcome) => {
    const { count, amount } = sealed[outcome];
    const counted = recount[outcome];
    if (count === counted.count && amount === counted.amount) return [];
    return [`${outcome} says ${count} with ${amount}, a recount ${counted.count} with ${counted.amount}`];
  });
}

async function* sealedDays(tx: ClientBase, accountUuid: string | null): AsyncGenerator<SealedDay> {
  let after: readonly [account: string, day: string] = ['00000000-0000-0000-0000-000000000000', '-infinity'];
  for (;;) {
    const { rows } = await tx.query<SealedRow>({ text: SEALED_DAYS, values: [accountUuid, ...after, PAGE] });
    for (const row of rows) yield readSealedDay(row);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = [last.account_id, last.day];
  }
}

const SEALED_DAYS = `
  SELECT s.account_id, s.day::text, s.opening_balance, s.closing_balance, s.totals, s.seal, a.currency,
         reseals."all" AS reseals, previous.closing_balance AS previous_closing,
         coalesce(before.balance_after, 0) AS balance_before, failed.count AS failed
    FROM (SELECT account_id, day, opening_balance, closing_balance, totals, seal,
                 day::timestamp AT TIME ZONE 'UTC' AS starts, (day + 1)::timestamp AT TIME ZONE 'UTC' AS ends
            FROM statements
           WHERE (account_id, day) > ($2::uuid, $3::date)
             AND ($1::uuid IS NULL OR account_id = $1)
           ORDER BY account_id, day
           LIMIT $4) s
    JOIN accounts a ON a.id = s.account_id
    LEFT JOIN statements previous ON previous.account_id = s.account_id AND previous.day = s.day - 1
    LEFT JOIN LATERAL (SELECT l.balance_after
                         FROM statement_lines l
                        WHERE l.account_id = s.account_id AND l.occurred_at < s.starts
                        ORDER BY l.occurred_at DESC, l.seq DESC
                        LIMIT 1) before ON true
   CROSS JOIN LATERAL (SELECT coalesce(json_agg(json_build_object('number', r.number,
                                                'former', encode(r.former_seal, 'hex'), 'seal', encode(r.seal, 'hex'))
                                                ORDER BY r.number), '[]') AS "all"
                         FROM statement_reseals r
                        WHERE r.account_id = s.account_id AND r.day = s.day) reseals
   CROSS JOIN LATERAL (SELECT CASE WHEN s.starts >= (SELECT time_of_id(first_kept_id('purchases'))) + interval '31 days'
                                   THEN count(*) END AS count
                         FROM purchases p
                        WHERE p.account_id = s.account_id AND p.status = 'failed'
                          AND p.completed_at >= s.starts AND p.completed_at < s.ends) failed
   ORDER BY s.account_id, s.day`;

interface SealedRow {
  readonly account_id: string;
  readonly day: string;
  readonly opening_balance: number;
  readonly closing_balance: number;
  readonly totals: StatementTotals;
  readonly seal: Buffer;
  readonly currency: string;
  readonly reseals: readonly Reseal[];
  readonly previous_closing: number | null;
  readonly balance_before: number;
  readonly failed: number | null;
}

function readSealedDay(row: SealedRow): SealedDay {
  return {
    accountId: idFromUuid('acc', row.account_id),
    statement: {
      status: 'closed',
      day: readDay(row.day),
      currency: row.currency,
      openingBalance: row.opening_balance,
      closingBalance: row.closing_balance,
      totals: row.totals,
    },
    seal: row.seal,
    reseals: row.reseals,
    previousClosing: row.previous_closing,
    balanceBefore: row.balance_before,
    failedCount: row.failed,
  };
}

function readDay(text: string): UtcDay {
  if (!isUtcDay(text)) throw new TypeError(`a statement of no day: ${text}`);
  return text;
}
