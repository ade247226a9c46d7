import type { Behaviour } from './behaviour.ts';
import type { Account, Entry, Order, Placed } from './book.ts';
import type { World } from './world.ts';

/** Enough for a callback to arrive before the answer that it overtakes. */
const OVERTAKING_MS = 100;

/** An order that has not ended by then is answered before its callback, because gateways do not hold requests forever. */
const OVERTAKEN_WITHIN_MS = 180_000;

/** An order as it was asked for. */
export interface Asked {
  readonly reference: string;
  readonly number: string;
  readonly product: string;
}

/** A submit that was counted. */
export interface Received {
  readonly entry: Entry;
  /** What the order shall do, if it is taken. */
  readonly behaviour: Behaviour;
  /** The gateway's name of the refusal that a script or the control plane requests; null if none does. */
  readonly refusal: string | null;
}

/** Counts a submit, waits as long as submits take now, and says what this one shall do. */
export async function receiveSubmit(
  world: World,
  account: Account,
  { reference, number }: Asked,
): Promise<Received> {
  const entry = world.book.receive(account, reference);
  world.history.note(reference, 'submitted');
  const behaviour = world.scripts.behaviourOf(account.key, {
    number,
    submit: entry.submits,
    lateAnswerMs: world.lateAnswerMs,
    orderedBefore: () => hadOrder(account, entry, number),
  });
  world.journal.write(account, entry);
  if (world.submitLatencyMs > 0) await world.pause(world.submitLatencyMs);
  return { entry, behaviour, refusal: world.refusals.get(account.key) ?? behaviour.refuse };
}

/** Whether a number has an order under another reference than this one. */
function hadOrder({ lastOrderAtMs, inOrder }: Account, entry: Entry, number: string): boolean {
  if (!lastOrderAtMs.has(number)) return false;
  return inOrder.some((other) => other !== entry && other.orders.some((order) => order.number === number));
}

/** How an order is taken. */
export interface Taking {
  readonly id: string;
  readonly behaviour: Behaviour;
  /** Whether the answer leaves the order open; without it, where it has not ended by then. */
  readonly leftOpen?: boolean;
  readonly callbackUrl?: string | null;
  /** Whether a confirmation is awaited before the order goes its way. */
  readonly inTwoSteps?: boolean;
}

/** Takes an order, which from then on goes its way whatever becomes of the answer. */
export function takeOrder(
  world: World,
  account: Account,
  entry: Entry,
  { reference, number, product }: Asked,
  { id, behaviour, leftOpen, callbackUrl = null, inTwoSteps = false }: Taking,
): Order {
  const { end, endAfterMs, callbackBeforeAnswer } = behaviour;
  const order: Order = {
    id,
    reference,
    number,
    product,
    callbackUrl,
    behaviour,
    takenAtMs: Date.now(),
    begunAtMs: null,
    status: 'open',
    endsAtMs: null,
    deliveries: 0,
    deliveredAtMs: null,
    reversesAtMs: null,
    reversedAtMs: null,
    leftOpen: leftOpen ?? (end === null || (endAfterMs ?? 0) > 0 || callbackBeforeAnswer),
    toldStatus: null,
  };
  const placed = { account, entry, order };
  world.book.take(placed);
  world.history.note(reference, 'taken');
  if (inTwoSteps) world.journal.write(account, entry);
  else world.operator.begin(placed);
  if (behaviour.forgedCallback) world.tell(placed, 'delivered');
  return order;
}

/** Waits as long as the answer to a submit shall be late. */
export async function untilAnswerIsDue(world: World, order: Order): Promise<void> {
  const { answerAfterMs, callbackBeforeAnswer } = order.behaviour;
  if (answerAfterMs > 0) await world.pause(answerAfterMs);
  if (!callbackBeforeAnswer) return;
  await world.operator.untilEnded(order, OVERTAKEN_WITHIN_MS);
  await new Promise((resolve) => setTimeout(resolve, OVERTAKING_MS));
}

/** The orders under a reference (null: under any) that inquiries find now. */
export async function findOrders(
  world: World,
  account: Account,
  reference: string | null,
): Promise<readonly Order[]> {
  if (world.inquiryLatencyMs > 0) await world.pause(world.inquiryLatencyMs);
  const entries = reference === null ? account.inOrder : [account.entries.get(reference)];
  const found = entries.flatMap((entry) => entry?.orders ?? []).filter((order) => isShown(world, order));
  if (reference !== null && found.length === 0) world.history.note(reference, 'denied');
  return found;
}

/** The order of an id, where inquiries find it now. */
export async function findOrder(world: World, account: Account, id: string): Promise<Order | null> {
  if (world.inquiryLatencyMs > 0) await world.pause(world.inquiryLatencyMs);
  return lookUp(world, account, id)?.order ?? null;
}

/** Like `findOrder`, but synchronous, and with the entry and account of the order. */
export function lookUp(world: World, account: Account, id: string): Placed | null {
  const placed = world.book.order(account, id);
  return placed !== null && isShown(world, placed.order) ? placed : null;
}

function isShown({ timeScale }: World, { takenAtMs, behaviour }: Order): boolean {
  return Date.now() >= takenAtMs + behaviour.hiddenForMs * timeScale;
}
