import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest';
import { lockAccount } from '../../../db/accounts/lock.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { heldBehind, hold, type Level, untilItWaitsFor } from '../../support/locks/holding.ts';
import type { Transact } from '../../support/locks/transact.ts';
import { TRANSACTIONS } from '../../support/locks/transactions.ts';
import { createWorld } from '../../support/locks/world.ts';
import { createLaneFixture, type LaneFixture } from '../../support/purchases/lane-fixture.ts';

/** Each level that is held, with a transaction that must wait for it: what never waits would pass unchecked. */
const HELD = [
  ['accounts', 'accept a purchase'],
  ['purchases', 'settle a confirmation'],
  ['batches', 'pause a batch'],
  ['rest', "change a client's endpoint"],
] as const;
const LEVELS = HELD.map(([level]) => level);

let fixture: LaneFixture;
let statements: MockInstance<(query: string | { readonly text: string }) => unknown>;
beforeAll(async () => {
  fixture = await createLaneFixture();
  statements = vi.spyOn(Client.prototype, 'query');
});
afterAll(async () => {
  statements.mockRestore();
  await fixture.close();
});

interface Observed {
  /** The levels for which it waited. */
  readonly waited: readonly Level[];
  /** While it waited for a level, it held locks in these tables of later levels. */
  readonly held: readonly string[];
}

/** Runs a transaction while levels are held. Each is released when the transaction waits for it. */
async function observe(transact: Transact, levels: readonly Level[]): Promise<Observed> {
  const world = await createWorld(fixture);
  const holding = new Map<Level, () => Promise<void>>();
  for (const level of levels) holding.set(level, await hold(fixture.databaseUrl, world, level));
  statements.mockClear();
  const transaction = transact(fixture, world);
  const [waited, held]: [Level[], string[]] = [[], []];
  try {
    for (;;) {
      const level = await untilItWaitsFor(fixture.pool, transaction);
      if (level === null) break;
      waited.push(level);
      held.push(...(await heldBehind(fixture.pool, world, level, new Set(holding.keys()))));
      await holding.get(level)?.();
      holding.delete(level);
    }
  } finally {
    for (const release of holding.values()) await release();
  }
  await transaction;
  return { waited, held };
}

/** With all levels held at the same time, and with one after another if the transaction passes over rows that are locked. */
async function observeAll(transact: Transact): Promise<Observed> {
  const all = [await observe(transact, LEVELS)];
  if (passesOver()) for (const level of LEVELS) all.push(await observe(transact, [level]));
  return { waited: all.flatMap(({ waited }) => waited), held: all.flatMap(({ held }) => held) };
}

/** Whether a statement of the transaction that was observed last passes over rows that are locked. */
function passesOver(): boolean {
  const texts = statements.mock.calls.map(([query]) => (typeof query === 'string' ? query : query.text));
  return texts.some((text) => !text.includes(OF_TEST) && /\b(SKIP\s+LOCKED|NOWAIT)\b/i.test(text));
}
/** What `heldBehind` asks. */
const OF_TEST = 'WITH free AS';

describe('while it waits for a lock', () => {
  const waitedFor = new Map<Level, string[]>(LEVELS.map((level) => [level, []]));

  it.each(Object.entries(TRANSACTIONS))('"%s" holds no lock of a later level', async (name, transact) => {
    const { waited, held } = await observeAll(transact);
    for (const level of waited) waitedFor.get(level)?.push(name);
    expect(held).toEqual([]);
  });

  it.each(HELD)('on %s, "%s" has waited', (level, waiting) => {
    expect(waitedFor.get(level)).toContain(waiting);
  });
});

describe('a transaction in the wrong order is noticed', () => {
  const lockBatches = 'SELECT FROM batches WHERE account_id = $1 ORDER BY id FOR UPDATE';
  it.each([
    ['waits for each lock', lockBatches],
    ['passes over rows that are locked', `${lockBatches} SKIP LOCKED`],
  ])('if it %s', async (_how, lock) => {
    const { held } = await observeAll(({ pool }, { accountId }) =>
      inTransaction(pool, async (tx) => {
        await tx.query(lock, [uuidOf('acc', accountId)]);
        await lockAccount(tx, accountId);
      }),
    );
    expect(held).toContain('batches');
  });
});
