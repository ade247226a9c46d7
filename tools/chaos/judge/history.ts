import type { Answer, BalanceSeen, Look, Span } from '../run/observed.ts';
import type { PurchaseChange, Transaction } from './changes.ts';

/** One line of a history, as the program in `tools/chaos/linearizability` reads it. Times are microseconds since 1970. */
export interface Operation {
  readonly account: string;
  readonly call: number;
  /** Null: there was no answer, so it may have happened at any time after the call, or never. */
  readonly return: number | null;
  readonly op: 'buy' | 'change' | 'balance' | 'look' | 'list';
  /** The place of a change among all changes of the account, from 1. */
  readonly turn?: number;
  readonly input: {
    readonly reference?: string;
    readonly body?: string;
    readonly price?: number;
    readonly changes?: readonly Change[];
  };
  readonly output: Output | null;
}

interface Change {
  readonly kind: 'fund' | 'hold' | 'capture' | 'release' | 'refund';
  readonly reference?: string;
  readonly id?: string;
  readonly body?: string;
  readonly amount?: number;
}

interface Output {
  readonly kind?: string;
  readonly id?: string | null;
  readonly status?: string | null;
  readonly available?: number;
  readonly held?: number;
  readonly purchases?: Readonly<Record<string, { readonly id: string; readonly status: string }>>;
}

/** What is there in the end, and when it was read. */
export interface Ending extends Span {
  readonly available: number;
  readonly held: number;
  readonly purchases: readonly { readonly id: string; readonly reference: string; readonly status: string }[];
}

/** What clients were answered. */
export interface SeenByClients {
  readonly answers: readonly Answer[];
  readonly looks: readonly Look[];
  readonly balances: readonly BalanceSeen[];
}

/** Of the clocks: a client measures its request around what PostgreSQL dates. */
const SKEW = 2_000;
const DONE = {};

/**
 * Everything that clients asked of an account, and everything that the system did by itself. What a client bought is an
 * operation of this client, at any time between its request and its answer. All else that changes the account is the system's,
 * from when PostgreSQL dated it until the next transaction of the account dates its own: that one waited for the lock.
 */
export function toHistory(
  account: string,
  { answers, looks, balances }: SeenByClients,
  transactions: readonly Transaction[],
  ending: Ending,
): Operation[] {
  const asked = new Set(answers.map(({ reference }) => reference));
  const turns = new Map<string, number>();
  const changes: Omit<Operation, 'account'>[] = [];
  let turn = 0;
  for (const [at, transaction] of transactions.entries()) {
    const own = transaction.purchases.filter(({ was, reference }) => was === null && asked.has(reference));
    for (const one of own) {
      turn += 1;
      turns.set(keyOf(one), turn);
    }
    const parts = partsOf(transactions[at - 1], transaction, new Set(own));
    if (parts.length === 0) continue;
    turn += 1;
    const next = transactions[at + 1]?.at;
    changes.push({
      call: transaction.at - SKEW,
      return: next === undefined ? null : next + SKEW,
      op: 'change',
      turn,
      input: { changes: parts },
      output: DONE,
    });
  }
  const operations = [
    ...changes,
    ...answers.map((answer) => buyOf(answer, turns.get(keyOf(answer)))),
    ...looks.map(lookOf),
    ...[...balances, ending].map(balanceOf),
    listOf(ending),
  ];
  return operations.toSorted((a, b) => a.call - b.call).map((operation) => ({ account, ...operation }));
}

function keyOf({ reference, isConflict }: { reference: string; isConflict: boolean }): string {
  return `${bodyOf({ isConflict })} ${reference}`;
}

function bodyOf({ isConflict }: { isConflict: boolean }): string {
  return isConflict ? 'other' : 'usual';
}

/** What the system did in a transaction: everything but the purchases in `own`. */
function partsOf(
  before: Transaction | undefined,
  { purchases, balance }: Transaction,
  own: ReadonlySet<PurchaseChange>,
): Change[] {
  if (purchases.length > 0) return purchases.filter((one) => !own.has(one)).flatMap(partsOfPurchase);
  // Without a purchase, money was added or taken by hand.
  const amount = (balance?.available ?? 0) - (before?.balance?.available ?? 0);
  return amount === 0 ? [] : [{ kind: 'fund', amount }];
}

function partsOfPurchase(purchase: PurchaseChange): Change[] {
  const { was, became, reference } = purchase;
  const bought: Change[] =
    was === null
      ? [{ kind: 'hold', reference, id: purchase.id, body: bodyOf(purchase), amount: purchase.price }]
      : [];
  if (became === 'pending') return bought;
  if (became === 'failed') return [...bought, { kind: 'release', reference }];
  const captured: Change[] = was === 'successful' ? [] : [{ kind: 'capture', reference }];
  const refunded: Change[] = became === 'reversed' ? [{ kind: 'refund', reference }] : [];
  return [...bought, ...captured, ...refunded];
}

function buyOf(answer: Answer, turn: number | undefined): Omit<Operation, 'account'> {
  const { reference, price, status, sentAt, endedAt, purchaseId, purchaseStatus } = answer;
  const kind = kindOf(answer);
  // A change by someone else is no change of this one.
  const mayChange = turn !== undefined && (status === null || kind === 'accepted');
  return {
    call: sentAt,
    return: status === null ? null : endedAt,
    op: 'buy',
    ...(mayChange ? { turn } : {}),
    input: { reference, body: bodyOf(answer), price },
    output: status === null ? null : { kind, id: purchaseId, status: purchaseStatus },
  };
}

function kindOf({ status, code }: Answer): string {
  if (status === 201) return 'accepted';
  if (status === 200) return 'replayed';
  if (code === 'reference_conflict') return 'conflict';
  if (code === 'insufficient_balance') return 'insufficient';
  return status !== null && status >= 429 ? 'unavailable' : 'refused';
}

function lookOf({ reference, found, sentAt, endedAt }: Look): Omit<Operation, 'account'> {
  const output = found === null ? { kind: 'missing' } : { id: found.id, status: found.status };
  return { call: sentAt, return: endedAt, op: 'look', input: { reference }, output };
}

function balanceOf({ available, held, sentAt, endedAt }: Span & { available: number; held: number }) {
  return { call: sentAt, return: endedAt, op: 'balance', input: {}, output: { available, held } } as const;
}

function listOf({ sentAt, endedAt, purchases }: Ending): Omit<Operation, 'account'> {
  const shown = Object.fromEntries(purchases.map(({ reference, id, status }) => [reference, { id, status }]));
  return { call: sentAt, return: endedAt, op: 'list', input: {}, output: { purchases: shown } };
}
