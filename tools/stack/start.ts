import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type DemoAccounts, openDemoAccounts } from '../demo/accounts.ts';
import { runCommand } from './failure.ts';
import { buildGuides } from './guides.ts';
import { keepRunning } from './keep-running.ts';
import { readPrivateJson, writePrivateJson } from './private-file.ts';
import { startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';
import { addressTable, writeStackFile } from './stack-file.ts';
import { MAIN_STATE_DIR, ownerOf, stackPaths } from './state.ts';

/** Easy to remember. Where one is taken, another free port is used. */
const WISHED_PORTS = { api: 8080, apiProbes: 9465, worker: 9464, temporal: 7233, temporalUi: 8233 };

/** Where the webhooks of the demo accounts go until `npx bundlewire webhook set` says otherwise. */
const RECEIVER_PORT = 8989;
const RECEIVER_URL = `http://127.0.0.1:${RECEIVER_PORT}/webhooks`;
/** In kobo: 1 billion naira, enough to try anything. */
const FUNDING = 100_000_000_000;

const say = (line: string) => console.log(line);

await runCommand(async () => {
  const owner = ownerOf(MAIN_STATE_DIR);
  if (owner === null) return runStack();

  const table = addressTable(MAIN_STATE_DIR);
  if (table === null)
    say(`Bundlewire is already starting (process ${owner}). Its addresses will appear in that terminal.`);
  else say(`Bundlewire is already running (process ${owner}). To stop it: npm run stop\n\n${table}\n`);
});

async function runStack(): Promise<void> {
  const interrupted = firstInterrupt();
  say('Starting Bundlewire.');
  const log = (line: string) => say(`  ${line}`);
  const stack = await startStack({
    stateDir: MAIN_STATE_DIR,
    keepData: true,
    log,
    wishedPorts: WISHED_PORTS,
  });
  try {
    const accounts = await openKeptAccounts(stack);
    const publish = () => writeStackFile(MAIN_STATE_DIR, stack, accounts);
    publish();
    const receiver = await receiveWebhooks(accounts);
    say(
      `\nBundlewire is running.\n\n${addressTable(MAIN_STATE_DIR)}\n  ${receiver.said}\n\n  Press Ctrl-C to stop it. The data is kept.\n`,
    );

    const stopBuild = buildGuides(join(stackPaths(MAIN_STATE_DIR).logs, 'guides.log'));
    const supervision = keepRunning(stack, { log: say, onRestart: publish });
    // A signal handler alone does not keep the process alive.
    const awake = setInterval(() => undefined, 60_000);
    await interrupted;
    clearInterval(awake);
    say('\nStopping Bundlewire.');
    stopBuild();
    await supervision.end();
    await receiver.close();
  } finally {
    await stack.stop();
  }
  say('Stopped. Run npm start to continue with the same data.');
}

/** Starts a receiver, so that webhooks arrive somewhere. A program that already listens on the port is left alone. */
async function receiveWebhooks(
  accounts: DemoAccounts,
): Promise<{ said: string; close: () => Promise<void> }> {
  const logFile = join(stackPaths(MAIN_STATE_DIR).logs, 'webhooks.log');
  try {
    const receiver = await startReceiver({
      port: RECEIVER_PORT,
      secret: () => accounts.webhookSigningSecret,
      onEvent: (event) => appendFileSync(logFile, `${JSON.stringify(event)}\n`, { mode: 0o600 }),
    });
    const said = `Webhooks go to ${RECEIVER_URL} and are logged in ${relative(process.cwd(), logFile)}.`;
    return { said, close: receiver.close };
  } catch {
    const said = `Webhooks go to ${RECEIVER_URL}, where another program already listens.`;
    return { said, close: () => Promise.resolve() };
  }
}

async function openKeptAccounts({ databaseUrl, secretsKey }: Stack): Promise<DemoAccounts> {
  const { accounts: file } = stackPaths(MAIN_STATE_DIR);
  const accounts = await openDemoAccounts({
    databaseUrl,
    secretsKey,
    webhookUrl: RECEIVER_URL,
    funding: FUNDING,
    kept: readPrivateJson<DemoAccounts>(file),
  });
  writePrivateJson(file, accounts);
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
