import { expect } from 'vitest';
import { streamStatementLines } from '../../../db/statements/lines.ts';
import { readStatement } from '../../../db/statements/statements.ts';
import { OUTCOMES, type UtcDay } from '../../../domain/money/statement.ts';
import { PRICE } from '../purchases/lane-fixture.ts';
import { type ExpectedDay, expectedDays } from './books.ts';
import type { Subject, World } from './world.ts';

/** Compares every statement of an account, open and closed, with all its lines, with the model's. */
export async function compareStatements(world: World, subject: Subject, today: UtcDay): Promise<void> {
  const expected = expectedDays(subject.model, today);
  const seen: ExpectedDay[] = [];
  for (const { day } of expected) seen.push(await lookAtDay(world, subject, day));
  expect(seen).toEqual(expected);
}

async function lookAtDay({ fixture: { pool } }: World, { id }: Subject, day: UtcDay): Promise<ExpectedDay> {
  const statement = await readStatement(pool, id, day);
  if (statement === null) throw new Error(`${id} has no statement of ${day}`);
  const lines: string[] = [];
  for await (const page of streamStatementLines(pool, id, day)) {
    for (const line of page) lines.push(`${line.type} ${line.amount / PRICE} ${line.purchaseId}`);
  }
  const closing = statement.status === 'closed' ? statement.closingBalance : statement.runningBalance;
  const total = (outcome: (typeof OUTCOMES)[number]): [number, number] => {
    const { count, amount } = statement.totals[outcome];
    return [count, amount / PRICE];
  };
  return {
    day,
    status: statement.status,
    opening: statement.openingBalance / PRICE,
    closing: closing / PRICE,
    totals: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, total(outcome)])),
    lines: lines.toSorted(),
  };
}
