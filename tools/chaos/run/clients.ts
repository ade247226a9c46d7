import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { type Campaign, type ClientAction, type Order, priceOf, type Traffic } from '../plan/traffic.ts';
import type { CampaignSeen, Look, Observed } from './observed.ts';
import { errorIn, SeenBalance, SeenBatch, SeenList, SeenPurchase, send } from './requests.ts';
import type { ChaosStack } from './stack.ts';

/** A client gives up after a minute. */
const TRIES = 40;
const PAUSE_MS = 1_500;
const BALANCE_EVERY_MS = 150;

/** A client of the API, which writes down everything that it sees. */
export interface ChaosClient {
  act(action: ClientAction): Promise<void>;
  /** Reads the balance again and again, from each API process, until the signal. */
  watchBalance(signal: AbortSignal): Promise<void>;
}

/** A client that sends the plan's purchases and campaigns, and adds what it sees to `seen`. */
export function createChaosClient(stack: ChaosStack, traffic: Traffic, seen: Observed): ChaosClient {
  const campaigns = traffic.campaigns.map(({ account, rows }, nth): CampaignSeen => {
    const reference = `campaign-${nth}`;
    const campaign = { account, reference, rows: rows.length, id: null, canceledAt: null };
    seen.campaigns.push(campaign);
    return campaign;
  });
  let turns = 0;
  const nextTurn = () => {
    turns += 1;
    return turns;
  };

  return {
    act: async (action) => {
      switch (action.kind) {
        case 'buy':
        case 'replay':
          return buy(
            stack,
            seen,
            orderOf(traffic, action.order),
            nextTurn,
            action.kind === 'buy' ? TRIES : 1,
          );
        case 'conflict':
          return conflict(stack, seen, orderOf(traffic, action.order), nextTurn());
        case 'look':
          return look(stack, seen, orderOf(traffic, action.order), nextTurn);
        case 'upload':
          return upload(stack, campaigns[action.campaign], traffic.campaigns[action.campaign], nextTurn);
        default:
          return command(stack, campaigns[action.campaign], action.kind, nextTurn);
      }
    },
    watchBalance: async (signal) => {
      const watching = stack.accounts.flatMap((_, account) =>
        [0, 1].map((api) => watchBalance(stack, seen, { account, api }, signal)),
      );
      await Promise.all(watching);
    },
  };
}

function orderOf(traffic: Traffic, index: number): Order {
  const order = traffic.orders[index];
  if (order === undefined) throw new TypeError(`no order ${index}`);
  return order;
}

/** Sends a purchase, as a client does: without an answer, or after 429 and 5xx, it sends the same again. */
async function buy(
  stack: ChaosStack,
  seen: Observed,
  order: Order,
  nextTurn: () => number,
  tries: number,
): Promise<void> {
  const { reference, phone_number, bundle_id } = order;
  const body = JSON.stringify({ reference, phone_number, bundle_id });
  for (let attempt = 1; attempt <= tries; attempt++) {
    const status = await post(stack, seen, { order, isConflict: false, body }, nextTurn());
    if (status !== null && status < 429) return;
    await sleep(PAUSE_MS);
  }
}

/** Sends the reference of an order with another body, which must never buy. */
async function conflict(stack: ChaosStack, seen: Observed, order: Order, turn: number): Promise<void> {
  const { reference, phone_number, bundle_id } = order;
  // If the first request never arrived, this one buys, so it differs only where it may: in the metadata.
  const body = JSON.stringify({ reference, phone_number, bundle_id, metadata: { other: 'yes' } });
  await post(stack, seen, { order, isConflict: true, body }, turn);
}

async function post(
  stack: ChaosStack,
  seen: Observed,
  { order, isConflict, body }: { order: Order; isConflict: boolean; body: string },
  turn: number,
): Promise<number | null> {
  const { account } = order;
  const reply = await send(stack, turn, { account, method: 'POST', path: '/v1/purchases', body });
  const purchase = SeenPurchase.safeParse(reply.body);
  seen.answers.push({
    account,
    sentAt: reply.sentAt,
    endedAt: reply.endedAt,
    reference: order.reference,
    isConflict,
    price: priceOf(order.bundle_id),
    status: reply.status,
    ...errorIn(reply),
    purchaseId: purchase.success ? purchase.data.id : null,
    purchaseStatus: purchase.success ? purchase.data.status : null,
  });
  return reply.status;
}

/** Looks a purchase up by its reference and then by its id, and again while there is no answer. */
async function look(
  stack: ChaosStack,
  seen: Observed,
  { account, reference }: Order,
  nextTurn: () => number,
): Promise<void> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const path = `/v1/purchases?reference=${encodeURIComponent(reference)}`;
    const { sentAt, endedAt, status, body } = await send(stack, nextTurn(), { account, path });
    const list = SeenList.safeParse(body);
    if (status === 200 && list.success) {
      const [first] = list.data.data;
      const found = first === undefined ? null : toFound(first);
      seen.looks.push({ account, sentAt, endedAt, reference, found });
      if (first !== undefined) await lookById(stack, seen, { account, reference, id: first.id }, nextTurn());
      return;
    }
    await sleep(PAUSE_MS);
  }
}

async function lookById(
  stack: ChaosStack,
  seen: Observed,
  { account, reference, id }: { account: number; reference: string; id: string },
  turn: number,
): Promise<void> {
  const path = `/v1/purchases/${id}`;
  const { sentAt, endedAt, status, body } = await send(stack, turn, { account, path });
  const purchase = SeenPurchase.safeParse(body);
  if (status === 404) seen.looks.push({ account, sentAt, endedAt, reference, found: null });
  else if (status === 200 && purchase.success)
    seen.looks.push({ account, sentAt, endedAt, reference, found: toFound(purchase.data) });
}

function toFound({ id, status, resolve_by }: z.output<typeof SeenPurchase>): NonNullable<Look['found']> {
  return { id, status, resolveBy: Date.parse(resolve_by) * 1_000 };
}

async function watchBalance(
  stack: ChaosStack,
  seen: Observed,
  { account, api }: { account: number; api: number },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const { sentAt, endedAt, body } = await send(stack, api, { account, path: '/v1/balance' });
    const balance = SeenBalance.safeParse(body);
    if (balance.success) {
      const { available, held } = balance.data;
      seen.balances.push({ account, sentAt, endedAt, available: available.amount, held: held.amount });
    }
    await sleep(BALANCE_EVERY_MS * stack.accounts.length);
  }
}

async function upload(
  stack: ChaosStack,
  campaign: CampaignSeen | undefined,
  planned: Campaign | undefined,
  nextTurn: () => number,
): Promise<void> {
  if (campaign === undefined || planned === undefined || planned.rows.length === 0) return;
  const { account } = campaign;
  const lines = planned.rows.map((row) => `${row.reference},${row.phone_number},${row.bundle_id}`);
  const body = ['reference,phone_number,bundle_id', ...lines].join('\n');
  const path = `/v1/batches?reference=${campaign.reference}`;
  for (let attempt = 1; attempt <= TRIES && campaign.id === null; attempt++) {
    const reply = await send(stack, nextTurn(), { account, method: 'POST', path, body, type: 'text/csv' });
    const batch = SeenBatch.safeParse(reply.body);
    if (batch.success) campaign.id = batch.data.id;
    else await sleep(PAUSE_MS);
  }
}

async function command(
  stack: ChaosStack,
  campaign: CampaignSeen | undefined,
  kind: 'pause_campaign' | 'resume_campaign' | 'cancel_campaign',
  nextTurn: () => number,
): Promise<void> {
  const [verb] = kind.split('_');
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    if (campaign !== undefined && campaign.id !== null) {
      const path = `/v1/batches/${campaign.id}/${verb}`;
      const { account } = campaign;
      const { status, endedAt } = await send(stack, nextTurn(), { account, method: 'POST', path });
      if (verb === 'cancel' && status === 200) campaign.canceledAt = endedAt;
      if (status !== null && status < 429) return;
    }
    await sleep(PAUSE_MS);
  }
}
