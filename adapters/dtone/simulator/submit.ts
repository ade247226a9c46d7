import type { FastifyReply } from 'fastify';
import { sendAnswer, sendError, sendRefusal } from './answers.ts';
import type { Behaviour } from './behaviours.ts';
import { type Account, type Entry, type Order, PRICE_CENTS } from './book.ts';
import { confirmOrder, shownStatus, tell, untilEnded } from './operator.ts';
import { orderJson } from './wire.ts';
import type { World } from './world.ts';

/** DT One lets go of a sync call after this long, whatever the order's state. */
const SYNC_HOLD_MS = 180_000;
const MAX_PRODUCT_ID = 2 ** 31 - 1;
const MOBILE_NUMBER = /^\+[1-9]\d{6,14}$/;
/** Enough for a callback to arrive before the answer that it overtakes. */
const OVERTAKING_MS = 100;

interface Submit {
  readonly externalId: string;
  readonly productId: number;
  readonly mobileNumber: string;
  readonly autoConfirm: boolean;
  readonly callbackUrl: string | null;
}

/** POST /async/transactions and /sync/transactions, after the account is known. */
export async function handleSubmit(
  world: World,
  account: Account,
  body: unknown,
  sync: boolean,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const submit = readSubmit(body);
  if (typeof submit === 'string') return sendError(reply, 400, 1000400, `Bad request: ${submit}`);

  const entry = world.book.receive(account, submit.externalId);
  const behaviour = world.scripts.behaviourOf(account.apiKey, {
    mobileNumber: submit.mobileNumber,
    submit: entry.submits,
    lateAnswerMs: world.lateAnswerMs,
  });
  if (world.submitLatencyMs > 0) await world.pause(world.submitLatencyMs);

  if (!behaviour.accepts || entry.order !== null || refusedByAccount(account, submit) !== null) {
    world.journal.submitted(account, submit.externalId);
    return refuseSubmit(account, submit, entry, behaviour, reply);
  }
  const order = takeOrder(world, account, entry, submit, behaviour, sync);
  await untilAnswerIsDue(world, order);
  return sendAnswer(reply, behaviour.answer, 201, orderJson(order, sync ? shownStatus(order) : order.status));
}

function refuseSubmit(
  account: Account,
  submit: Submit,
  entry: Entry,
  behaviour: Behaviour,
  reply: FastifyReply,
): FastifyReply {
  if (behaviour.refuse !== null) return sendRefusal(reply, behaviour.refuse);
  if (!behaviour.accepts) return sendAnswer(reply, behaviour.answer, 201, '{}');
  if (entry.order !== null) return sendError(reply, 400, 1007001, 'External ID has already been used');
  const [code, message] = refusedByAccount(account, submit) ?? [1000400, 'Bad request'];
  return sendError(reply, 400, code, message);
}

function refusedByAccount(account: Account, submit: Submit): readonly [number, string] | null {
  if (!MOBILE_NUMBER.test(submit.mobileNumber)) return [1005003, 'Credit party mobile number is invalid'];
  const available = account.walletCents - account.holdingCents - account.spentCents;
  return available < PRICE_CENTS ? [1006001, 'Insufficient balance'] : null;
}

function takeOrder(
  world: World,
  account: Account,
  entry: Entry,
  submit: Submit,
  behaviour: Behaviour,
  sync: boolean,
): Order {
  const order: Order = {
    id: world.book.nextId(),
    externalId: submit.externalId,
    mobileNumber: submit.mobileNumber,
    productId: submit.productId,
    callbackUrl: sync ? null : submit.callbackUrl,
    sync,
    behaviour,
    createdAtMs: Date.now(),
    confirmedAtMs: null,
    status: 'CREATED',
    endsAtMs: null,
    deliveries: 0,
    deliveredAtMs: null,
    reversesAtMs: null,
    reversedAtMs: null,
    toldStatus: null,
  };
  world.book.take(account, entry, order);
  world.journal.taken(account, order);
  if (submit.autoConfirm) confirmOrder(world.operator, account, order);
  if (behaviour.forgedCallback) tell(world.operator, account, order, 'COMPLETED');
  return order;
}

async function untilAnswerIsDue(world: World, order: Order): Promise<void> {
  const { answer, answerAfterMs, callbackBeforeAnswer } = order.behaviour;
  if (answerAfterMs > 0) await world.pause(answerAfterMs);
  if (order.sync && answer === 'normal') await holdCall(world, order);
  if (callbackBeforeAnswer) {
    await holdCall(world, order);
    await world.pause(OVERTAKING_MS);
  }
}

/** Keeps a call open until its order is final, within the longest that DT One keeps one open. */
export async function holdCall(world: World, order: Order): Promise<void> {
  // An order that is final already (the usual case) must not leave a timer of minutes behind.
  if (order.status !== 'CONFIRMED') return;
  await Promise.race([untilEnded(world.operator, order), world.pause(SYNC_HOLD_MS)]);
}

/** The fields of the body that matter, or what is wrong with them. By hand, for it is the hot path. */
function readSubmit(body: unknown): Submit | string {
  if (!isRecord(body)) return 'the body is no object';
  const { external_id, product_id, credit_party_identifier: party, auto_confirm, callback_url } = body;

  if (typeof external_id !== 'string' || external_id === '' || external_id.length > 40) return 'external_id';
  if (typeof product_id !== 'number' || !Number.isInteger(product_id)) return 'product_id';
  if (product_id < 1 || product_id > MAX_PRODUCT_ID) return 'product_id';
  if (!isRecord(party) || typeof party.mobile_number !== 'string') return 'credit_party_identifier';
  if (auto_confirm !== undefined && typeof auto_confirm !== 'boolean') return 'auto_confirm';
  if (callback_url !== undefined && !(typeof callback_url === 'string' && URL.canParse(callback_url))) {
    return 'callback_url';
  }

  return {
    externalId: external_id,
    productId: product_id,
    mobileNumber: party.mobile_number,
    autoConfirm: auto_confirm === true,
    callbackUrl: callback_url ?? null,
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
