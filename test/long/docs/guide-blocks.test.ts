import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchResource } from '../../../contract/batches/batch.ts';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { serveClosedDay } from '../../support/clients/closed-day.ts';
import { run } from '../../support/clients/run.ts';
import { listPages, ROOT, readBlocks } from '../../support/docs/blocks.ts';
import { RECONCILED, reconcileProgram, writeBooks } from '../../support/docs/guides.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const RECONCILE = 'docs/guides/reconcile.md';
const CLIENT = JSON.stringify(join(ROOT, 'clients', 'typescript', 'src', 'index.ts'));

let scenario: Scenario;
let accounts: DemoAccounts;
let folder: string;
beforeAll(async () => {
  mkdirSync(join(ROOT, '.bundlewire'), { recursive: true, mode: 0o700 });
  folder = mkdtempSync(join(ROOT, '.bundlewire', 'guides-'));
  scenario = await startScenario();
  accounts = await openDemoAccounts({
    databaseUrl: scenario.stack.databaseUrl,
    secretsKey: scenario.stack.secretsKey,
    webhookUrl: 'http://127.0.0.1:9/webhooks',
    funding: 10_000_000,
    kept: null,
  });
});
afterAll(async () => {
  await scenario?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a block unchanged, except for the path of the client. */
async function runTypeScript(name: string, code: string, env: Readonly<Record<string, string>>) {
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, code.replaceAll("'bundlewire'", CLIENT));
  return run(process.execPath, [file], { cwd: folder, env });
}

it('the guides have no blocks that nothing runs', () => {
  const blocks = listPages()
    .filter((path) => path.startsWith('docs/guides/'))
    .flatMap((path) => readBlocks(path));
  const places = new Set(blocks.map(({ path, language }) => `${path} ${language}`));
  expect([...places].toSorted()).toEqual([
    // test/long/clients runs those in Go, PHP and Python.
    ...['php', 'python', 'sh', 'ts'].map((language) => `docs/guides/after-network-timeout.md ${language}`),
    'docs/guides/campaign-rows.md sh',
    // test/long/generators runs those.
    ...['sh', 'yaml'].map((language) => `docs/guides/generate-a-client.md ${language}`),
    'docs/guides/going-live.md sh',
    ...['go', 'php', 'python', 'sh', 'text', 'ts'].map((language) => `${RECONCILE} ${language}`),
    'docs/guides/scheduling.md sh',
    'docs/guides/self-service.md sh',
    // test/cli/sign-in runs those commands.
    'docs/guides/staff.md sh',
    'docs/guides/webhook-receiver.md php',
    'docs/guides/webhook-receiver.md python',
    // Makes the folders, and starts the server, as test/long/clients/php-receiver.test.ts does.
    'docs/guides/webhook-receiver.md sh',
  ]);
});

it.each(['going-live', 'after-network-timeout'])('the commands of %s are answered', async (page) => {
  const blocks = readBlocks(`docs/guides/${page}.md`).filter(({ language }) => language === 'sh');
  expect(blocks.length).toBeGreaterThan(0);
  for (const { code, place } of blocks) {
    const env = { BASE_URL: scenario.stack.apiUrl, API_KEY: accounts.testApiKey };
    const { code: exit, output } = await run('bash', ['-euc', code], { cwd: folder, env });
    expect([place, exit]).toEqual([place, 0]);
    expect(output).toMatch(/"object":|line_id,/);
    expect(output).not.toContain('"error"');
  }
});

it('the commands of campaign-rows are answered, one after the other', async () => {
  const commands = readBlocks('docs/guides/campaign-rows.md').map(({ code }) => code);
  const env = { BASE_URL: scenario.stack.apiUrl, API_KEY: accounts.testApiKey };
  const { code, output } = await run('bash', ['-euc', commands.join('\necho\n')], { cwd: ROOT, env });
  expect([code, output]).toEqual([0, expect.not.stringContaining('"error":')]);
  expect(output).toContain('"object":"batch_row"');
});

it('the commands of scheduling schedule a campaign', async () => {
  const [access, ...commands] = readBlocks('docs/guides/scheduling.md').map(({ code }) => code);
  expect(access).toMatch(/^export BASE_URL=\S+ API_KEY=\S+ BATCH=\S+\n$/);
  const headers = { authorization: `Bearer ${accounts.testApiKey}`, 'content-type': 'text/csv' };
  const url = `${scenario.stack.apiUrl}/v1/batches?reference=guide&start=manual`;
  const body = readFileSync(join(ROOT, 'docs', 'examples', 'campaign.csv'));
  const { id } = BatchResource.parse(await (await fetch(url, { method: 'POST', headers, body })).json());
  const env = { BASE_URL: scenario.stack.apiUrl, API_KEY: accounts.testApiKey, BATCH: id };
  const shown = ['"stage":"scheduled"', '"send_between":"09:00-20:00"', '"next_runs":["'];
  for (const [index, command] of commands.entries()) {
    const { code, output } = await run('bash', ['-euc', command], { cwd: ROOT, env });
    expect([code, output]).toEqual([0, expect.stringContaining(shown[index] ?? 'no text for this command')]);
  }
});

it('the commands of self-service set what the page says', async () => {
  const [access, ...commands] = readBlocks('docs/guides/self-service.md').map(({ code }) => code);
  expect(access).toMatch(/^export BASE_URL=\S+ API_KEY=\S+\n$/);
  const env = { BASE_URL: scenario.stack.apiUrl, API_KEY: accounts.testApiKey };
  const outputs: string[] = [];
  for (const command of commands) {
    const ENDPOINT_ID = /"id":"(wep_\w+)"/.exec(outputs[0] ?? '')?.[1] ?? '';
    const KEY_ID = /"id":"(key_\w+)"/.exec(outputs[2] ?? '')?.[1] ?? '';
    const ids = { ENDPOINT_ID, KEY_ID };
    outputs.push((await run('bash', ['-euc', command], { cwd: folder, env: { ...env, ...ids } })).output);
  }
  expect(outputs).toEqual([
    expect.stringMatching(/"url":"https:\/\/example\.com\/webhooks".*whsec_/s),
    expect.stringContaining('"former_secret_until":"'),
    expect.stringMatching(/"object":"api_key".*"key":"bw_test_/),
    expect.stringMatching(/"per_day":{"amount":5000000,"currency":"NGN"}.*"key":"bw_test_/),
    expect.stringMatching(/"former_key_until":"20.*"key":"bw_test_/),
    // The ranges of the example do not have the address of this test.
    expect.stringContaining('"code":"address_locked_out"'),
    expect.stringContaining('"email":"finance@example.com"'),
    expect.stringContaining('"object":"spending_limits"'),
    expect.stringContaining('"object":"allowed_bundles"'),
    expect.stringMatching(/"object":"blocklist".*"changed":2/),
    expect.stringContaining('"needs_money":["finance@example.com"]'),
    // The scopes of this key do not name the right, as the page says.
    expect.stringContaining('"required_right":"requests:read"'),
    expect.stringContaining('"object":"list"'),
  ]);
});

it('the program of after-network-timeout says what to do with an order', async () => {
  const [{ code } = { code: '' }] = readBlocks('docs/guides/after-network-timeout.md').filter(
    ({ language }) => language === 'ts',
  );
  const env = { BASE_URL: scenario.stack.apiUrl, API_KEY: accounts.testApiKey };
  expect(await runTypeScript('never', code, { ...env, REFERENCE: 'never-sent' })).toEqual({
    code: 0,
    output: 'never received\n',
  });
  const order = { reference: 'barred', phone_number: '+2348031234003', bundle_id: 'bnd_mtn_ng_1gb_30d' };
  await fetch(`${env.BASE_URL}/v1/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${env.API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(order),
  });
  await expect
    .poll(async () => (await runTypeScript('barred', code, { ...env, REFERENCE: 'barred' })).output)
    .toBe('refund\n');
});

it('the day is reconciled in TypeScript and in a shell', async () => {
  const day = await serveClosedDay();
  writeBooks(folder);
  try {
    const env = { BASE_URL: day.url, API_KEY: 'bw_test_1', DAY: day.date };
    const program = await runTypeScript('reconcile', reconcileProgram('ts'), env);
    expect(program).toEqual({ code: 0, output: RECONCILED });
    const shell = await run('bash', ['-euc', reconcileProgram('sh')], { cwd: folder, env });
    expect(shell.code, shell.output).toBe(0);
    expect(shell.output).toMatch(/"status":"closed".*missing purchase order-1002\n1 matched\n$/s);
  } finally {
    await day.close();
  }
});
