import { type ChildProcess, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type DemoAccounts, openDemoAccounts } from '../../tools/demo/accounts.ts';
import { freePort } from '../../tools/stack/servers/ports.ts';
import { type Scenario, startScenario } from '../support/scenarios/stack.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');

/** The code blocks of a language, in order. */
function blocks(language: string): string[] {
  return [...README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, code = '']) => code,
  );
}

const [buying = '', reconciling = '', verifying = ''] = blocks('ts');

let scenario: Scenario;
let accounts: DemoAccounts;
let receiver: Running;
let receiverUrl: string;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, '.bundlewire', 'readme-'));
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
  await vi.waitFor(() => fetch(receiverUrl, { method: 'POST', body: '{}' }), {
    timeout: 60_000,
    interval: 200,
  });
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
    code.replaceAll("'./client/index.ts'", JSON.stringify(join(ROOT, 'client', 'index.ts'))),
  );
  return follow(spawn(process.execPath, [file], { env: { ...process.env, ...env }, cwd: ROOT }));
}

function follow(child: ReturnType<typeof spawn>): Running {
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

it('has the blocks for buying, reconciling and verifying', () => {
  expect(blocks('ts')).toHaveLength(3);
  expect([buying, reconciling, verifying].map((code) => code.includes('./client/index.ts'))).toEqual([
    true,
    true,
    true,
  ]);
});

it('buys and polls until the purchase is successful, and its webhook is genuine', async () => {
  const run = start('buying', buying, environment());
  expect([await run.ended, run.output()]).toEqual([0, 'successful \n']);
  await vi.waitFor(() => expect(receiver.output()).toContain('purchase.successful order-1002'), {
    timeout: 60_000,
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

it('runs its commands for buying, reading and uploading', async () => {
  const calling = blocks('sh').filter((code) => code.includes('curl'));
  for (const path of ['/v1/purchases', '/v1/balance', '/v1/batches'])
    expect(calling.join('\n')).toContain(path);
  for (const block of calling) {
    const commands = block.slice(block.indexOf('curl'));
    const run = follow(
      spawn('sh', ['-euc', commands], { env: { ...process.env, ...environment() }, cwd: ROOT }),
    );
    expect([await run.ended, run.output()]).toEqual([0, expect.stringContaining('"object":')]);
    expect(run.output()).not.toContain('"error":{');
  }
});
