import type { Account, Book, Entry, Order } from './book.ts';
import type { Journal } from './journal.ts';

/** Longer timers overflow; an order due later than this is looked at again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface OperatorParts {
  readonly journal: Journal;
  readonly timeScale: number;
  /** Tells of an order that ended or was taken back. */
  readonly onNews: (account: Account, entry: Entry, order: Order) => void;
}

/** The mobile operator behind the gateway: it delivers, fails and takes back. */
export interface Operator {
  /** Starts an order on its way. */
  begin(account: Account, entry: Entry, order: Order): void;
  /** Resolves when the order is no longer open, at once where it is not, and when the operator stops. */
  untilEnded(order: Order): Promise<void>;
  /** Takes up what an earlier run left open. */
  resume(book: Book): void;
  stop(): void;
}

export function createOperator({ journal, timeScale, onNews }: OperatorParts): Operator {
  const waiting = new Map<Order, (() => void)[]>();
  let stopped = false;

  const at = (instantMs: number, act: () => void): void => {
    const waitMs = Math.max(instantMs - Date.now(), 0);
    const due = () => {
      if (stopped) return;
      if (waitMs > MAX_TIMER_MS) at(instantMs, act);
      else act();
    };
    setTimeout(due, Math.min(waitMs, MAX_TIMER_MS)).unref();
  };

  const awaitReversal = (account: Account, entry: Entry, order: Order) => {
    if (order.reversesAtMs === null || order.status !== 'delivered') return;
    at(order.reversesAtMs, () => {
      order.status = 'reversed';
      order.reversedAtMs = Date.now();
      journal.write(account, entry);
      onNews(account, entry, order);
    });
  };

  const finish = (account: Account, entry: Entry, order: Order, end: 'delivered' | 'failed') => {
    order.status = end;
    if (end === 'delivered') deliver(account, order, timeScale);
    journal.write(account, entry);
    for (const wake of waiting.get(order) ?? []) wake();
    waiting.delete(order);
    onNews(account, entry, order);
    awaitReversal(account, entry, order);
  };

  const awaitEnd = (account: Account, entry: Entry, order: Order) => {
    const { end } = order.behaviour;
    if (end === null || order.endsAtMs === null) return;
    if (order.endsAtMs <= Date.now()) finish(account, entry, order, end);
    else at(order.endsAtMs, () => finish(account, entry, order, end));
  };

  return {
    begin(account, entry, order) {
      const { end, endAfterMs } = order.behaviour;
      order.endsAtMs = end === null ? null : order.takenAtMs + endAfterMs * timeScale;
      journal.write(account, entry);
      awaitEnd(account, entry, order);
    },
    untilEnded(order) {
      if (order.status !== 'open' || stopped) return Promise.resolve();
      return new Promise((resolve) => waiting.set(order, [...(waiting.get(order) ?? []), resolve]));
    },
    resume(book) {
      for (const account of book.accounts()) {
        for (const entry of account.inOrder)
          for (const order of entry.orders) resumeOrder(account, entry, order);
      }
    },
    stop() {
      stopped = true;
      for (const wakes of waiting.values()) for (const wake of wakes) wake();
      waiting.clear();
    },
  };

  function resumeOrder(account: Account, entry: Entry, order: Order): void {
    if (order.status === 'open') {
      awaitEnd(account, entry, order);
      return;
    }
    if (order.toldStatus !== order.status) onNews(account, entry, order);
    awaitReversal(account, entry, order);
  }
}

/** The one place where a bundle reaches a number: counted each time it happens, whatever was said before. */
function deliver(account: Account, order: Order, timeScale: number): void {
  order.deliveries += 1;
  order.deliveredAtMs = Date.now();
  account.totals.deliveries += 1;
  const { reverseAfterMs } = order.behaviour;
  if (reverseAfterMs !== null) order.reversesAtMs = order.deliveredAtMs + reverseAfterMs * timeScale;
}
