import { isDeepStrictEqual } from 'node:util';
import type { BuyResult } from '../../lanes/accept-lane.ts';
import {
  availableOf,
  heldOf,
  type ModelPurchase,
  type NewsKind,
  PENDING,
  possibleStandings,
} from './model.ts';
import type { BuyOperation } from './rounds.ts';
import type { Seen, Subject } from './world.ts';

/** A request with its answer; null where it was poisoned and nothing was done. */
export interface Bought {
  readonly operation: BuyOperation;
  readonly reference: string;
  readonly fingerprint: string;
  readonly result: BuyResult | null;
}

/** What happened to one account in one round, all at once. */
export interface Happened {
  readonly bought: readonly Bought[];
  readonly told: ReadonlyMap<ModelPurchase, readonly NewsKind[]>;
  readonly funded: number;
}

/**
 * Brings the model to where the database is now, as far as some order of what happened leads there.
 * @throws with the contradiction where none does.
 */
export function follow({ model }: Subject, { bought, told, funded }: Happened, seen: Seen): void {
  const before = availableOf(model);
  const accepted = bought.flatMap((one) => acceptedBy(one));
  const references = new Map([...model.purchases.values(), ...accepted].map((p) => [p.reference, p]));
  require(new Set(accepted.map(({ reference }) => reference)).size === accepted.length, 'a reference twice');

  const spent = accepted.reduce((sum, { price }) => sum + price, 0);
  for (const one of bought) checkAnswer(one, references, before - spent);

  for (const [purchase, news] of told) {
    const now = seen.standings.get(purchase.id);
    const possible = possibleStandings(purchase, news);
    const isPossible = possible.some((standing) => isDeepStrictEqual(standing, now));
    require(isPossible && now !== undefined, 'no order of the news leads there', {
      purchase,
      news,
      now,
      possible,
    });
    purchase.standing = now ?? purchase.standing;
  }
  model.funded += funded;
  require(spent <= availableOf(model), 'more was accepted than there ever was', { before, spent });
  for (const purchase of accepted) model.purchases.set(purchase.id, purchase);

  const standings = new Map([...model.purchases.values()].map(({ id, standing }) => [id, standing]));
  require(isDeepStrictEqual(new Map(seen.standings), standings), 'other purchases', { seen, standings });
  const money = { available: availableOf(model), held: heldOf(model) };
  require(seen.available === money.available && seen.held === money.held, 'other balances', { seen, money });
}

function acceptedBy({ operation, reference, fingerprint, result }: Bought): ModelPurchase[] {
  if (result?.kind !== 'accepted') return [];
  const { variant } = operation;
  require(typeof variant === 'number', 'bought what cannot be bought', operation);
  const price = typeof variant === 'number' ? variant : 0;
  const { id } = result.purchase.order;
  return [
    { id, reference, fingerprint, price, standing: PENDING, overdue: false, stored: false, sent: false },
  ];
}

/** Whether an answer can be right; `least` is what was available at the worst moment of the round. */
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
    case 'batch_stopped':
      throw new Error('a single purchase belongs to no batch');
  }
}

function require(isSo: boolean, what: string, ...facts: readonly unknown[]): void {
  if (!isSo) throw new Error([what, ...facts.map((fact) => JSON.stringify(fact, replacer))].join('\n'));
}

function replacer(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}
