import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { createClient } from '../../clients/typescript/src/index.ts';
import { createPool } from '../../db/pool.ts';
import { readId } from '../../domain/ids.ts';
import { DEFAULT_SETTINGS } from '../../services/catalogue/demo/seed.ts';
import { BringUpError } from '../stack/failure.ts';
import { keepRunning } from '../stack/keep-running.ts';
import { startReceiver } from '../stack/receiver.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { choosePorts, MAIN_STATE_DIR } from '../stack/state.ts';
import { type DemoAccounts, openDemoAccounts } from './accounts.ts';
import { followCampaign, uploadCampaign } from './campaign.ts';
import { chaosCampaign } from './chaos-campaign.ts';
import { type ChaosGateways, startChaosGateways, VTPASS_NETWORK } from './chaos-gateways.ts';
import { type ChaosRoutes, describeRoutes, readRoutes, routesLine } from './chaos-routes.ts';
import { type HealthBoard, showHealth } from './health-board.ts';
import { readResults } from './results.ts';
import { failuresOf, renderSummary } from './summary.ts';

export interface ChaosDemo {
  readonly rows: number;
  readonly seed: number;
  readonly say: (line: string) => void;
  /** Rejects if the demo must end early. */
  readonly interrupted: Promise<never>;
}

/** In kobo per row: more than the most expensive bundle costs. */
const FUNDING_PER_ROW = 300_000;
const GATEWAY_TIMEOUT_MS = 3_000;
const NETWORK_SETTINGS = {
  ...DEFAULT_SETTINGS,
  resolveWithinMs: 60_000,
  gatewayTimeoutMs: GATEWAY_TIMEOUT_MS,
  inquiryDelaysMs: [2_000, 5_000, 9_000, 14_000],
  inFlightMax: 60,
};
/** How long a campaign may take, by its rows. A slow machine needs less than 100 ms per row. */
const GIVE_UP = { leastMs: 300_000, msPerRow: 500 } as const;
const OUTAGE = { afterMs: 8_000, longestMs: 90_000 } as const;
/** When PreTUPS dies, and when it comes back. */
const LOSS = {
  afterOrders: 3,
  waitMs: 120_000,
  takenElsewhere: 8,
  firstMs: 180_000,
  longestMs: 20_000,
} as const;

/**
 * Runs a campaign over five protocols with faults: six in seven numbers meet one, our wallet at VTpass runs empty, PreTUPS dies
 * while Ding takes over, and the worker is killed. Prints each change of a network's status.
 * @returns whether every check passed
 */
export async function runChaosDemo(demo: ChaosDemo): Promise<boolean> {
  const { interrupted, rows, say, seed } = demo;
  const stateDir = join(MAIN_STATE_DIR, 'chaos');
  const { api: apiPort } = await choosePorts(stateDir, {});
  say(`\nBundlewire demo: a campaign of ${rows} rows over five protocols, with faults. Seed ${seed}.\n`);
  say(describeRoutes());
  const more = await startChaosGateways({ stateDir, apiPort, timeoutMs: GATEWAY_TIMEOUT_MS });
  try {
    const stack = await startStack({
      stateDir,
      keepData: false,
      log: (line) => say(`  ${line}`),
      networkSettings: NETWORK_SETTINGS,
      gatewayOverrides: { timeout_ms: GATEWAY_TIMEOUT_MS },
      moreGateways: more.gateways,
      wishedPorts: { api: apiPort },
      seed: more.seed,
    });
    if (new URL(stack.apiUrl).port !== String(apiPort)) {
      await stack.stop();
      throw new BringUpError(
        `Another program took port ${apiPort}, so the API is at ${stack.apiUrl} and VTpass cannot call it back. Run the demo again.`,
      );
    }
    const supervision = keepRunning(stack, { log: (line) => say(`  ${line}`), onRestart: () => {} });
    try {
      return await Promise.race([campaign(stack, more, demo), interrupted]);
    } finally {
      await supervision.end();
      await stack.stop();
    }
  } finally {
    await more.stop();
  }
}

async function campaign(stack: Stack, more: ChaosGateways, { rows, seed, say }: ChaosDemo): Promise<boolean> {
  let accounts: DemoAccounts | null = null;
  const receiver = await startReceiver({ port: 0, secret: () => accounts?.webhookSigningSecret ?? '' });
  const pool = createPool(stack.databaseUrl, { max: 4, applicationName: 'bundlewire-chaos' });
  const board = showHealth(pool, say);
  try {
    accounts = await openDemoAccounts({
      databaseUrl: stack.databaseUrl,
      secretsKey: stack.secretsKey,
      webhookUrl: receiver.url,
      funding: rows * FUNDING_PER_ROW,
      kept: null,
    });
    const client = createClient({ baseUrl: stack.apiUrl, apiKey: accounts.apiKey });
    const began = performance.now();
    const { id } = await uploadCampaign(client, `chaos-${seed}`, chaosCampaign(rows, seed));
    const breaking = Promise.all([emptyWallet(more, board, say), losePretups(more, pool, say)]);
    await followCampaign(client, id, {
      onHalf: () => stack.processes.worker.kill('SIGKILL'),
      webhooks: () => receiver.events.size,
      log: say,
      giveUpMs: Math.max(GIVE_UP.leastMs, rows * GIVE_UP.msPerRow),
    });
    await breaking;

    const accountId = readId('acc', accounts.accountId);
    const batchId = readId('bat', id);
    if (accountId === null || batchId === null) throw new TypeError('ids of another kind');
    const everywhere = { ...stack, simulators: { ...stack.simulators, ...more.simulators } };
    const results = await readResults(pool, everywhere, accountId, batchId, receiver);
    say(renderSummary(results, (performance.now() - began) / 1_000));
    say(`  Unavailable for a while: ${[...board.wereUnavailable].join(', ') || 'none'}`);
    say(`${routesLine(await readRoutes(pool))}\n`);
    return failuresOf(results).length === 0;
  } finally {
    await board.stop();
    await receiver.close();
    await pool.end();
  }
}

/** Empties our wallet at VTpass until the network is unavailable: it has no other gateway. */
async function emptyWallet(
  more: ChaosGateways,
  board: HealthBoard,
  say: (line: string) => void,
): Promise<void> {
  await sleep(OUTAGE.afterMs);
  say('  Fault: our wallet at VTpass is now empty. Its network has no other gateway.');
  await more.emptyWallet(true);
  const deadline = performance.now() + OUTAGE.longestMs;
  while (performance.now() < deadline && board.now().get(VTPASS_NETWORK)?.status !== 'unavailable')
    await sleep(250);
  await more.emptyWallet(false);
  say('  Our wallet at VTpass is full again.');
}

/** Kills PreTUPS once it has some orders: Ding takes over, and what PreTUPS may have stays there. */
async function losePretups(more: ChaosGateways, pool: Pool, say: (line: string) => void): Promise<void> {
  const until = async (isReached: (routes: ChaosRoutes) => boolean, longestMs: number) => {
    const deadline = performance.now() + longestMs;
    for (;;) {
      const routes = await readRoutes(pool);
      if (isReached(routes) || performance.now() > deadline) return routes;
      await sleep(100);
    }
  };
  const { second: before } = await until(({ main }) => main.taken >= LOSS.afterOrders, LOSS.waitMs);
  more.killPretups();
  say('  Fault: PreTUPS died. Orders that it may have wait for it; all others go to Ding.');
  const enough = before.taken + LOSS.takenElsewhere;
  // The worker may be starting again at this moment, so Ding may take its first one much later.
  await until((routes) => routes.second.taken > before.taken, LOSS.firstMs);
  const { second } = await until((routes) => routes.second.taken >= enough, LOSS.longestMs);
  await more.revivePretups();
  say(`  PreTUPS is back. Meanwhile, Ding took ${second.taken - before.taken} purchases.`);
}
