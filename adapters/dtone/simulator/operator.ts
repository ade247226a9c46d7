import { type Account, type Book, type Order, PRICE_CENTS } from './book.ts';
import type { CallbackSender } from './callbacks.ts';
import type { Journal } from './journal.ts';
import { orderJson } from './wire.ts';

/** A prompt delivery takes a random time between these. */
const PROMPT_MS = { least: 50, most: 400 };
/** From then on an open order is shown as handed to the operator. */
const SUBMITTED_AFTER_MS = 40;
/** Longer timers overflow; an order due later than this is looked at again. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface OperatorParts {
  readonly journal: Journal;
  readonly callbacks: CallbackSender;
  readonly timeScale: number;
  /** From 0 up to and not including 1. */
  readonly random: () => number;
}

/** The mobile operator behind DT One: it delivers, declines and reverses, and DT One tells of it by callbacks. */
export interface Operator extends OperatorParts {
  readonly waiting: Map<Order, (() => void)[]>;
  stopped: boolean;
}

export function createOperator(parts: OperatorParts): Operator {
  return { ...parts, waiting: new Map(), stopped: false };
}

/** Starts an order on its way. */
export function confirmOrder(operator: Operator, account: Account, order: Order): void {
  order.confirmedAtMs = Date.now();
  order.status = 'CONFIRMED';
  order.endsAtMs = endOf(operator, order, order.confirmedAtMs);
  const { confirmedAtMs, status, endsAtMs } = order;
  operator.journal.changed(account, order, { confirmedAtMs, status, endsAtMs });
  awaitEnd(operator, account, order);
}

/** Ends an order that was never confirmed. */
export function cancelOrder(operator: Operator, account: Account, order: Order): void {
  endOrder(operator, account, order, 'CANCELLED');
}

/** Resolves when the order is final, at once where it is, and when the operator stops. */
export function untilEnded(operator: Operator, order: Order): Promise<void> {
  if (!isOpen(order) || operator.stopped) return Promise.resolve();
  return new Promise((resolve) => {
    operator.waiting.set(order, [...(operator.waiting.get(order) ?? []), resolve]);
  });
}

/** What an inquiry shows now. */
export function shownStatus(order: Order): string {
  const isOld = order.confirmedAtMs !== null && Date.now() - order.confirmedAtMs >= SUBMITTED_AFTER_MS;
  return order.status === 'CONFIRMED' && isOld ? 'SUBMITTED' : order.status;
}

/** Sends a callback that claims a status, as often as the order's behaviour says. */
export function tell(operator: Operator, account: Account, order: Order, status: string): void {
  const { callbackUrl, behaviour } = order;
  if (callbackUrl === null) return;

  const body = orderJson(order, status);
  for (let copy = 0; copy < behaviour.callbacks; copy++) {
    void operator.callbacks.send(callbackUrl, body).then((arrived) => {
      if (!arrived || operator.stopped || order.status !== status) return;
      order.toldStatus = status;
      operator.journal.changed(account, order, { toldStatus: status });
    });
  }
}

function tellOfEnd(operator: Operator, account: Account, order: Order, status: string): void {
  const { callbackDelayMs } = order.behaviour;
  if (callbackDelayMs === 0) tell(operator, account, order, status);
  else {
    const dueMs = Date.now() + callbackDelayMs * operator.timeScale;
    at(operator, dueMs, () => tell(operator, account, order, status));
  }
}

/** Takes up what an earlier run left open, wallets included. */
export function resumeOrders(operator: Operator, book: Book): void {
  for (const account of book.accounts()) {
    for (const { order } of account.inOrder) {
      if (order !== null) resumeOrder(operator, account, order);
    }
  }
}

export function stopOperator(operator: Operator): void {
  operator.stopped = true;
  for (const wakes of operator.waiting.values()) for (const wake of wakes) wake();
  operator.waiting.clear();
}

function resumeOrder(operator: Operator, account: Account, order: Order): void {
  if (isOpen(order)) {
    awaitEnd(operator, account, order);
    return;
  }

  account.holdingCents -= PRICE_CENTS;
  if (isTold(order.status) && order.toldStatus !== order.status) tell(operator, account, order, order.status);
  if (order.status === 'COMPLETED') {
    account.spentCents += PRICE_CENTS;
    awaitReversal(operator, account, order);
  }
}

function awaitEnd(operator: Operator, account: Account, order: Order): void {
  const { end } = order.behaviour;
  if (end === null || order.endsAtMs === null) return;
  if (order.endsAtMs <= Date.now()) endOrder(operator, account, order, end);
  else at(operator, order.endsAtMs, () => endOrder(operator, account, order, end));
}

function endOrder(operator: Operator, account: Account, order: Order, status: string): void {
  account.holdingCents -= PRICE_CENTS;
  order.status = status;
  if (status === 'COMPLETED') deliver(operator, account, order);

  const { deliveries, deliveredAtMs, reversesAtMs } = order;
  operator.journal.changed(account, order, { status, deliveries, deliveredAtMs, reversesAtMs });
  for (const wake of operator.waiting.get(order) ?? []) wake();
  operator.waiting.delete(order);

  if (isTold(status)) tellOfEnd(operator, account, order, status);
  awaitReversal(operator, account, order);
}

/** The one place where a bundle reaches a number: counted each time it happens, whatever was said before. */
function deliver(operator: Operator, account: Account, order: Order): void {
  order.deliveries += 1;
  order.deliveredAtMs = Date.now();
  account.totals.deliveries += 1;
  account.spentCents += PRICE_CENTS;
  const { reverseAfterMs } = order.behaviour;
  if (reverseAfterMs !== null) order.reversesAtMs = order.deliveredAtMs + reverseAfterMs * operator.timeScale;
}

function awaitReversal(operator: Operator, account: Account, order: Order): void {
  if (order.reversesAtMs === null) return;
  at(operator, order.reversesAtMs, () => {
    order.status = 'REVERSED';
    order.reversedAtMs = Date.now();
    account.spentCents -= PRICE_CENTS;
    const { status, reversedAtMs } = order;
    operator.journal.changed(account, order, { status, reversedAtMs });
    tell(operator, account, order, status);
  });
}

function at(operator: Operator, instantMs: number, act: () => void): void {
  const waitMs = Math.max(instantMs - Date.now(), 0);
  const timer = setTimeout(
    () => {
      if (operator.stopped) return;
      if (waitMs > MAX_TIMER_MS) at(operator, instantMs, act);
      else act();
    },
    Math.min(waitMs, MAX_TIMER_MS),
  );
  timer.unref();
}

function endOf({ timeScale, random }: Operator, order: Order, nowMs: number): number | null {
  const { end, endAfterMs, answer } = order.behaviour;
  if (end === null) return null;
  if (endAfterMs !== null) return nowMs + endAfterMs * timeScale;
  // A broken answer to a sync order must not wait for the end that it hides.
  if (order.sync && answer === 'normal') return nowMs;
  return nowMs + (PROMPT_MS.least + random() * (PROMPT_MS.most - PROMPT_MS.least)) * timeScale;
}

function isOpen(order: Order): boolean {
  return order.status === 'CREATED' || order.status === 'CONFIRMED';
}

/** DT One tells of what the operator decided, not of what it decided itself. */
function isTold(status: string): boolean {
  return status === 'COMPLETED' || status === 'REVERSED' || status.startsWith('DECLINED');
}
