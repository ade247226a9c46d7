import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createClient } from '../../clients/typescript/src/index.ts';
import { createPool } from '../../db/pool.ts';
import { type BatchId, readId } from '../../domain/ids.ts';
import { DEFAULT_SETTINGS } from '../../services/catalogue/demo/seed.ts';
import { BringUpError, runCommand } from '../stack/failure.ts';
import { interruption } from '../stack/interruption.ts';
import { keepRunning } from '../stack/keep-running.ts';
import { issueDemoLinks, showLinks } from '../stack/people.ts';
import { startReceiver } from '../stack/receiver.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { MAIN_STATE_DIR } from '../stack/state.ts';
import { type DemoAccounts, openDemoAccounts } from './accounts.ts';
import { type Campaign, followCampaign, uploadCampaign } from './campaign.ts';
import { runChaosDemo } from './chaos.ts';
import { readResults } from './results.ts';
import { failuresOf, naira, renderSummary } from './summary.ts';

const CAMPAIGN = join(import.meta.dirname, '..', '..', 'docs', 'examples', 'campaign.csv');
/** In kobo. */
const FUNDING = 75_000_000;
const GATEWAY_TIMEOUT_MS = 5_000;
const NETWORK_SETTINGS = {
  ...DEFAULT_SETTINGS,
  resolveWithinMs: 20_000,
  gatewayTimeoutMs: GATEWAY_TIMEOUT_MS,
  inquiryDelaysMs: [2_000, 5_000, 9_000],
  // With a resolve_by of 20 s, no more rows may be open than a slow machine finishes in a few seconds.
  inFlightMax: 30,
};

/** With --kill-worker, kills the worker (SIGKILL) halfway through the campaign. The result must be the same. */
const KILLS_WORKER = process.argv.includes('--kill-worker');

/** With --chaos, runs a campaign over five protocols with faults; --rows and --seed choose it. */
const { values: FLAGS } = parseArgs({
  strict: false,
  options: { chaos: { type: 'boolean' }, rows: { type: 'string' }, seed: { type: 'string' } },
});

const say = (line: string) => console.log(line);

await runCommand(async () => {
  const interrupted = interruption('The demo');
  if (FLAGS.chaos === true) {
    const demo = {
      rows: wholeOf(FLAGS.rows, 400),
      seed: wholeOf(FLAGS.seed, Math.floor(Math.random() * 2 ** 31)),
      say,
      interrupted,
    };
    if (!(await runChaosDemo(demo))) process.exitCode = 1;
    return;
  }
  say('\nBundlewire demo: a campaign of 500 rows on a temporary stack. It takes about 40 seconds.\n');
  const stack = await startStack({
    stateDir: join(MAIN_STATE_DIR, 'demo'),
    keepData: false,
    log: (line) => say(`  ${line}`),
    networkSettings: NETWORK_SETTINGS,
    gatewayOverrides: { timeout_ms: GATEWAY_TIMEOUT_MS },
  });
  const supervision = keepRunning(stack, { log: (line) => say(`  ${line}`), onRestart: () => {} });
  try {
    const passed = await Promise.race([runDemo(stack), interrupted]);
    if (!passed) process.exitCode = 1;
  } finally {
    await supervision.end();
    await stack.stop();
  }
});

function wholeOf(text: string | boolean | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (typeof text !== 'string' || !/^\d{1,10}$/.test(text)) {
    throw new BringUpError('--rows and --seed take whole numbers. Example: --rows 400 --seed 7.');
  }
  return Number(text);
}

/** Runs the campaign and prints its outcome; true when every check passed. */
async function runDemo(stack: Stack): Promise<boolean> {
  let accounts: DemoAccounts | null = null;
  const receiver = await startReceiver({ port: 0, secret: () => accounts?.webhookSigningSecret ?? '' });
  const pool = createPool(stack.databaseUrl, { max: 4, applicationName: 'bundlewire-demo' });
  try {
    const { databaseUrl, secretsKey } = stack;
    const webhookUrl = receiver.url;
    accounts = await openDemoAccounts({ databaseUrl, secretsKey, webhookUrl, funding: FUNDING, kept: null });
    say(
      `\n  Opened an account and funded it with ${naira(FUNDING)}. Temporal UI: ${stack.temporalUiUrl ?? 'at TEMPORAL_ADDRESS'}`,
    );

    const keys = [accounts.apiKey, accounts.testApiKey];
    const links = await issueDemoLinks(databaseUrl, stack.apiUrl, keys);
    say(`\n${showLinks(links)}\n    They work while the demo runs. npm start keeps the stack running.\n`);

    const client = createClient({ baseUrl: stack.apiUrl, apiKey: accounts.apiKey });
    const began = performance.now();
    const campaign = await uploadCampaign(client, 'demo-campaign', await readFile(CAMPAIGN));
    describeUpload(campaign);
    await followCampaign(client, campaign.id, {
      onHalf: () => {
        if (KILLS_WORKER) stack.processes.worker.kill('SIGKILL');
      },
      webhooks: () => receiver.events.size,
      log: say,
    });

    const results = await readResults(pool, stack, accounts.accountId, batchIdOf(campaign), receiver);
    say(renderSummary(results, (performance.now() - began) / 1_000));
    return failuresOf(results).length === 0;
  } finally {
    await receiver.close();
    await pool.end();
  }
}

function describeUpload({ counts, cost, errors }: Campaign): void {
  say(
    `  Uploaded docs/examples/campaign.csv: ${counts.valid} of ${counts.rows} rows can be bought, for ${naira(cost.amount)}.\n`,
  );
  if (errors.length > 0) say('  Rows with errors, which are skipped:');
  for (const { line, column, message } of errors)
    say(`    line ${line}, ${column ?? 'whole row'}: ${message}`);
  say('');
}

function batchIdOf(campaign: Campaign): BatchId {
  const id = readId('bat', campaign.id);
  if (id === null) throw new TypeError('the API returned no batch id');
  return id;
}
