import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TransactionError } from '../../db/transaction.ts';
import type { News } from '../../domain/purchase.ts';
import type { BuyResult } from '../../lanes/accept-lane.ts';
import { CONFIRMED, EXPIRED, REFUSED, REVERSED } from '../lanes/news.ts';
import { expectInvariants, fund, OFFER, PRICE, wish } from '../lanes/setting.ts';
import { type Bought, follow } from './compare.ts';
import type { ModelPurchase, NewsKind } from './model.ts';
import { type BuyOperation, history, NEWS_MAX, type Operation, type Round } from './rounds.ts';
import {
  asPurchaseId,
  look,
  openSubjects,
  openWorld,
  picked,
  prepare,
  type Subject,
  type World,
} from './world.ts';

const NEWS: Readonly<Record<NewsKind, News>> = {
  confirmed: CONFIRMED,
  refused: REFUSED,
  expired: EXPIRED,
  reversed: REVERSED,
};
const RUNS = Number(process.env.MODEL_RUNS ?? 200);
const SEED = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);

let world: World;
/** How often each answer was given, to be seen that the run met them all. */
const answers = new Map<string, number>();
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

it('moves money as the model does, whatever happens at once', async () => {
  console.log(`MODEL_SEED=${SEED} MODEL_RUNS=${RUNS} repeats this run.`);
  let operations = 0;
  const property = fc.asyncProperty(history, async (rounds) => {
    const subjects = await openSubjects(world);
    for (const round of rounds) {
      await play(subjects, round);
      operations += round.operations.length;
    }
  });
  // A shorter example takes minutes to be found.
  const endOnFailure = process.env.MODEL_SHRINK === undefined;
  await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure });
  console.log(`${operations} operations: ${JSON.stringify(Object.fromEntries(answers))}.`);
  await expectInvariants(world.setting.pool);
});

/** What was asked of one account in a round. */
interface Asked {
  readonly bought: Promise<Bought>[];
  readonly told: Map<ModelPurchase, NewsKind[]>;
  readonly others: Promise<unknown>[];
  funded: number;
}

async function play(subjects: readonly Subject[], { preparations, operations }: Round): Promise<void> {
  for (const preparation of preparations) await prepare(world, subjects, preparation);

  const asked = subjects.map((): Asked => ({ bought: [], told: new Map(), others: [], funded: 0 }));
  for (const operation of operations) {
    const [subject, asking] = [subjects[operation.account], asked[operation.account]];
    if (subject !== undefined && asking !== undefined) ask(subject, asking, operation);
  }
  for (const [index, { bought, told, others, funded }] of asked.entries()) {
    const subject = subjects[index];
    if (subject === undefined) continue;
    const happened = { bought: await Promise.all(bought), told, funded };
    await Promise.all(others);
    follow(subject, happened, await look(world.setting.pool, subject.id));
  }
}

function ask(subject: Subject, asking: Asked, operation: Operation): void {
  switch (operation.kind) {
    case 'buy':
      asking.bought.push(buy(subject, operation));
      return;
    case 'fund':
      asking.funded += operation.amount;
      asking.others.push(fund(world.setting.pool, subject.id, operation.amount * PRICE));
      return;
    case 'tell': {
      const purchase = picked(subject, operation.pick);
      const news = purchase === null ? [] : (asking.told.get(purchase) ?? []);
      if (purchase === null || news.length === NEWS_MAX) return;

      asking.told.set(purchase, [...news, operation.news]);
      const request = {
        purchaseId: asPurchaseId(purchase.id),
        news: NEWS[operation.news],
        endWorkflow: operation.endWorkflow,
      };
      const { settleLane } = world.lanes[operation.process];
      asking.others.push(
        settleLane.settle(subject.id, request).then((outcome) => {
          count(`${operation.news}, ${outcome?.moved ? 'moved to' : 'stays'} ${outcome?.state.status}`);
        }),
      );
    }
  }
}

async function buy({ id }: Subject, operation: BuyOperation): Promise<Bought> {
  const { variant } = operation;
  const reference = `reference-${operation.reference}${variant === 'poisoned' ? '\u0000' : ''}`;
  const fingerprint = createHash('sha256').update(`${reference} ${variant}`).digest('hex');
  const offer = typeof variant === 'number' ? { ...OFFER, price: variant * PRICE } : null;
  const request = wish(reference, { fingerprint, offer });
  const result = await world.lanes[operation.process].acceptLane.buy(id, request).catch(nothingBought);
  count(result?.kind === 'refused' ? result.refusal.kind : (result?.kind ?? 'rolled_back'));
  return { operation, reference, fingerprint, result };
}

/** Only a refusal that certainly changed nothing is an answer. */
function nothingBought(error: unknown): BuyResult | null {
  expect(error).toBeInstanceOf(TransactionError);
  expect(error).toMatchObject({ outcome: 'rolled_back' });
  return null;
}

function count(answer: string): void {
  answers.set(answer, (answers.get(answer) ?? 0) + 1);
}
