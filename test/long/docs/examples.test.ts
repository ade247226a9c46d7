import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SEPARATOR = '--- next ---';

/** The code blocks of a page in a language, in order. */
function blocks(page: string, language: string): string[] {
  const markdown = readFileSync(join(ROOT, page), 'utf8');
  return [...markdown.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
}

const [buying = ''] = blocks('docs/buying.md', 'ts');
const [reconciling = ''] = blocks('docs/statements.md', 'ts');
const [verifying = ''] = blocks('docs/webhooks.md', 'ts');

let scenario: Scenario;
let accounts: DemoAccounts;
let receiver: Running;
let receiverUrl: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, '.bundlewire', 'examples-'));
  scenario = await startScenario();
  const port = await freePort();
  receiverUrl = `http://127.0.0.1:${port}/webhooks`;
  accounts = await openDemoAccounts({
    databaseUrl: scenario.stack.databaseUrl,
    secretsKey: scenario.stack.secretsKey,
    webhookUrl: receiverUrl,
    funding: 10_000_000,
    kept: null,
  });
  receiver = start('verifying', verifying, {
    PORT: String(port),
    WEBHOOK_SECRET: accounts.webhookSigningSecret,
  });
  const reach = () => fetch(receiverUrl, { method: 'POST', body: '{}', signal: AbortSignal.timeout(5_000) });
  await vi.waitFor(reach, { timeout: 240_000, interval: 200 });
});
afterAll(async () => {
  receiver?.child.kill();
  await scenario?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly ended: Promise<number | null>;
}

/** Runs a block as a program, unchanged except for the path of the client. */
function start(name: string, code: string, env: Readonly<Record<string, string>>): Running {
  const file = join(folder, `${name}.ts`);
  writeFileSync(
    file,
    code.replaceAll("'bundlewire'", JSON.stringify(join(ROOT, 'clients', 'typescript', 'src', 'index.ts'))),
  );
  return follow(spawn(process.execPath, [file], { env: { ...process.env, ...env }, cwd: ROOT }));
}

function follow(child: ChildProcess): Running {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => output, ended };
}

const environment = () => ({ BASE_URL: scenario.stack.apiUrl, API_KEY: accounts.apiKey });

it('buys and polls until the purchase is successful, and its webhook is genuine', async () => {
  const run = start('buying', buying, environment());
  expect([await run.ended, run.output()]).toEqual([0, 'successful \n']);
  await vi.waitFor(() => expect(receiver.output()).toContain('purchase.successful order-1002'), {
    // The second attempt comes a minute after the first.
    timeout: 150_000,
  });
});

it('[reconciliation] reconciles the day by the reference of the purchase', async () => {
  const run = start('reconciling', reconciling, environment());
  expect([await run.ended, run.output()]).toEqual([
    0,
    expect.stringContaining('purchase order-1002 -100000'),
  ]);
  expect(run.output()).toMatch(/is open and adds up\n$/);
});

it('rejects a webhook with another signature, and processes an event once', async () => {
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'purchase.failed',
    data: { object: { reference: 'by-hand' } },
  });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const send = (secret: string) =>
    fetch(receiverUrl, {
      method: 'POST',
      body,
      headers: {
        'svc-timestamp': timestamp,
        'svc-signature': `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`,
      },
    });
  expect((await send('whsec_wrong')).status).toBe(401);
  for (let times = 0; times < 2; times++)
    expect((await send(accounts.webhookSigningSecret)).status).toBe(204);
  expect(receiver.output().split('by-hand')).toHaveLength(2);
});

/** A block without the lines that read address and key from the stack of `npm start`. */
function withoutAccess(block: string): string {
  return block.replaceAll(/^(BASE_URL|API_KEY)=.*\n/gm, '');
}

/** Pages with commands, the account that they use, and how many there are. */
const PAGES = [
  { page: 'README.md', key: 'testApiKey', commands: 1 },
  { page: 'docs/quick-start.md', key: 'testApiKey', commands: 7 },
  { page: 'docs/buying.md', key: 'apiKey', commands: 1 },
  { page: 'docs/statements.md', key: 'apiKey', commands: 7 },
  { page: 'docs/campaigns.md', key: 'apiKey', commands: 10 },
  { page: 'docs/webhooks.md', key: 'apiKey', commands: 1 },
] as const;

it.each(PAGES)('the commands of $page succeed one after another', async ({ page, key, commands }) => {
  const shown = blocks(page, 'sh').filter((block) => block.includes('curl'));
  expect(shown).toHaveLength(commands);
  // One shell runs them all, because later blocks use variables of earlier ones.
  const script = shown.map((block) => `echo '${SEPARATOR}'\n${withoutAccess(block)}`).join('\n');
  const env = { ...process.env, BASE_URL: scenario.stack.apiUrl, API_KEY: accounts[key] };
  // Downloads are saved here; the examples are found from here too.
  const cwd = mkdtempSync(join(tmpdir(), 'bundlewire-docs-'));
  symlinkSync(join(ROOT, 'docs'), join(cwd, 'docs'));
  // Without standard error, where curl shows its progress.
  const run = follow(spawn('sh', ['-euc', script], { env, cwd, stdio: ['ignore', 'pipe', 'ignore'] }));
  expect(await run.ended).toBe(0);
  const saved = shown.flatMap((block) => [...block.matchAll(/ -o (\S+)/g)].map(([, name = '']) => name));
  for (const name of saved) expect(statSync(join(cwd, name)).size).toBeGreaterThan(0);
  rmSync(cwd, { recursive: true });

  const outputs = run.output().split(`${SEPARATOR}\n`).slice(1);
  expect(outputs).toHaveLength(commands);
  for (const [at, output] of outputs.entries()) {
    if (shown[at]?.includes(' -o ')) continue;
    expect(output).toMatch(/"object":|^event: |^line_id,|^phone_number,|^\d+ lines, sum -?\d+$/m);
    expect(output).not.toContain('"error":{');
  }
});
