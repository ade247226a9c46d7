import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { parseGateways } from '../../../adapters/registry.ts';
import { idFromUuid } from '../../../domain/ids.ts';
import type { Book, BookEntry } from '../../../services/invariants/book.ts';
import { renderReport } from '../../../services/invariants/print.ts';
import { readSimulatorBooks } from '../../../services/invariants/simulator-books.ts';
import { temporalLookup } from '../../../services/invariants/temporal.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import type { FaultStack } from './fault-stack.ts';
import type { Posted } from './load.ts';

/** How all purchases of the stack ended. */
export interface Ending {
  readonly successful: number;
  readonly failed: number;
  readonly reversed: number;
  readonly events: number;
  /** From the call until every purchase was final and every webhook received. */
  readonly seconds: number;
}

const FINAL_TIMEOUT_MS = 180_000;
const WEBHOOKS_TIMEOUT_MS = 300_000;
const RECHECK_MS = 3_000;

/**
 * Waits until every purchase is final and every event received, then derives all invariants again, the simulator's book
 * among them, and compares every answer of the API with the rows.
 */
export async function endsWell(
  stack: FaultStack,
  posted: readonly Posted[],
  finalWithinMs = FINAL_TIMEOUT_MS,
): Promise<Ending> {
  const began = performance.now();
  await eventually('every purchase is final', finalWithinMs, async () => (await counts(stack)).pending === 0);
  await eventually(
    'every event was received',
    WEBHOOKS_TIMEOUT_MS,
    async () => (await undelivered(stack)).length === 0,
  );
  const seconds = (performance.now() - began) / 1_000;

  await answersWereTrue(stack, posted);
  await invariantsHold(stack);
  expect(stack.receiver.forged()).toBe(0);
  const { successful, failed, reversed } = await counts(stack);
  return { successful, failed, reversed, events: stack.receiver.events.size, seconds };
}

/** Waits until a condition holds; checking it may fail while parts are down. */
export async function eventually(
  what: string,
  timeoutMs: number,
  isSo: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const answer = await isSo().catch((error: unknown) => error);
    if (answer === true) return;
    if (performance.now() > deadline) {
      throw new Error(`Not in ${timeoutMs / 1_000} s: ${what}.`, { cause: answer });
    }
    await sleep(200);
  }
}

/** Purchases by status, over all accounts. */
export async function counts({ pool }: FaultStack) {
  const { rows } = await pool.query<{ status: string; count: number }>(
    'SELECT status, count(*)::int AS count FROM purchases GROUP BY status',
  );
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return {
    pending: of('pending'),
    successful: of('successful'),
    failed: of('failed'),
    reversed: of('reversed'),
  };
}

async function undelivered({ pool, receiver }: FaultStack): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM events');
  return rows.map(({ id }) => idFromUuid('evt', id)).filter((id) => !receiver.events.has(id));
}

/** A purchase answered with 201 exists under its id; a rejected one does not exist. */
async function answersWereTrue({ pool }: FaultStack, posted: readonly Posted[]): Promise<void> {
  const { rows } = await pool.query<{ reference: string; id: string }>('SELECT reference, id FROM purchases');
  const ids = new Map(rows.map(({ reference, id }) => [reference, idFromUuid('pur', id)]));
  const lost = posted.filter(
    (post) => post.kind === 'accepted' && ids.get(post.reference) !== post.purchaseId,
  );
  const refusedAndBought = posted.filter((post) => post.kind === 'refused' && ids.has(post.reference));
  expect({ lost, refusedAndBought }).toEqual({ lost: [], refusedAndBought: [] });
}

/** How many submits of these purchases ever reached the gateway, by its own book. */
export async function submitsOf(stack: FaultStack, posted: readonly Posted[]): Promise<number> {
  const ours = new Set(posted.map(({ purchaseId }) => purchaseId));
  const entries = (await readBooks(stack)).flatMap(({ deliveries }) => deliveries);
  return entries.reduce((sum, entry) => sum + (ours.has(entry.gatewayReference) ? entry.submits : 0), 0);
}

/** The simulators' record of every order, by its gateway reference. */
export async function booksOf(stack: FaultStack): Promise<ReadonlyMap<string, BookEntry>> {
  const entries = (await readBooks(stack)).flatMap(({ deliveries }) => deliveries);
  return new Map(entries.map((entry) => [entry.gatewayReference, entry]));
}

function readBooks({ stack, simulators }: FaultStack): Promise<Book[]> {
  const gateways = parseGateways(readFileSync(stack.gatewaysFile, 'utf8'));
  return readSimulatorBooks(gateways, simulators);
}

async function invariantsHold(stack: FaultStack): Promise<void> {
  const temporal = temporalLookup(stack.temporalAddress);
  try {
    const books = () => readBooks(stack);
    const report = await verifyInvariants({ pool: stack.pool, temporal, books, recheckAfterMs: RECHECK_MS });
    const doubtful = report.results.filter(({ kind }) => kind !== 'holds');
    expect(doubtful, renderReport(report)).toEqual([]);
  } finally {
    await temporal.close();
  }
}
