import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { type Stack, startStack } from '../../stack/stack.ts';
import type { Client } from '../batch-fixture.ts';
import { COUNTING_STATEMENTS } from '../load/costs.ts';
import { openClients } from './accounts.ts';
import { ACCOUNTS, ANSWERING_NETWORK, FAILING_ENDPOINTS } from './day.ts';
import { type Receivers, startReceivers } from './receivers.ts';

const CONNECT_SECONDS = 60;

/** A whole stack as it ships, with many accounts and their endpoints. */
export interface DayFixture {
  readonly stack: Stack;
  readonly pool: Pool;
  readonly clients: readonly Client[];
  readonly receivers: Receivers;
  readonly stateDir: string;
}

/**
 * Runs `work` on a stack with the rates and settings of the shipped catalogue. Only the network whose gateway confirms in its
 * answer is set to that.
 */
export async function withDay<T>(work: (day: DayFixture) => Promise<T>): Promise<T> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bundlewire-day-'));
  const stack = await startStack({
    stateDir,
    keepData: false,
    log: () => {},
    gatewayOverridesByNetwork: { [ANSWERING_NETWORK]: { mode: 'sync' } },
    postgresSettings: COUNTING_STATEMENTS,
  });
  const pool = createPool(patient(stack.databaseUrl), { max: 4, applicationName: 'bench' });
  const receivers = await startReceivers(FAILING_ENDPOINTS);
  try {
    const webhookUrls = Array.from({ length: ACCOUNTS }, (_, nth) => receivers.url(nth));
    const { apiUrl, secretsKey } = stack;
    const clients = await openClients({ pool, apiUrl, secretsKey, webhookUrls });
    return await work({ stack, pool, clients, receivers, stateDir });
  } finally {
    await pool.end();
    await stack.stop();
    await receivers.close();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

/** One connection that opens slowly must not end a run of hours. */
function patient(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('connect_timeout', String(CONNECT_SECONDS));
  return url.href;
}
