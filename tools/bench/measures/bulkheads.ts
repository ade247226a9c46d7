import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { overrideNetwork } from '../../../db/networks/override.ts';
import { createPool } from '../../../db/pool.ts';
import { DEFAULT_SETTINGS } from '../../../services/catalogue/demo/seed.ts';
import { openDemoAccounts } from '../../demo/accounts.ts';
import { type Stack, startStack } from '../../stack/stack.ts';
import { COUNTING_STATEMENTS, createMeter } from '../load/costs.ts';
import { type BenchRow, ratioAtMostRow } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { pidsOf } from './lifecycle.ts';

const GOAL = 1.5;
const PURCHASES = 200;
/** Well below what the whole stack carries on two cores: with more, the rounds measure its backlog. */
const PER_SECOND = 15;
/** Unmeasured, before each yardstick: the silent network's purchases do as much for what is measured beside them. */
const WARM_UP = 45;
const SILENT_PURCHASES = 230;
const SILENCE_MS = 30_000;
const SETTINGS = { ...DEFAULT_SETTINGS, gatewayTimeoutMs: SILENCE_MS, resolveWithinMs: 240_000 };
/** Time for one send that is not answered; then a round's silent purchases are over, and the next round begins alike. */
const SILENT_RESOLVE_WITHIN_MS = 45_000;
const SETTLED_WITHIN_MS = 120_000;
const OTHERS = [
  { prefix: '+234803', bundle: 'bnd_mtn_ng_500mb_7d' },
  { prefix: '+234802', bundle: 'bnd_airtel_ng_500mb_7d' },
] as const;
const SILENT = { network: 'net_glo_ng', prefix: '+234805', bundle: 'bnd_glo_ng_500mb_7d' } as const;

/** p95 from accepting to the end of purchases on healthy networks while another is silent for 30 s on every call, against without. */
export async function benchBulkheads(log: (line: string) => void): Promise<BenchRow> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bundlewire-bulkheads-'));
  const stack = await startStack({
    stateDir,
    keepData: false,
    log: () => {},
    networkSettings: SETTINGS,
    gatewayOverrides: { timeout_ms: SILENCE_MS },
    postgresSettings: COUNTING_STATEMENTS,
  });
  const pool = createPool(stack.databaseUrl, { max: 2, applicationName: 'bench' });
  try {
    const { apiKey } = await openDemoAccounts({
      databaseUrl: stack.databaseUrl,
      secretsKey: stack.secretsKey,
      webhookUrl: 'http://127.0.0.1:9/',
      funding: 1_000_000_000_000,
      kept: null,
    });
    const client = { stack, apiKey };
    // Judged by its silence it would refuse the purchases that are to fill its queue.
    const override = {
      networkId: SILENT.network,
      status: 'operational',
      message: null,
      until: null,
    } as const;
    await pool.query({
      text: 'UPDATE networks SET resolve_within_ms = $2 WHERE id = $1',
      values: [SILENT.network, SILENT_RESOLVE_WITHIN_MS],
    });
    await overrideNetwork(pool, override, { operator: 'bench', reason: 'silence is wanted' });
    await p95Of(client, pool);
    const pids = pidsOf(stack);
    const [meter, withoutMeter] = [await createMeter(pool, pids), await createMeter(pool, pids)];
    const measured = await measureRounds(log, async (round) => {
      await p95Of(client, pool, WARM_UP);
      const without = await withoutMeter.during(() => p95Of(client, pool));
      await silence(stack, true);
      const beside = await meter.during(async () => {
        for (let nth = 0; nth < SILENT_PURCHASES; nth++) await buy(client, SILENT);
        return p95Of(client, pool);
      });
      await silence(stack, false);
      log(`  round ${round}: ${beside} ms beside a silent network, ${without} ms without`);
      await untilSettled(pool);
      return { product: beside, yardstick: without };
    });
    return {
      ...ratioAtMostRow('bulkheads', 'ms p95', GOAL, measured, 0),
      // Of all purchases: the silent network's were sent too.
      costs: meter.perUnit('purchase', measured.length * (PURCHASES + SILENT_PURCHASES)),
      yardstickCosts: withoutMeter.perUnit('purchase', measured.length * PURCHASES),
    };
  } finally {
    await pool.end();
    await stack.stop();
    rmSync(stateDir, { recursive: true, force: true });
  }
}

interface BenchClient {
  readonly stack: Stack;
  readonly apiKey: string;
}

let serial = 0;

/** Buys at a steady rate on the healthy networks; milliseconds. */
async function p95Of(client: BenchClient, pool: Pool, count = PURCHASES): Promise<number> {
  const ids: Promise<string>[] = [];
  for (let nth = 0; nth < count; nth++) {
    ids.push(buy(client, OTHERS[nth % OTHERS.length] ?? OTHERS[0]));
    await sleep(1_000 / PER_SECOND);
  }
  const bought = await Promise.all(ids);
  const read = () => readOutcomes(pool, bought);
  await until('every purchase is final', async () => (await read()).open === 0);
  const { p95, successful } = await read();
  if (successful < bought.length) throw new Error(`only ${successful} of ${bought.length} were delivered`);
  return p95;
}

async function readOutcomes(pool: Pool, references: readonly string[]) {
  const { rows } = await pool.query<{ open: number; successful: number; p95: number }>({
    text: `
      SELECT count(*) FILTER (WHERE status = 'pending')::int AS open,
             count(*) FILTER (WHERE status = 'successful')::int AS successful,
             round(percentile_cont(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM completed_at - created_at)) * 1000)::int AS p95
        FROM purchases
       WHERE reference = ANY ($1)`,
    values: [references],
  });
  return rows[0] ?? { open: references.length, successful: 0, p95: 0 };
}

/** Buys one bundle for a new number. @returns the reference */
async function buy(
  { apiKey, stack }: BenchClient,
  { bundle, prefix }: { readonly bundle: string; readonly prefix: string },
): Promise<string> {
  serial += 1;
  const reference = `bulkheads-${serial}-${randomBytes(3).toString('hex')}`;
  const phone_number = `${prefix}${String(serial).padStart(4, '0').slice(-4)}550`;
  const response = await fetch(`${stack.apiUrl}/v1/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reference, phone_number, bundle_id: bundle }),
    signal: AbortSignal.timeout(30_000),
  });
  if (response.status !== 201)
    throw new Error(`a purchase was answered ${response.status}: ${await response.text()}`);
  await response.body?.cancel();
  return reference;
}

/** Makes the gateway take nothing and answer nothing for the silent network, or ends it. */
async function silence({ simulators }: Stack, isSilent: boolean): Promise<void> {
  const script = { api_key: 'live-net_glo_ng', number: '*', accepts: false, answer: 'silent' };
  await fetch(`${simulators.dtone ?? ''}/_simulator/scripts`, {
    method: isSilent ? 'POST' : 'DELETE',
    ...(isSilent ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(script) } : {}),
  });
}

/** Until nothing is open, so that rounds are alike. */
async function untilSettled(pool: Pool): Promise<void> {
  await until('nothing is open', async () => {
    const { rows } = await pool.query<{ open: number }>(
      `SELECT count(*)::int AS open FROM purchases WHERE status = 'pending'`,
    );
    return rows[0]?.open === 0;
  });
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + SETTLED_WITHIN_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`Not in ${SETTLED_WITHIN_MS / 1_000} s: ${what}.`);
    await sleep(250);
  }
}
