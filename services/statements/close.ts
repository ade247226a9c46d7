import type { Pool } from 'pg';
import {
  type ClosedDay,
  endDays,
  findAccountsToClose,
  insertStatement,
  readEndedDay,
} from '../../db/statements/close-days.ts';
import { streamStatementLines } from '../../db/statements/lines.ts';
import { beginSeal } from '../../domain/crypto/statement-seal.ts';
import type { AccountId } from '../../domain/ids.ts';
import { addMovements, addsUp, totalsWithoutMovements, type UtcDay } from '../../domain/money/statement.ts';

/** The lines of a day contradict its balances: it stays open until an operator has looked at it. */
export class DoesNotAddUp extends Error {
  constructor(accountId: AccountId, day: UtcDay) {
    super(
      `The lines of ${accountId} on ${day} do not lead from its opening to its closing balance; it is not closed.`,
    );
    this.name = 'DoesNotAddUp';
  }
}

/**
 * Closes and seals every ended day of an account that has no statement yet, in order; returns the days that this call closed.
 * Safe at any time, repeatedly, and from several processes at the same time: a statement is stored once, and it follows from
 * rows that can no longer change.
 * @throws DoesNotAddUp for the first day that contradicts itself; those before it are closed.
 */
export async function closeAccount(pool: Pool, accountId: AccountId): Promise<UtcDay[]> {
  const closed: UtcDay[] = [];
  for (const day of await endDays(pool, accountId)) {
    if (await insertStatement(pool, accountId, await sealDay(pool, accountId, day))) closed.push(day);
  }
  return closed;
}

/** The result of closing a page of accounts. */
export interface ClosedPage {
  /** Statements that were closed. */
  readonly statements: number;
  readonly failures: readonly { readonly accountId: AccountId; readonly error: unknown }[];
  /** The account after which the next page starts; null if there are no more. */
  readonly next: AccountId | null;
}

export interface PageOptions {
  readonly after: AccountId | null;
  readonly limit: number;
  readonly signal?: AbortSignal;
}

/** Closes the days of the next accounts that have any to close. One account's failure never holds up another. */
export async function closePage(pool: Pool, { after, limit, signal }: PageOptions): Promise<ClosedPage> {
  const accounts = await findAccountsToClose(pool, after, limit);
  const failures: { accountId: AccountId; error: unknown }[] = [];
  let statements = 0;
  for (const accountId of accounts) {
    signal?.throwIfAborted();
    try {
      statements += (await closeAccount(pool, accountId)).length;
    } catch (error) {
      failures.push({ accountId, error });
    }
  }
  return { statements, failures, next: accounts.length < limit ? null : (accounts.at(-1) ?? null) };
}

async function sealDay(pool: Pool, accountId: AccountId, day: UtcDay): Promise<ClosedDay> {
  const { openingBalance, closingBalance, failedCount } = await readEndedDay(pool, accountId, day);
  const seal = beginSeal(accountId, day, openingBalance);
  let totals = totalsWithoutMovements(failedCount);
  for await (const lines of streamStatementLines(pool, accountId, day)) {
    seal.add(lines);
    totals = addMovements(
      totals,
      lines.map(({ type, amount }) => ({ type, amount, count: 1 })),
    );
  }
  const books = { day, openingBalance, closingBalance, totals };
  if (!addsUp({ ...books, status: 'closed', currency: '' })) throw new DoesNotAddUp(accountId, day);
  return { ...books, seal: seal.digest() };
}
