import type { Behaviour } from './behaviour.ts';

/** Beyond 32 bits before long, as ids of real gateways are. */
const FIRST_ID = 2_000_000_001;

export type OrderStatus = 'open' | 'delivered' | 'failed' | 'reversed';

/** An order that was taken. Instants are milliseconds since 1970. */
export interface Order {
  /** The gateway's own id. */
  readonly id: string;
  readonly reference: string;
  readonly number: string;
  readonly product: string;
  /** Where its callbacks go; null: to the callback URL of its account, if there is one. */
  readonly callbackUrl: string | null;
  readonly behaviour: Behaviour;
  readonly takenAtMs: number;
  /** When it was sent on its way; null while it awaits a confirmation. */
  begunAtMs: number | null;
  status: OrderStatus;
  /** When the network will answer; null where it never does. */
  endsAtMs: number | null;
  deliveries: number;
  deliveredAtMs: number | null;
  reversesAtMs: number | null;
  reversedAtMs: number | null;
  /** Whether the answer to the submit left it open, so that a callback must follow. */
  readonly leftOpen: boolean;
  /** The last status that a callback delivered, so that a restart sends only the remaining ones. */
  toldStatus: string | null;
}

/** All that came in under one reference. A gateway that does not deduplicate may take several orders under one. */
export interface Entry {
  readonly place: number;
  readonly reference: string;
  submits: number;
  readonly orders: Order[];
}

/** One customer of the gateway: its own book. */
export interface Account {
  readonly key: string;
  readonly entries: Map<string, Entry>;
  /** The same entries in the order they came. */
  readonly inOrder: Entry[];
  /** When each number was last given an order. */
  readonly lastOrderAtMs: Map<string, number>;
  readonly totals: { submits: number; orders: number; deliveries: number };
  /** How many orders stand where now. */
  readonly standing: Record<OrderStatus, number>;
}

/** An order with what it belongs to. */
export interface Placed {
  readonly account: Account;
  readonly entry: Entry;
  readonly order: Order;
}

export interface Book {
  account(key: string): Account;
  accounts(): Iterable<Account>;
  /** Counts a submit, taken or not. */
  receive(account: Account, reference: string): Entry;
  take(placed: Placed): void;
  move(placed: Placed, status: OrderStatus): void;
  /** An account's order by the gateway's own id. */
  order(account: Account, id: string): Placed | null;
  nextId(): number;
}

/** The books of all accounts, in memory. */
export function createBook(): Book {
  const accounts = new Map<string, Account>();
  const placedById = new Map<string, Placed>();

  return {
    account(key) {
      const known = accounts.get(key);
      if (known !== undefined) return known;
      const opened: Account = {
        key,
        entries: new Map(),
        inOrder: [],
        lastOrderAtMs: new Map(),
        totals: { submits: 0, orders: 0, deliveries: 0 },
        standing: { open: 0, delivered: 0, failed: 0, reversed: 0 },
      };
      accounts.set(key, opened);
      return opened;
    },
    accounts: () => accounts.values(),
    receive(account, reference) {
      account.totals.submits += 1;
      const known = account.entries.get(reference);
      if (known !== undefined) {
        known.submits += 1;
        return known;
      }
      const entry = { place: account.inOrder.length + 1, reference, submits: 1, orders: [] };
      account.entries.set(reference, entry);
      account.inOrder.push(entry);
      return entry;
    },
    take(placed) {
      const { account, entry, order } = placed;
      entry.orders.push(order);
      placedById.set(order.id, placed);
      account.standing[order.status] += 1;
      account.totals.orders += 1;
      account.totals.deliveries += order.deliveries;
      account.lastOrderAtMs.set(order.number, order.takenAtMs);
    },
    move({ account, order }, status) {
      account.standing[order.status] -= 1;
      account.standing[status] += 1;
      order.status = status;
    },
    order(account, id) {
      const placed = placedById.get(id);
      return placed?.account === account ? placed : null;
    },
    nextId: () => FIRST_ID + placedById.size,
  };
}

/** What came in under one reference, and what was really delivered for it. */
export interface BookEntry {
  readonly external_id: string;
  readonly submits: number;
  /** The status of the last order, as the gateway words it; null where none was taken. */
  readonly status: string | null;
  readonly deliveries: number;
  readonly delivered_at: string | null;
  readonly reversed_at: string | null;
}

export interface BookPage {
  readonly totals: { readonly submits: number; readonly orders: number; readonly deliveries: number };
  readonly entries: readonly BookEntry[];
  /** Give it as `after` for the next page; null on the last. */
  readonly next: number | null;
}

export interface BookQuery {
  readonly key: string;
  readonly after: number;
  readonly limit: number;
  readonly reference: string | null;
}

/** A page of an account's book, in the order in which its references first came. */
export function readBook(
  book: Book,
  { key, after, limit, reference }: BookQuery,
  statusOf: (order: Order) => string,
): BookPage {
  const account = book.account(key);
  const one = reference === null ? undefined : account.entries.get(reference);
  const entries =
    reference === null ? account.inOrder.slice(after, after + limit) : one === undefined ? [] : [one];
  const last = entries.at(-1);
  const isMore = reference === null && last !== undefined && last.place < account.inOrder.length;
  return {
    totals: account.totals,
    entries: entries.map((entry) => render(entry, statusOf)),
    next: isMore ? last.place : null,
  };
}

function render({ reference, submits, orders }: Entry, statusOf: (order: Order) => string): BookEntry {
  const last = orders.at(-1);
  return {
    external_id: reference,
    submits,
    status: last === undefined ? null : statusOf(last),
    deliveries: orders.reduce((sum, { deliveries }) => sum + deliveries, 0),
    delivered_at: toText(orders.find(({ deliveredAtMs }) => deliveredAtMs !== null)?.deliveredAtMs),
    reversed_at: toText(last?.reversedAtMs),
  };
}

function toText(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
