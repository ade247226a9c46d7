import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { expect, inject, vi } from 'vitest';
import { parseGateways } from '../../../adapters/registry.ts';
import { createPool } from '../../../db/pool.ts';
import { DEFAULT_SETTINGS, type NetworkSettings } from '../../../services/catalogue/demo/seed.ts';
import type { BookEntry } from '../../../services/invariants/book.ts';
import { readSimulatorBooks } from '../../../services/invariants/simulator-books.ts';
import { type TemporalLookup, temporalLookup } from '../../../services/invariants/temporal.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { type Stack, startStack } from '../../../tools/stack/stack.ts';
import { CONNECT_SECONDS } from '../database.ts';
import '../provided.ts';
import { temporaryStateDir } from '../state-dir.ts';

/** A `resolve_by` that is short enough to be waited for, and long enough for a busy machine to send before it. */
export const SHORT_RESOLVE_WITHIN_MS = 45_000;

/** A whole stack for one test file, with access to its parts. */
export interface Scenario {
  readonly stack: Stack;
  readonly stateDir: string;
  readonly pool: Pool;
  readonly temporal: TemporalLookup;
  /** The simulator's record of every order, by gateway reference. */
  book(): Promise<ReadonlyMap<string, BookEntry>>;
  close(): Promise<void>;
}

export interface ScenarioOptions {
  readonly networks?: Partial<NetworkSettings>;
  /** `resolve_within` in milliseconds, by network. */
  readonly resolveWithinMs?: Readonly<Record<string, number>>;
  /** `hold_ms` of every gateway: an order that is not found so long after it was sent was never received. */
  readonly holdMs?: number;
  /** Further environment of the processes. */
  readonly env?: Readonly<Record<string, string>>;
}

const SETTINGS: NetworkSettings = {
  ...DEFAULT_SETTINGS,
  resolveWithinMs: 60_000,
  gatewayTimeoutMs: 3_000,
  inquiryDelaysMs: [1_500, 4_000, 8_000, 14_000],
};
const RECHECK_MS = 10_000;
/** A machine that stalls leaves no invariant unchecked. */
const TEMPORAL_LIMITS = { connectMs: 60_000, answerMs: 60_000 };

/** Starts PostgreSQL, Temporal, the simulator, API and worker, each as a separate process. */
export async function startScenario(options: ScenarioOptions = {}): Promise<Scenario> {
  const stateDir = temporaryStateDir();
  const settings = { ...SETTINGS, ...options.networks };
  const stack = await startStack({
    stateDir,
    keepData: false,
    log: () => {},
    networkSettings: settings,
    connectSeconds: CONNECT_SECONDS,
    gatewayOverrides: {
      timeout_ms: settings.gatewayTimeoutMs,
      ...(options.holdMs === undefined ? {} : { hold_ms: options.holdMs }),
    },
    // On a busy machine, a process may be slow at first. Then it would reject requests for another reason than a test expects.
    env: { MAX_EVENT_LOOP_DELAY_MS: '0', ...options.env },
    workflowBundles: inject('workflowBundles'),
    seed: (databaseUrl) => setDeadlines(databaseUrl, options.resolveWithinMs ?? {}),
  });
  const pool = createPool(stack.databaseUrl, { max: 6, applicationName: 'test' });
  const temporal = temporalLookup(stack.temporalAddress, 'default', TEMPORAL_LIMITS);
  return {
    stack,
    stateDir,
    pool,
    temporal,
    book: async () => {
      const books = await readBooks(stack);
      return new Map(
        books.flatMap(({ deliveries }) => deliveries.map((entry) => [entry.gatewayReference, entry])),
      );
    },
    async close() {
      await Promise.all([pool.end(), temporal.close()]);
      await stack.stop();
    },
  };
}

/** Every invariant, also those that need Temporal and the simulator's book, holds and was checked. */
export async function expectAllInvariants({ pool, stack, temporal }: Scenario): Promise<void> {
  const books = () => readBooks(stack);
  const report = await verifyInvariants({ pool, temporal, books, recheckAfterMs: RECHECK_MS });
  expect(report.results.filter(({ kind }) => kind !== 'holds')).toEqual([]);
  expect(report.results).toHaveLength(15);
}

/** Long enough for the second attempt of a webhook, a minute after a first one that was not answered in time. */
const PATIENT_MS = 150_000;

/** Waits until an expectation holds; fails with the last reason if it does not in time. */
export function eventually<T>(expectation: () => Promise<T> | T, timeoutMs = PATIENT_MS): Promise<T> {
  return vi.waitFor(expectation, { timeout: timeoutMs, interval: 100 });
}

function readBooks(stack: Stack) {
  const gateways = parseGateways(readFileSync(stack.gatewaysFile, 'utf8'));
  return readSimulatorBooks(gateways, stack.simulators);
}

async function setDeadlines(
  databaseUrl: string,
  resolveWithinMs: Readonly<Record<string, number>>,
): Promise<void> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: 'test-seed' });
  for (const [networkId, within] of Object.entries(resolveWithinMs)) {
    await pool.query({
      text: 'UPDATE networks SET resolve_within_ms = $2 WHERE id = $1',
      values: [networkId, within],
    });
  }
  await pool.end();
}
