import type { Book, Order, Placed } from './book.ts';
import type { Journal } from './journal.ts';

/** Longer timers overflow; an order due later than this is looked at again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface OperatorParts {
  readonly book: Book;
  readonly journal: Journal;
  readonly timeScale: number;
  /** How long an order takes whose behaviour says nothing else, before scaling. */
  readonly promptMs: (order: Order) => number;
  /** Called when an order ended or was reversed. */
  readonly onNews: (placed: Placed) => void;
}

/** The mobile operator behind the gateway: it delivers, fails and reverses. */
export interface Operator {
  /** Sends an order on its way. */
  begin(placed: Placed): void;
  /** Ends an order that was never begun. */
  cancel(placed: Placed): void;
  /** Resolves when the order is no longer open, after this many milliseconds (scaled), or when the operator stops. */
  untilEnded(order: Order, withinMs: number): Promise<void>;
  /** Takes up what an earlier run left open. */
  resume(): void;
  stop(): void;
}

export function createOperator({ book, journal, timeScale, promptMs, onNews }: OperatorParts): Operator {
  const waiting = new Map<Order, Set<() => void>>();
  let stopped = false;

  const at = (instantMs: number, act: () => void): void => {
    const waitMs = Math.max(instantMs - Date.now(), 0);
    const due = () => {
      if (stopped) return;
      // A timer has a longest time, and may end up to a millisecond early.
      if (Date.now() < instantMs) at(instantMs, act);
      else act();
    };
    setTimeout(due, Math.min(waitMs, MAX_TIMER_MS)).unref();
  };

  const awaitReversal = (placed: Placed) => {
    const { account, entry, order } = placed;
    if (order.reversesAtMs === null || order.status !== 'delivered') return;
    at(order.reversesAtMs, () => {
      book.move(placed, 'reversed');
      order.reversedAtMs = Date.now();
      journal.write(account, entry);
      onNews(placed);
    });
  };

  const finish = (placed: Placed, end: 'delivered' | 'failed') => {
    const { account, entry, order } = placed;
    book.move(placed, end);
    if (end === 'delivered') deliver(placed, timeScale);
    journal.write(account, entry);
    for (const wake of waiting.get(order) ?? []) wake();
    onNews(placed);
    awaitReversal(placed);
  };

  const awaitEnd = (placed: Placed, nowMs: number) => {
    const { behaviour, endsAtMs } = placed.order;
    const { end } = behaviour;
    if (end === null || endsAtMs === null) return;
    if (endsAtMs <= nowMs) finish(placed, end);
    else at(endsAtMs, () => finish(placed, end));
  };

  const resumeOrder = (placed: Placed) => {
    const { order } = placed;
    if (order.status === 'open') {
      awaitEnd(placed, Date.now());
      return;
    }
    if (order.toldStatus !== order.status) onNews(placed);
    awaitReversal(placed);
  };

  return {
    begin(placed) {
      const { account, entry, order } = placed;
      const { end, endAfterMs } = order.behaviour;
      order.begunAtMs = Date.now();
      order.endsAtMs = end === null ? null : order.begunAtMs + (endAfterMs ?? promptMs(order)) * timeScale;
      journal.write(account, entry);
      // Not the clock: on a busy machine, an order that takes a millisecond would have ended before its answer.
      awaitEnd(placed, order.begunAtMs);
    },
    cancel: (placed) => finish(placed, 'failed'),
    untilEnded(order, withinMs) {
      if (order.status !== 'open' || stopped) return Promise.resolve();
      return new Promise((resolve) => {
        const wakes = waiting.get(order) ?? new Set();
        const wake = () => {
          clearTimeout(timer);
          wakes.delete(wake);
          if (wakes.size === 0) waiting.delete(order);
          resolve();
        };
        const timer = setTimeout(wake, withinMs * timeScale);
        waiting.set(order, wakes.add(wake));
      });
    },
    resume() {
      for (const account of book.accounts()) {
        for (const entry of account.inOrder) {
          for (const order of entry.orders) resumeOrder({ account, entry, order });
        }
      }
    },
    stop() {
      stopped = true;
      for (const wakes of waiting.values()) for (const wake of wakes) wake();
    },
  };
}

/** The only place where a bundle reaches a number. Counts every delivery, even of an order that was reported failed. */
function deliver({ account, order }: Placed, timeScale: number): void {
  order.deliveries += 1;
  order.deliveredAtMs = Date.now();
  account.totals.deliveries += 1;
  const { reverseAfterMs } = order.behaviour;
  if (reverseAfterMs !== null) order.reversesAtMs = order.deliveredAtMs + reverseAfterMs * timeScale;
}
