import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Account, Entry } from './book.ts';
import { Script } from './scripts.ts';
import type { World } from './world.ts';

const DEFAULT_LIMIT = 1_000;
const MAX_LIMIT = 10_000;

/** What came in under one external_id, and what was really delivered for it. */
export interface BookEntry {
  readonly external_id: string;
  readonly submits: number;
  /** The order's status; null where no order was taken. */
  readonly status: string | null;
  readonly deliveries: number;
  readonly delivered_at: string | null;
  readonly reversed_at: string | null;
}

export interface BookPage {
  readonly totals: { readonly submits: number; readonly orders: number; readonly deliveries: number };
  readonly entries: readonly BookEntry[];
  /** Give it as `after` for the next page; null on the last. */
  readonly next: number | null;
}

export interface BookQuery {
  readonly apiKey: string;
  readonly after: number;
  readonly limit: number;
  readonly externalId: string | null;
}

const BookParameters = z.strictObject({
  api_key: z.string().min(1),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
  external_id: z.string().optional(),
});

const Latency = z.strictObject({
  submit_ms: z.int().min(0).default(0),
  inquiry_ms: z.int().min(0).default(0),
});

/** The control plane. None of it exists at DT One; it knows no credentials, so it belongs on a loopback address. */
export function registerControl(app: FastifyInstance, world: World): void {
  app.post('/_simulator/scripts', (request) => {
    for (const script of z.union([Script.transform((one) => [one]), z.array(Script)]).parse(request.body)) {
      world.scripts.add(script);
    }
    return { ok: true };
  });

  app.delete('/_simulator/scripts', () => {
    world.scripts.clear();
    return { ok: true };
  });

  app.post('/_simulator/latency', (request) => {
    const latency = Latency.parse(request.body);
    world.submitLatencyMs = latency.submit_ms;
    world.inquiryLatencyMs = latency.inquiry_ms;
    return latency;
  });

  app.get('/_simulator/log', () => ({ lines: world.log }));

  app.get('/_simulator/book', (request) => {
    const { api_key, after, limit, external_id } = BookParameters.parse(request.query);
    return readBook(world, { apiKey: api_key, after, limit, externalId: external_id ?? null });
  });
}

/** A page of an account's book, in the order in which its external_ids first came. */
export function readBook(world: World, { apiKey, after, limit, externalId }: BookQuery): BookPage {
  const account = world.book.account(apiKey);
  const entries =
    externalId === null ? account.inOrder.slice(after, after + limit) : one(account, externalId);
  const last = entries.at(-1);
  const isMore = externalId === null && last !== undefined && last.number < account.inOrder.length;
  return { totals: account.totals, entries: entries.map(render), next: isMore ? last.number : null };
}

function one(account: Account, externalId: string): readonly Entry[] {
  const entry = account.entries.get(externalId);
  return entry === undefined ? [] : [entry];
}

function render({ externalId, submits, order }: Entry): BookEntry {
  return {
    external_id: externalId,
    submits,
    status: order?.status ?? null,
    deliveries: order?.deliveries ?? 0,
    delivered_at: toText(order?.deliveredAtMs),
    reversed_at: toText(order?.reversedAtMs),
  };
}

function toText(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString();
}
