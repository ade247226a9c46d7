import type { FastifyReply } from 'fastify';
import { sendAnswer } from '../../simulation/answers.ts';
import type { Account, Order } from '../../simulation/book.ts';
import { findOrder, findOrders, lookUp } from '../../simulation/orders.ts';
import type { World } from '../../simulation/world.ts';
import { render, sendError, sendJson } from './answers.ts';
import { holdCall } from './submit.ts';
import { isExpired, isSync, orderJson, shownStatus, statusOf } from './wire.ts';

const DAY_MS = 86_400_000;
const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 100;

export type Query = Readonly<Record<string, string | undefined>>;

/** GET /transactions/{id} */
export async function handleGet(world: World, account: Account, id: string, reply: FastifyReply) {
  const order = await findOrder(world, account, id);
  if (order === null) return sendNotFound(reply);
  return sendAnswer(reply, order.behaviour.inquiryAnswer, render(200, shownJson(order)));
}

/** GET /transactions: by external_id, by dates of creation, or both. */
export async function handleList(world: World, account: Account, query: Query, reply: FastifyReply) {
  const window = readWindow(query);
  const known = await findOrders(world, account, query.external_id ?? null);
  if (window === null) return sendError(reply, 400, 1000400, 'Bad request: from_date, to_date');

  const found = known.filter(({ takenAtMs }) => takenAtMs >= window.fromMs && takenAtMs <= window.toMs);
  const { orders, total } = toPage(found, query, reply);
  const [only] = orders;
  const answer = total === 1 && only ? only.behaviour.inquiryAnswer : 'normal';
  return sendAnswer(reply, answer, render(200, `[${orders.map(shownJson).join(',')}]`));
}

/** POST /async/transactions/{id}/confirm and its sync twin. */
export async function handleConfirm(world: World, account: Account, id: string, reply: FastifyReply) {
  const placed = lookUp(world, account, id);
  if (placed === null) return sendNotFound(reply);
  const { order } = placed;
  if (order.begunAtMs !== null) return sendError(reply, 400, 1007002, 'Already confirmed');
  if (order.status !== 'open' || isExpired(order, Date.now())) {
    return sendError(reply, 400, 1007004, 'Can no longer be confirmed');
  }

  world.operator.begin(placed);
  if (isSync(order)) await holdCall(world, order);
  return sendJson(reply, 202, isSync(order) ? shownJson(order) : orderJson(order, statusOf(order)));
}

/** POST /transactions/{id}/cancel */
export function handleCancel(world: World, account: Account, id: string, reply: FastifyReply) {
  const placed = lookUp(world, account, id);
  if (placed === null) return sendNotFound(reply);
  const { order } = placed;
  if (statusOf(order) === 'CANCELLED') return sendError(reply, 400, 1007005, 'Already cancelled');
  if (statusOf(order) !== 'CREATED') return sendError(reply, 400, 1007007, 'Can no longer be cancelled');

  world.operator.cancel(placed);
  return sendJson(reply, 202, orderJson(order, statusOf(order)));
}

function shownJson(order: Order): string {
  return orderJson(order, shownStatus(order));
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  return sendError(reply, 404, 1008004, 'Transaction not found');
}

/** Null where the dates are no dates or more than a day apart. Without any, external_id searches all. */
function readWindow(query: Query): { fromMs: number; toMs: number } | null {
  const { from_date, to_date, external_id } = query;
  if (from_date === undefined && to_date === undefined) {
    return { fromMs: external_id === undefined ? Date.now() - DAY_MS : 0, toMs: Number.POSITIVE_INFINITY };
  }
  const fromMs = from_date === undefined ? Date.parse(to_date ?? '') - DAY_MS : Date.parse(from_date);
  const toMs = to_date === undefined ? fromMs + DAY_MS : Date.parse(to_date);
  return toMs - fromMs >= 0 && toMs - fromMs <= DAY_MS ? { fromMs, toMs } : null;
}

function toPage(found: readonly Order[], query: Query, reply: FastifyReply) {
  const page = readPositive(query.page, 1);
  const perPage = Math.min(readPositive(query.per_page, DEFAULT_PER_PAGE), MAX_PER_PAGE);
  const total = found.length;
  const pages = Math.ceil(total / perPage);
  reply.headers({ 'x-total': total, 'x-total-pages': pages, 'x-per-page': perPage, 'x-page': page });
  if (page < pages) reply.header('x-next-page', page + 1);
  if (page > 1) reply.header('x-prev-page', page - 1);
  return { orders: found.slice((page - 1) * perPage, page * perPage), total };
}

function readPositive(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : otherwise;
}
