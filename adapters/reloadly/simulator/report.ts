import type { FastifyReply } from 'fastify';
import { sendAnswer } from '../../simulation/answers.ts';
import type { Account } from '../../simulation/book.ts';
import { findOrder, findOrders } from '../../simulation/orders.ts';
import type { World } from '../../simulation/world.ts';
import { sendError } from './submit.ts';
import { inquiryRendering, orderJson } from './wire.ts';

const SIZE = 200;

export type Query = Readonly<Record<string, string | undefined>>;

/** GET /topups/{id}/status and GET /topups/reports/transactions/{id}. */
export async function handleGet(world: World, account: Account, id: string, reply: FastifyReply) {
  const order = await findOrder(world, account, id);
  if (order === null) return sendError(reply, 'TRANSACTION_NOT_FOUND', 404);
  return sendAnswer(reply, order.behaviour.inquiryAnswer, inquiryRendering(orderJson(order)));
}

/** GET /topups/reports/transactions, by customIdentifier or by dates, newest last. */
export async function handleReport(world: World, account: Account, query: Query, reply: FastifyReply) {
  const found = await findOrders(world, account, query.customIdentifier ?? null);

  const from = readInstant(query.startDate, Number.NEGATIVE_INFINITY);
  const to = readInstant(query.endDate, Number.POSITIVE_INFINITY);
  const inSpan = found.filter(({ takenAtMs }) => takenAtMs >= from && takenAtMs <= to);
  const size = positive(query.size, SIZE);
  const page = positive(query.page, 1);
  const shown = inSpan.slice((page - 1) * size, page * size);
  const text = `{"content":[${shown.map((order) => orderJson(order)).join(',')}]}`;
  const [only] = inSpan;
  const answer = inSpan.length === 1 && only !== undefined ? only.behaviour.inquiryAnswer : 'normal';
  return sendAnswer(reply, answer, inquiryRendering(text));
}

function readInstant(text: string | undefined, otherwise: number): number {
  const ms = text === undefined ? Number.NaN : Date.parse(`${text.replace(' ', 'T')}Z`);
  return Number.isNaN(ms) ? otherwise : ms;
}

function positive(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^[1-9]\d{0,6}$/.test(text) ? Number(text) : otherwise;
}
