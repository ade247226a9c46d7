import type { Behaviour } from './behaviour.ts';
import type { Account, Entry, Order } from './book.ts';
import type { World } from './world.ts';

/** Enough for a callback to arrive before the answer that it overtakes. */
const OVERTAKING_MS = 100;

/** An order as it was asked for. */
export interface Asked {
  readonly reference: string;
  readonly number: string;
  readonly product: string;
}

/** Counts a submit, waits as long as submits take now, and says what this one shall do. */
export async function receiveSubmit(
  world: World,
  account: Account,
  { reference, number }: Asked,
): Promise<{ readonly entry: Entry; readonly behaviour: Behaviour }> {
  const entry = world.book.receive(account, reference);
  const behaviour = world.scripts.behaviourOf(account.key, {
    number,
    submit: entry.submits,
    lateAnswerMs: world.lateAnswerMs,
  });
  world.journal.write(account, entry);
  if (world.submitLatencyMs > 0) await world.pause(world.submitLatencyMs);
  return { entry, behaviour };
}

/** Takes an order, which from then on goes its way whatever becomes of the answer. */
export function takeOrder(
  world: World,
  account: Account,
  entry: Entry,
  { reference, number, product }: Asked,
  behaviour: Behaviour,
  id: string,
  /** Whether the answer leaves even an order that has ended open. */
  answersOpen = false,
): Order {
  const order: Order = {
    id,
    reference,
    number,
    product,
    behaviour,
    takenAtMs: Date.now(),
    status: 'open',
    endsAtMs: null,
    deliveries: 0,
    deliveredAtMs: null,
    reversesAtMs: null,
    reversedAtMs: null,
    leftOpen:
      answersOpen || behaviour.end === null || behaviour.endAfterMs > 0 || behaviour.callbackBeforeAnswer,
    toldStatus: null,
  };
  world.book.take(account, entry, order);
  world.operator.begin(account, entry, order);
  if (behaviour.forgedCallback) world.tell(account, entry, order, 'delivered');
  return order;
}

/** Waits as long as the answer to a submit shall be late. */
export async function untilAnswerIsDue(world: World, order: Order): Promise<void> {
  const { answerAfterMs, callbackBeforeAnswer } = order.behaviour;
  if (answerAfterMs > 0) await world.pause(answerAfterMs);
  if (!callbackBeforeAnswer) return;
  await world.operator.untilEnded(order);
  await new Promise((resolve) => setTimeout(resolve, OVERTAKING_MS));
}

/** The orders under a reference that inquiries find now. */
export async function findOrders(
  world: World,
  account: Account,
  reference: string,
): Promise<readonly Order[]> {
  if (world.inquiryLatencyMs > 0) await world.pause(world.inquiryLatencyMs);
  const orders = account.entries.get(reference)?.orders ?? [];
  return orders.filter(
    ({ takenAtMs, behaviour }) => Date.now() >= takenAtMs + behaviour.hiddenForMs * world.timeScale,
  );
}
