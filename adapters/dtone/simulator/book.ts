import type { Behaviour } from './behaviours.ts';

/** Cents of the one currency of the simulated wallets. */
export const PRICE_CENTS = 100;
const WALLET_CENTS = 100_000_000_000_00;

/** An order that was taken. Instants are milliseconds since 1970. */
export interface Order {
  readonly id: number;
  readonly externalId: string;
  readonly mobileNumber: string;
  readonly productId: number;
  readonly callbackUrl: string | null;
  readonly sync: boolean;
  readonly behaviour: Behaviour;
  readonly createdAtMs: number;
  confirmedAtMs: number | null;
  /** As DT One words it: `CONFIRMED`, `DECLINED-BARRED-CREDIT-PARTY`. */
  status: string;
  /** When the operator will answer; null while unconfirmed, and for ever where it never does. */
  endsAtMs: number | null;
  deliveries: number;
  deliveredAtMs: number | null;
  reversesAtMs: number | null;
  reversedAtMs: number | null;
  /** The last status that a callback carried through, so that a restart tells what is left to tell. */
  toldStatus: string | null;
}

/** All that came in under one external_id. */
export interface Entry {
  readonly number: number;
  readonly externalId: string;
  submits: number;
  order: Order | null;
}

/** One key pair: its own book and wallet. */
export interface Account {
  readonly apiKey: string;
  readonly entries: Map<string, Entry>;
  /** The same entries in the order they came. */
  readonly inOrder: Entry[];
  holdingCents: number;
  spentCents: number;
  walletCents: number;
  /** Requests in the second that `windowSecond` names. */
  requests: number;
  windowSecond: number;
  readonly totals: { submits: number; orders: number; deliveries: number };
}

export interface Book {
  account(apiKey: string): Account;
  accounts(): Iterable<Account>;
  /** Counts a submit, taken or not. */
  receive(account: Account, externalId: string): Entry;
  take(account: Account, entry: Entry, order: Order): void;
  order(account: Account, id: number): Order | null;
  nextId(): number;
}

/** The books of all accounts, in memory. */
export function createBook(): Book {
  const accounts = new Map<string, Account>();
  const orders = new Map<number, { account: Account; order: Order }>();
  let lastId = 2_000_000_000;

  return {
    account(apiKey) {
      const known = accounts.get(apiKey);
      if (known !== undefined) return known;
      const opened = openAccount(apiKey);
      accounts.set(apiKey, opened);
      return opened;
    },
    accounts: () => accounts.values(),
    receive(account, externalId) {
      account.totals.submits += 1;
      const known = account.entries.get(externalId);
      if (known !== undefined) {
        known.submits += 1;
        return known;
      }
      const entry = { number: account.inOrder.length + 1, externalId, submits: 1, order: null };
      account.entries.set(externalId, entry);
      account.inOrder.push(entry);
      return entry;
    },
    take(account, entry, order) {
      entry.order = order;
      account.totals.orders += 1;
      account.holdingCents += PRICE_CENTS;
      orders.set(order.id, { account, order });
      lastId = Math.max(lastId, order.id);
    },
    order(account, id) {
      const found = orders.get(id);
      return found?.account === account ? found.order : null;
    },
    nextId: () => lastId + 1,
  };
}

function openAccount(apiKey: string): Account {
  return {
    apiKey,
    entries: new Map(),
    inOrder: [],
    holdingCents: 0,
    spentCents: 0,
    walletCents: WALLET_CENTS,
    requests: 0,
    windowSecond: 0,
    totals: { submits: 0, orders: 0, deliveries: 0 },
  };
}
