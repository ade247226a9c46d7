import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readStatement } from '../../../db/statements/statements.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { assertNever } from '../../../domain/assert-never.ts';
import type { AccountId, PurchaseId } from '../../../domain/ids.ts';
import { addsUp, toDayBounds, toUtcDay } from '../../../domain/money/statement.ts';
import type { BookEntry } from '../../../services/invariants/book.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';
import type { Db } from '../../support/invariants/booking.ts';
import {
  buy,
  fail,
  fund,
  NETWORK,
  openAccount,
  reverse,
  setClock,
  succeed,
} from '../../support/invariants/history.ts';
import { sealDay } from '../../support/invariants/sealing.ts';
import { entryOf } from '../../support/invariants/standard-history.ts';

let database: PooledDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await openTestDatabase({ max: 3 });
  pool = database.pool;
});

afterAll(() => database.close());

type Step =
  | { readonly kind: 'fund'; readonly amount: number }
  | { readonly kind: 'buy'; readonly amount: number }
  | { readonly kind: 'settle'; readonly as: 'successful' | 'failed' | 'reversed'; readonly nth: number }
  | { readonly kind: 'end_day' };

const amount = fc.integer({ min: 1, max: 1_000_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('fund'), amount }),
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('buy'), amount }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('settle'),
      as: fc.constantFrom('successful', 'failed', 'reversed'),
      nth: fc.nat(20),
    }),
  },
  fc.record({ kind: fc.constant('end_day') }),
);

interface Bought {
  readonly id: PurchaseId;
  readonly price: number;
}

/** Where a history stands. */
interface Play {
  readonly account: AccountId;
  now: Date;
  available: number;
  readonly pending: Bought[];
  readonly successful: Bought[];
  readonly deliveries: BookEntry[];
}

const MINUTE_MS = 60_000;

/** Plays steps on a new account; a step that is impossible in the current state is left out. */
async function play(db: Db, steps: readonly Step[]): Promise<Play> {
  const now = new Date('2026-03-01T06:00:00.000Z');
  const account = await openAccount(db, now);
  const history: Play = { account, now, available: 0, pending: [], successful: [], deliveries: [] };
  for (const one of [{ kind: 'fund', amount: 500_000 } as const, ...steps]) {
    history.now = new Date(history.now.getTime() + MINUTE_MS);
    await take(db, history, one);
  }
  await setClock(db, history.now);
  return history;
}

async function take(db: Db, history: Play, one: Step): Promise<void> {
  const { account, now } = history;
  switch (one.kind) {
    case 'fund':
      await fund(db, account, one.amount, now);
      history.available += one.amount;
      return;
    case 'buy': {
      if (one.amount > history.available) return;
      const id = await buy(db, account, { price: one.amount, at: now, queued: true });
      history.available -= one.amount;
      history.pending.push({ id, price: one.amount });
      return;
    }
    case 'settle':
      return settle(db, history, one);
    case 'end_day':
      await sealDay(db, account, toUtcDay(now));
      history.now = toDayBounds(toUtcDay(now)).end;
      return;
    default:
      return assertNever(one);
  }
}

async function settle(db: Db, history: Play, { as, nth }: Extract<Step, { kind: 'settle' }>): Promise<void> {
  const open = as === 'reversed' ? history.successful : history.pending;
  const [purchase] = open.splice(nth % Math.max(1, open.length), 1);
  if (purchase === undefined) return;

  if (as === 'successful') {
    await succeed(db, purchase.id, history.now);
    history.successful.push(purchase);
    history.deliveries.push(entryOf(purchase.id, 1));
    return;
  }
  await (as === 'failed' ? fail : reverse)(db, purchase.id, history.now);
  history.available += purchase.price;
}

it('all fifteen invariants hold and every day adds up, in any order of valid steps', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const { account, deliveries } = await inTransaction(pool, (tx) => play(tx, steps));
      const { results } = await verifyInvariants({
        pool,
        temporal: { isRunning: async () => new Set() },
        books: [{ name: 'dtone', covers: [{ networkId: NETWORK, livemode: true }], deliveries }],
        recheckAfterMs: 0,
        onlyAccount: account,
      });
      expect(results.filter(({ kind }) => kind !== 'holds')).toEqual([]);

      for (const date of ['2026-03-01', '2026-03-02', '2026-03-03'] as const) {
        const statement = await readStatement(pool, account, date);
        expect(statement === null || addsUp(statement)).toBe(true);
      }
    }),
    { numRuns: 8 },
  );
});
