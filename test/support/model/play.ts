import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { TransactionError } from '../../../db/transaction.ts';
import type { UtcDay } from '../../../domain/money/statement.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import { closeAccount } from '../../../services/statements/close.ts';
import { expectInvariants, fund, OFFER, PRICE, wish } from '../purchases/lane-fixture.ts';
import { CONFIRMED, EXPIRED, REFUSED, REVERSED } from '../purchases/outcome-reports.ts';
import { type Adjusted, type Bought, follow } from './compare.ts';
import type { ModelPurchase, NewsKind } from './model.ts';
import { type BuyOperation, history, NEWS_MAX, type Operation, type Round } from './rounds.ts';
import { compareStatements } from './statements.ts';
import {
  asPurchaseId,
  look,
  openSubjects,
  picked,
  prepare,
  readClock,
  type Subject,
  type World,
} from './world.ts';

const NEWS: Readonly<Record<NewsKind, OutcomeReport>> = {
  confirmed: CONFIRMED,
  refused: REFUSED,
  expired: EXPIRED,
  reversed: REVERSED,
};

/**
 * Plays histories on database and model. MODEL_SEED and MODEL_RUNS repeat a run; MODEL_SHRINK looks for a shorter example,
 * which takes minutes.
 */
export async function playHistories(world: World, usualRuns: number): Promise<void> {
  const seed = Number(process.env.MODEL_SEED ?? Date.now() % 2 ** 31);
  const numRuns = Number(process.env.MODEL_RUNS ?? usualRuns);
  console.log(`MODEL_SEED=${seed} MODEL_RUNS=${numRuns} repeats this run.`);
  const player = createPlayer(world);
  const property = fc.asyncProperty(history, (rounds) => player.playHistory(rounds));
  const endOnFailure = process.env.MODEL_SHRINK === undefined;
  await fc.assert(property, { seed, numRuns, endOnFailure });
  console.log(player.summary());
  await expectInvariants(world.fixture.pool);
}

/** What was asked of one account in a round. */
interface Asked {
  readonly bought: Promise<Bought>[];
  readonly told: Map<ModelPurchase, NewsKind[]>;
  readonly adjusted: Promise<Adjusted>[];
  readonly closed: Promise<readonly UtcDay[]>[];
  readonly others: Promise<unknown>[];
  readonly funded: number[];
}

function createPlayer(world: World) {
  const { pool } = world.fixture;
  /** How often each answer was given, to show that the run had them all. */
  const answers = new Map<string, number>();
  let operations = 0;

  async function playHistory(rounds: readonly Round[]): Promise<void> {
    const subjects = await openSubjects(world);
    for (const round of rounds) await play(subjects, round);
    const { day } = await readClock(pool);
    for (const subject of subjects) await compareStatements(world, subject, day);
  }

  async function play(subjects: readonly Subject[], round: Round): Promise<void> {
    for (const preparation of round.preparations) await prepare(world, subjects, preparation);
    const clock = await readClock(pool);
    const asked = subjects.map((): Asked => {
      return { bought: [], told: new Map(), adjusted: [], closed: [], others: [], funded: [] };
    });
    for (const operation of round.operations) {
      const [subject, asking] = [subjects[operation.account], asked[operation.account]];
      if (subject !== undefined && asking !== undefined) ask(subject, asking, operation);
    }
    for (const [index, { bought, told, adjusted, closed, others, funded }] of asked.entries()) {
      const subject = subjects[index];
      if (subject === undefined) continue;
      const happened = {
        bought: await Promise.all(bought),
        adjusted: await Promise.all(adjusted),
        closed: await Promise.all(closed),
        told,
        funded,
        clock,
      };
      await Promise.all(others);
      follow(subject, happened, await look(pool, subject.id));
    }
    operations += round.operations.length;
  }

  function ask(subject: Subject, asking: Asked, operation: Operation): void {
    switch (operation.kind) {
      case 'buy':
        asking.bought.push(buy(subject, operation));
        return;
      case 'fund':
        asking.funded.push(operation.amount);
        asking.others.push(fund(pool, subject.id, operation.amount * PRICE));
        return;
      case 'adjust':
        asking.adjusted.push(adjust(subject, operation.amount));
        return;
      case 'close':
        asking.closed.push(close(subject));
        return;
      case 'tell': {
        const purchase = picked(subject, operation.pick);
        const told = purchase === null ? [] : (asking.told.get(purchase) ?? []);
        if (purchase === null || told.length === NEWS_MAX) return;

        asking.told.set(purchase, [...told, operation.news]);
        const request = {
          purchaseId: asPurchaseId(purchase.id),
          report: NEWS[operation.news],
          endWorkflow: operation.endWorkflow,
        };
        const { settleLane } = world.lanes[operation.process];
        asking.others.push(
          settleLane.settle(subject.id, request).then((outcome) => {
            count(
              `${operation.news}, ${outcome?.kind === 'settled' ? 'moved to' : 'stays'} ${outcome?.state.status}`,
            );
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
    const result = await world.lanes[operation.process].acceptLane.buy(id, request).catch(nothingDone);
    count(result?.kind === 'refused' ? result.refusal.kind : (result?.kind ?? 'rolled_back'));
    return { operation, reference, fingerprint, result };
  }

  async function adjust({ id }: Subject, amount: number): Promise<Adjusted> {
    const funding = { type: 'adjustment' as const, amount: amount * PRICE, operator: 'test', reason: 'test' };
    const balance = await fundAccount(pool, id, funding).catch(nothingDone);
    count(balance === null ? 'adjustment refused' : 'adjusted');
    return { amount, accepted: balance !== null };
  }

  async function close({ id }: Subject): Promise<readonly UtcDay[]> {
    const days = await closeAccount(pool, id);
    count(days.length === 0 ? 'nothing to close' : 'closed');
    return days;
  }

  function count(answer: string): void {
    answers.set(answer, (answers.get(answer) ?? 0) + 1);
  }

  return {
    playHistory,
    summary: () => `${operations} operations: ${JSON.stringify(Object.fromEntries(answers))}.`,
  };
}

/** Accepts only an error that certainly changed nothing. */
function nothingDone(error: unknown): null {
  expect(error).toBeInstanceOf(TransactionError);
  expect(error).toMatchObject({ outcome: 'rolled_back' });
  return null;
}
