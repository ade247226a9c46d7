import type { FastifyReply } from 'fastify';
import { sendAnswer, sendError, sendJson } from './answers.ts';
import type { Account, Order } from './book.ts';
import { cancelOrder, confirmOrder, shownStatus } from './operator.ts';
import { holdCall } from './submit.ts';
import { isExpired, orderJson } from './wire.ts';
import type { World } from './world.ts';

const DAY_MS = 86_400_000;
const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 100;

export type Query = Readonly<Record<string, string | undefined>>;

/** GET /transactions/{id} */
export async function handleGet(world: World, account: Account, id: string, reply: FastifyReply) {
  if (world.inquiryLatencyMs > 0) await world.pause(world.inquiryLatencyMs);
  const order = findOrder(world, account, id);
  if (order === null) return sendNotFound(reply);
  return sendAnswer(reply, order.behaviour.inquiryAnswer, 200, orderJson(order, shownStatus(order)));
}

/** GET /transactions: by external_id, by dates of creation, or both. */
export async function handleList(world: World, account: Account, query: Query, reply: FastifyReply) {
  if (world.inquiryLatencyMs > 0) await world.pause(world.inquiryLatencyMs);
  const window = readWindow(query);
  if (window === null) return sendError(reply, 400, 1000400, 'Bad request: from_date, to_date');

  const candidates =
    query.external_id === undefined ? account.inOrder : [account.entries.get(query.external_id)];
  const found = candidates
    .flatMap((entry) => (entry?.order ? [entry.order] : []))
    .filter((order) => order.createdAtMs >= window.fromMs && order.createdAtMs <= window.toMs)
    .filter((order) => !isHidden(world, order));

  const { orders, total } = toPage(found, query, reply);
  const json = `[${orders.map((order) => orderJson(order, shownStatus(order))).join(',')}]`;
  const [only] = orders;
  return sendAnswer(reply, total === 1 && only ? only.behaviour.inquiryAnswer : 'normal', 200, json);
}

/** POST /async/transactions/{id}/confirm and its sync twin. */
export async function handleConfirm(world: World, account: Account, id: string, reply: FastifyReply) {
  const order = findOrder(world, account, id);
  if (order === null) return sendNotFound(reply);
  if (order.confirmedAtMs !== null) return sendError(reply, 400, 1007002, 'Already confirmed');
  if (order.status !== 'CREATED' || isExpired(order, Date.now())) {
    return sendError(reply, 400, 1007004, 'Can no longer be confirmed');
  }

  confirmOrder(world.operator, account, order);
  if (order.sync) await holdCall(world, order);
  return sendJson(reply, 202, orderJson(order, order.sync ? shownStatus(order) : order.status));
}

/** POST /transactions/{id}/cancel */
export function handleCancel(world: World, account: Account, id: string, reply: FastifyReply) {
  const order = findOrder(world, account, id);
  if (order === null) return sendNotFound(reply);
  if (order.status === 'CANCELLED') return sendError(reply, 400, 1007005, 'Already cancelled');
  if (order.status !== 'CREATED') return sendError(reply, 400, 1007007, 'Can no longer be cancelled');

  cancelOrder(world.operator, account, order);
  return sendJson(reply, 202, orderJson(order, order.status));
}

function findOrder(world: World, account: Account, id: string): Order | null {
  const order = /^\d{1,15}$/.test(id) ? world.book.order(account, Number(id)) : null;
  return order === null || isHidden(world, order) ? null : order;
}

function isHidden(world: World, order: Order): boolean {
  return Date.now() < order.createdAtMs + order.behaviour.hiddenForMs * world.timeScale;
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
