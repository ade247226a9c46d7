import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect } from 'vitest';
import { parseGateways } from '../../../adapters/registry.ts';
import { idFromUuid } from '../../../domain/ids.ts';
import { renderReport } from '../../../services/invariants/print.ts';
import { readSimulatorBooks } from '../../../services/invariants/simulator-books.ts';
import { temporalLookup } from '../../../services/invariants/temporal.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { booksOf } from '../faults/ends-well.ts';
import type { FaultStack } from '../faults/fault-stack.ts';
import type { Posted } from '../faults/load.ts';

const RECHECK_MS = 2_000;

/** What a restored server has: the references of its purchases, and when its last transaction was committed. */
export interface Restored {
  readonly references: ReadonlySet<string>;
  /** In milliseconds since 1970, of the last transaction that was restored. */
  readonly lastCommit: number;
}

/** Reads what a restored server has. */
export async function readRestored(databaseUrl: string): Promise<Restored> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const purchases = await client.query<{ reference: string }>('SELECT reference FROM purchases');
    const replay = await client.query<{ at: Date }>('SELECT pg_last_xact_replay_timestamp() AS at');
    return {
      references: new Set(purchases.rows.map(({ reference }) => reference)),
      lastCommit: replay.rows[0]?.at.getTime() ?? Number.NaN,
    };
  } finally {
    await client.end();
  }
}

/** Purchases that were answered with 201 and are not in the restored database. */
export function lostOf(posted: readonly Posted[], { references }: Restored): Posted[] {
  return posted.filter(({ kind, reference }) => kind === 'accepted' && !references.has(reference));
}

/** Orders that a network delivered, and for which no purchase is charged: by the simulators' books and our rows. */
export async function uncharged(stack: FaultStack): Promise<string[]> {
  const { rows } = await stack.pool.query<{ id: string }>(
    `SELECT id FROM purchases WHERE status IN ('successful', 'reversed')`,
  );
  const charged = new Set(rows.map(({ id }) => idFromUuid('pur', id)));
  const late = await stack.pool.query<{ id: string }>('SELECT purchase_id AS id FROM late_confirmations');
  for (const { id } of late.rows) charged.add(idFromUuid('pur', id));
  const books = await booksOf(stack);
  return [...books.values()]
    .filter(({ deliveries, gatewayReference }) => deliveries > 0 && !charged.has(gatewayReference as never))
    .map(({ gatewayReference }) => gatewayReference)
    .toSorted();
}

/**
 * Derives all invariants again. All must hold but the ninth, which compares with the books of the simulators: it must name as
 * many orders as were delivered and not charged.
 */
export async function verifiesExcept(stack: FaultStack, undocumented: readonly string[]): Promise<void> {
  const temporal = temporalLookup(stack.temporalAddress);
  const gateways = parseGateways(readFileSync(stack.stack.gatewaysFile, 'utf8'));
  try {
    const books = () => readSimulatorBooks(gateways, stack.simulators);
    const report = await verifyInvariants({ pool: stack.pool, temporal, books, recheckAfterMs: RECHECK_MS });
    const doubtful = report.results.filter(({ kind, number }) => kind !== 'holds' && number !== 9);
    expect(doubtful, renderReport(report)).toEqual([]);
    const deliveries = report.results.find(({ number }) => number === 9);
    expect(deliveries?.total, renderReport(report)).toBe(undocumented.length);
  } finally {
    await temporal.close();
  }
}
