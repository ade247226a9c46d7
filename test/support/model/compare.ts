import { isDeepStrictEqual } from 'node:util';
import type { UtcDay } from '../../../domain/money/statement.ts';
import type { BuyResult } from '../../../services/purchases/buy-request.ts';
import { bookStep, closeDays, postManualEntry } from './books.ts';
import {
  availableOf,
  heldOf,
  type ModelAccount,
  type ModelPurchase,
  type NewsKind,
  PENDING,
  possibleStandings,
} from './model.ts';
import type { BuyOperation } from './rounds.ts';
import type { ClockReading, Seen, Subject } from './world.ts';

/** A request with its answer; null if it was poisoned and nothing was done. */
export interface Bought {
  readonly operation: BuyOperation;
  readonly reference: string;
  readonly fingerprint: string;
  readonly result: BuyResult | null;
}

/** What happened to one account in one round, all at the same time. */
export interface Happened {
  readonly bought: readonly Bought[];
  readonly told: ReadonlyMap<ModelPurchase, readonly NewsKind[]>;
  /** Prices added by funding. */
  readonly funded: readonly number[];
  readonly adjusted: readonly Adjusted[];
  /** What each call that closed days answered. */
  readonly closed: readonly (readonly UtcDay[])[];
  readonly clock: ClockReading;
}

export interface Adjusted {
  readonly amount: number;
  readonly accepted: boolean;
}

/**
 * Moves the model to the state of the database, if some order of the operations leads to it.
 * @throws with the contradiction if none does.
 */
export function follow({ model }: Subject, happened: Happened, seen: Seen): void {
  const { bought, told, clock } = happened;
  const before = availableOf(model);
  const accepted = bought.flatMap((one) => acceptedBy(one, clock));
  const references = new Map([...model.purchases.values(), ...accepted].map((p) => [p.reference, p]));
  require(new Set(accepted.map(({ reference }) => reference)).size === accepted.length, 'a reference twice');

  const spent = accepted.reduce((sum, { price }) => sum + price, 0);
  const least = before - spent - adjustedAway(happened);
  for (const one of bought) checkAnswer(one, references, least);
  for (const { amount, accepted: wasAccepted } of happened.adjusted) {
    require(wasAccepted ||
      -amount > least, 'an adjustment was refused though the balance covered it', amount, least);
  }

  for (const [purchase, news] of told) {
    const now = seen.standings.get(purchase.id);
    const possible = possibleStandings(purchase, news);
    const isPossible = possible.some((standing) => isDeepStrictEqual(standing, now));
    require(isPossible && now !== undefined, 'no order of the reports leads there', {
      purchase,
      news,
      now,
      possible,
    });
    if (now === undefined) continue;
    bookStep(model.books, clock.day, purchase, purchase.standing, now);
    purchase.standing = now;
  }
  bookAllByHand(model, happened);
  require(spent <= availableOf(model), 'more was accepted than was available', { before, spent });
  for (const purchase of accepted) model.purchases.set(purchase.id, purchase);

  const standings = new Map([...model.purchases.values()].map(({ id, standing }) => [id, standing]));
  require(isDeepStrictEqual(new Map(seen.standings), standings), 'other purchases', { seen, standings });
  const money = { available: availableOf(model), held: heldOf(model) };
  require(seen.available === money.available && seen.held === money.held, 'other balances', { seen, money });
  checkClosed(model, happened);
}

/** The most that adjustments may have removed at some time of the round. */
function adjustedAway({ adjusted }: Happened): number {
  return adjusted.reduce((sum, { amount, accepted }) => (accepted && amount < 0 ? sum - amount : sum), 0);
}

function bookAllByHand(model: ModelAccount, { funded, adjusted, clock }: Happened): void {
  for (const amount of funded) {
    model.funded += amount;
    postManualEntry(model.books, clock.day, 'funding', amount);
  }
  for (const { amount, accepted } of adjusted) {
    if (!accepted) continue;
    model.funded += amount;
    postManualEntry(model.books, clock.day, 'adjustment', amount);
  }
}

/** Each ended day was closed by exactly one of the calls. */
function checkClosed(model: ModelAccount, { closed, clock }: Happened): void {
  const days = closed.flat().toSorted();
  const expected = closed.length === 0 ? [] : closeDays(model.books, clock.day);
  require(isDeepStrictEqual(days, expected), 'other days were closed', { days, expected });
}

function acceptedBy(
  { operation, reference, fingerprint, result }: Bought,
  { offsetMs }: ClockReading,
): ModelPurchase[] {
  if (result?.kind !== 'accepted') return [];
  const { variant } = operation;
  require(typeof variant === 'number', 'bought what cannot be bought', operation);
  const price = typeof variant === 'number' ? variant : 0;
  const { id } = result.purchase.order;
  return [
    {
      id,
      reference,
      fingerprint,
      price,
      standing: PENDING,
      acceptedAtMs: offsetMs,
      overdue: false,
      stored: false,
      sent: false,
    },
  ];
}

/** Checks that an answer can be right; `least` is the lowest available balance of the round. */
function checkAnswer(one: Bought, references: ReadonlyMap<string, ModelPurchase>, least: number): void {
  const { operation, result, fingerprint } = one;
  const { variant } = operation;
  require((result === null) === (variant === 'poisoned'), 'poison decides whether it is answered', one);
  if (result === null || result.kind === 'accepted') return;

  const known = references.get(one.reference);
  switch (result.kind) {
    case 'replayed':
    case 'conflict': {
      const expected = known?.fingerprint === fingerprint ? 'replayed' : 'conflict';
      require(result.purchaseId === known?.id && result.kind === expected, 'another purchase', one, known);
      return;
    }
    case 'refused': {
      const why = variant === 'unknown_bundle' ? 'bundle_unavailable' : 'insufficient_balance';
      require(result.refusal.kind === why, 'refused for another reason', one);
      require(typeof variant !== 'number' ||
        variant > least, 'refused though the balance covered it', one, least);
      return;
    }
    case 'repeated':
    case 'batch_stopped':
    case 'over_approved_cost':
      throw new Error('a single purchase belongs to no batch');
  }
}

function require(isSo: boolean, what: string, ...facts: readonly unknown[]): void {
  if (!isSo) throw new Error([what, ...facts.map((fact) => JSON.stringify(fact, replacer))].join('\n'));
}

function replacer(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}
