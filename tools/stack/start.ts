import { join, relative } from 'node:path';
import { buildConsole } from '../console/build.ts';
import { type DemoAccounts, moveWebhooks, openDemoAccounts } from '../demo/accounts.ts';
import { type DemoReceiver, keepReceiverPort, openDemoReceiver } from './demo-receiver.ts';
import { runCommand } from './failure.ts';
import { buildGuides } from './guides.ts';
import { keepRunning } from './keep-running.ts';
import { issueDemoLinks, showLinks } from './people.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';
import type { ManagedProcess } from './process.ts';
import {
  listMorePrograms,
  type ProcessCounts,
  postgresSettingsFor,
  readProcessCounts,
} from './process-counts.ts';
import { readChosenPort } from './servers/ports.ts';
import { type Stack, startStack } from './stack.ts';
import { addressTable, writeStackFile } from './stack-file.ts';
import type { ProgramName } from './stack-processes.ts';
import { MAIN_STATE_DIR, ownerOf, stackPaths } from './state.ts';

/** Easy to remember. Where one is taken, another free port is used. */
const WISHED_PORTS = { api: 8080, apiProbes: 9465, worker: 9464, temporal: 7233, temporalUi: 8233 };
/** In kobo: 1 billion naira, enough to try anything. */
const FUNDING = 100_000_000_000;

const say = (line: string) => console.log(line);

await runCommand(async () => {
  const counts = readProcessCounts(process.argv.slice(2));
  const owner = ownerOf(MAIN_STATE_DIR);
  if (owner === null) return runStack(counts);

  const table = addressTable(MAIN_STATE_DIR);
  if (table === null)
    say(`Bundlewire is already starting (process ${owner}). Its addresses will appear in that terminal.`);
  else say(`Bundlewire is already running (process ${owner}). To stop it: npm run stop\n\n${table}\n`);
});

async function runStack(counts: ProcessCounts): Promise<void> {
  const interrupted = firstInterrupt();
  say('Starting Bundlewire.');
  const log = (line: string) => say(`  ${line}`);
  const api = readChosenPort('BUNDLEWIRE_API_PORT', process.env.BUNDLEWIRE_API_PORT);
  const receiver = await openDemoReceiver(MAIN_STATE_DIR);
  try {
    await buildConsole();
    const stack = await startStack({
      stateDir: MAIN_STATE_DIR,
      keepData: true,
      log,
      wishedPorts: WISHED_PORTS,
      chosenPorts: api === null ? {} : { api },
      postgresSettings: postgresSettingsFor(counts),
    });
    await keepStack(stack, receiver, interrupted, counts);
  } finally {
    await receiver.close();
  }
  say('Stopped. Run npm start to continue with the same data.');
}

/** Keeps the stack running until it is interrupted, then stops it. */
async function keepStack(
  stack: Stack,
  receiver: DemoReceiver,
  interrupted: Promise<void>,
  counts: ProcessCounts,
): Promise<void> {
  try {
    const more = await startMore(stack, counts);
    const accounts = await openKeptAccounts(stack, receiver);
    const publish = () => writeStackFile(MAIN_STATE_DIR, stack, accounts);
    publish();
    const keys = [accounts.apiKey, accounts.testApiKey];
    const links = showLinks(await issueDemoLinks(stack.databaseUrl, stack.apiUrl, keys));
    say(
      `\nBundlewire is running.\n\n${addressTable(MAIN_STATE_DIR)}\n  Webhooks go to ${receiver.url} and are logged in ${relative(process.cwd(), receiver.logFile)}.\n\n${links}\n\n  Press Ctrl-C to stop it. The data is kept.\n`,
    );

    const stopBuild = buildGuides(join(stackPaths(MAIN_STATE_DIR).logs, 'guides.log'));
    const supervision = keepRunning(stack, { log: say, onRestart: publish, more });
    // A signal handler alone does not keep the process alive.
    const awake = setInterval(() => undefined, 60_000);
    await interrupted;
    clearInterval(awake);
    say('\nStopping Bundlewire.');
    stopBuild();
    await supervision.end();
  } finally {
    await stack.stop();
  }
}

/** Starts the further processes, and says where the APIs among them listen. */
async function startMore(
  stack: Stack,
  counts: ProcessCounts,
): Promise<ReadonlyMap<ProgramName, ManagedProcess>> {
  const names = listMorePrograms(counts);
  const started = await Promise.all(names.map((name) => stack.restart(name)));
  for (const { name, ready } of started) say(`  ${name}${ready.url === undefined ? '' : `: ${ready.url}`}`);
  return new Map(started.map((process, at) => [names[at] ?? 'api', process] as const));
}

async function openKeptAccounts(
  { databaseUrl, secretsKey }: Stack,
  receiver: DemoReceiver,
): Promise<DemoAccounts> {
  const { accounts: file } = stackPaths(MAIN_STATE_DIR);
  const accounts = await openDemoAccounts({
    databaseUrl,
    secretsKey,
    webhookUrl: receiver.url,
    funding: FUNDING,
    kept: readPrivateJson<DemoAccounts>(file),
  });
  writePrivateJson(file, accounts);
  await moveWebhooks(databaseUrl, accounts, { from: receiver.formerUrl, to: receiver.url });
  keepReceiverPort(MAIN_STATE_DIR, receiver);
  return accounts;
}

/** Resolves at the first Ctrl-C or SIGTERM, even during the start. The second one ends the process immediately. */
function firstInterrupt(): Promise<void> {
  // The terminal may be closed before the last line is printed.
  process.stdout.on('error', () => undefined);
  return new Promise((resolve) => {
    let interrupts = 0;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        interrupts += 1;
        if (interrupts > 1) process.exit(130);
        resolve();
      });
    }
  });
}
