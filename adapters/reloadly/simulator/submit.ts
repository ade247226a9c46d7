import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { sendAnswer } from '../../simulation/answers.ts';
import type { Account } from '../../simulation/book.ts';
import { receiveSubmit, takeOrder, untilAnswerIsDue } from '../../simulation/orders.ts';
import { readJson } from '../../simulation/server.ts';
import type { World } from '../../simulation/world.ts';
import { errorJson, submitRendering } from './wire.ts';

const TopUp = z.looseObject({
  operatorId: z.union([z.string().regex(/^\d+$/), z.int()]),
  amount: z.union([z.string().regex(/^\d+(\.\d+)?$/), z.number()]),
  useLocalAmount: z.boolean().default(false),
  customIdentifier: z.string().min(1).optional(),
  recipientPhone: z.looseObject({ countryCode: z.string().length(2), number: z.string() }),
});

/** What a refusal is answered with besides its code; 400 where nothing else is known. */
const HTTP_STATUS: ReadonlyMap<string, number> = new Map([
  ['INVALID_TOKEN', 401],
  ['TOKEN_EXPIRED', 401],
  ['INVALID_CREDENTIALS', 401],
  ['TOO_MANY_REQUESTS', 429],
]);

export interface SubmitWays {
  readonly sync: boolean;
  /** Two orders for one number closer together than this are refused. */
  readonly repeatWindowMs: number;
  /** Ends the token of this request. */
  readonly expireToken: () => void;
}

/** POST /topups and /topups-async, after the account is known. */
export async function handleSubmit(
  world: World,
  account: Account,
  body: unknown,
  reply: FastifyReply,
  { sync, repeatWindowMs, expireToken }: SubmitWays,
): Promise<FastifyReply> {
  const topUp = readJson(TopUp, body);
  if (topUp === null) return sendError(reply, 'INVALID_INPUT_PROVIDED');
  const reference = topUp.customIdentifier ?? `none-${world.book.nextId()}`;
  const product = `${topUp.operatorId}:${topUp.amount}:${topUp.useLocalAmount ? 'local' : 'wallet'}`;
  const asked = { reference, number: topUp.recipientPhone.number.replace(/\D/g, ''), product };

  const lastOrderAtMs = account.lastOrderAtMs.get(asked.number) ?? Number.NEGATIVE_INFINITY;
  const { entry, behaviour, refusal: wanted } = await receiveSubmit(world, account, asked);
  const promptly =
    behaviour.end === 'failed' && (behaviour.endAfterMs ?? 0) === 0 ? behaviour.failCode : null;
  const refusal =
    wanted ??
    (entry.orders.length > 0 ? 'CUSTOM_IDENTIFIER_ALREADY_USED' : null) ??
    (Date.now() - lastOrderAtMs < repeatWindowMs ? 'PHONE_RECENTLY_RECHARGED' : null) ??
    promptly;
  if (refusal !== null) {
    if (refusal === 'TOKEN_EXPIRED') expireToken();
    return sendError(reply, refusal);
  }
  if (!behaviour.accepts) return sendAnswer(reply, behaviour.answer, submitRendering(null, sync));

  const id = String(world.book.nextId());
  const order = takeOrder(
    world,
    account,
    entry,
    asked,
    sync ? { id, behaviour } : { id, behaviour, leftOpen: true },
  );
  await untilAnswerIsDue(world, order);
  return sendAnswer(reply, behaviour.answer, submitRendering(order, sync));
}

export function sendError(
  reply: FastifyReply,
  code: string,
  status = HTTP_STATUS.get(code) ?? 400,
): FastifyReply {
  const words = code.toLowerCase().replaceAll('_', ' ');
  if (status === 429) reply.header('retry-after', '2');
  return reply.code(status).header('content-type', 'application/json').send(errorJson(code, words));
}
