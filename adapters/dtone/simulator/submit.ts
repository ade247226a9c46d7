import type { FastifyReply } from 'fastify';
import { sendAnswer } from '../../simulation/answers.ts';
import type { Account, Order } from '../../simulation/book.ts';
import { receiveSubmit, takeOrder, untilAnswerIsDue } from '../../simulation/orders.ts';
import type { World } from '../../simulation/world.ts';
import { render, sendError, sendRefusal } from './answers.ts';
import { toRefusal } from './refusals.ts';
import { orderJson, shownStatus, statusOf } from './wire.ts';

/** DT One lets go of a sync call after this long, whatever the order's state. */
const SYNC_HOLD_MS = 180_000;
const MAX_PRODUCT_ID = 2 ** 31 - 1;
const MOBILE_NUMBER = /^\+[1-9]\d{6,14}$/;

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

  const { externalId: reference, mobileNumber: number } = submit;
  const asked = { reference, number, product: String(submit.productId) };
  const { entry, behaviour, refusal } = await receiveSubmit(world, account, asked);
  if (refusal !== null) return sendRefusal(reply, toRefusal(refusal));
  if (!behaviour.accepts) return sendAnswer(reply, behaviour.answer, render(201, '{}'));
  if (entry.orders.length > 0) return sendError(reply, 400, 1007001, 'External ID has already been used');
  if (!MOBILE_NUMBER.test(number))
    return sendError(reply, 400, 1005003, 'Credit party mobile number is invalid');

  const order = takeOrder(world, account, entry, asked, {
    id: String(world.book.nextId()),
    behaviour,
    leftOpen: !sync,
    callbackUrl: sync ? null : submit.callbackUrl,
    inTwoSteps: !submit.autoConfirm,
  });
  // DT One answers an async order as it took it, however soon it ends.
  const taken = statusOf(order);
  await untilAnswerIsDue(world, order);
  if (sync && behaviour.answer === 'normal') await holdCall(world, order);
  const json = orderJson(order, sync ? shownStatus(order) : taken);
  return sendAnswer(reply, behaviour.answer, render(201, json));
}

/** Keeps a call open until its order is final, within the longest that DT One keeps one open. */
export async function holdCall(world: World, order: Order): Promise<void> {
  // What is final already is the usual case; what was never confirmed would not end.
  if (statusOf(order) !== 'CONFIRMED') return;
  await world.operator.untilEnded(order, SYNC_HOLD_MS);
}

/**
 * The fields of the body that matter, or what is wrong with them. By hand, for it is the hot path: a schema, or a guard
 * against prototype poisoning, costs more than the rest of a submit.
 */
function readSubmit(text: unknown): Submit | string {
  const body = parse(text);
  if (!isRecord(body)) return 'the body is not an object';
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

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
