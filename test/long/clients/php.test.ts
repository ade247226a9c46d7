import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { serveClosedDay } from '../../support/clients/closed-day.ts';
import { installInto, PACKAGE, type Running, run, startPhp } from '../../support/clients/php/project.ts';
import { ROOT, readBlocks } from '../../support/docs/blocks.ts';
import {
  afterTimeoutProgram,
  buyingProgram,
  RECONCILED,
  reconcileProgram,
  writeBooks,
} from '../../support/docs/guides.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const BLOCKS = readBlocks('clients/php/README.md')
  .filter(({ language }) => language === 'php')
  .map(({ code }) => code);
const [
  buy = '',
  receive = '',
  order = '',
  laravel = '',
  unknown = '',
  campaign = '',
  lists = '',
  reconcile = '',
  settings = '',
  ...rest
] = BLOCKS;
const WITH_CLIENT = `<?php
require 'vendor/autoload.php';
$client = new Bundlewire\\Client(getenv('BASE_URL'), getenv('API_KEY'));
`;
const CSV = `phone_number,bundle_id
+2348031110555,bnd_mtn_ng_1gb_30d
+2348031111555,bnd_mtn_ng_1gb_30d
08031234567,bnd_mtn_ng_1gb_30d
`;

let folder: string;
let installed: string[];
beforeAll(async () => {
  folder = mkdtempSync(join(ROOT, '.bundlewire', 'php-'));
  installed = await installInto(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a block as a program of the project. */
async function runBlock(name: string, code: string, env: Readonly<Record<string, string>> = {}) {
  writeFileSync(join(folder, `${name}.php`), code.startsWith('<?php') ? code : WITH_CLIENT + code);
  const { code: exit, text } = await run('php', ['-d', 'display_errors=1', `${name}.php`], {
    cwd: folder,
    env,
  });
  expect([exit, text]).toEqual([0, text]);
  return text;
}

describe('the PHP package', () => {
  it('has the code, the README and the license, and no tests', () => {
    expect(installed).toEqual(['LICENSE', 'README.md', 'composer.json', 'src']);
  });

  it('passes its unit tests as it is installed', async () => {
    const env = { BUNDLEWIRE_AUTOLOAD: join(folder, 'vendor', 'autoload.php') };
    const { code, text } = await run('phpunit', [], { cwd: PACKAGE, env });
    expect([code, text]).toEqual([0, expect.stringMatching(/OK \(\d+ tests/)]);
  });

  it('has a receiver for Laravel', async () => {
    copyFileSync(join(ROOT, 'test', 'support', 'clients', 'php', 'laravel.php'), join(folder, 'laravel.php'));
    writeFileSync(join(folder, 'routes.php'), `<?php\n${laravel}`);
    const { text } = await run('php', ['laravel.php'], { cwd: folder });
    expect(text).toBe('204\n401\n');
  });

  it('has settings that can be set', async () => {
    const env = { BASE_URL: 'https://api.example.com', API_KEY: 'bw_test_1' };
    expect(await runBlock('settings', settings, env)).toBe('');
  });

  it('reconciles a closed day', async () => {
    const day = await serveClosedDay();
    try {
      const env = { BASE_URL: day.url, API_KEY: 'bw_test_1', DAY: day.date };
      expect(await runBlock('reconcile', reconcile, env)).toBe('adds up, 1 matched\n');
      writeBooks(folder);
      expect(await runBlock('guide', reconcileProgram('php'), env)).toBe(RECONCILED);
    } finally {
      await day.close();
    }
  });
});

describe('the README on a running stack', () => {
  let scenario: Scenario;
  let accounts: DemoAccounts;
  let receiver: Running;
  const environment = () => ({ BASE_URL: scenario.stack.apiUrl, API_KEY: accounts.apiKey });

  beforeAll(async () => {
    scenario = await startScenario();
    const port = await freePort();
    accounts = await openDemoAccounts({
      databaseUrl: scenario.stack.databaseUrl,
      secretsKey: scenario.stack.secretsKey,
      webhookUrl: `http://127.0.0.1:${port}/webhook.php`,
      funding: 10_000_000,
      kept: null,
    });
    mkdirSync(join(folder, 'public'));
    writeFileSync(join(folder, 'public', 'webhook.php'), receive);
    writeFileSync(join(folder, 'campaign.csv'), CSV);
    const secret = { WEBHOOK_SECRET: accounts.webhookSigningSecret };
    receiver = startPhp(['-S', `127.0.0.1:${port}`, '-t', 'public'], folder, secret);
    const url = `http://127.0.0.1:${port}/webhook.php`;
    await vi.waitFor(async () => expect((await fetch(url, { method: 'POST' })).status).toBe(401), {
      timeout: 60_000,
    });
  });
  afterAll(async () => {
    receiver?.child.kill();
    await scenario?.close();
  });

  it('takes fewer than 30 lines from nothing to a verified webhook', async () => {
    expect((buy + receive).trimEnd().split('\n').length).toBeLessThan(30);
    expect(await runBlock('buy', buy, environment())).toBe('successful \n');
    await vi.waitFor(() => expect(receiver.output()).toContain('purchase.successful order-1001'), {
      timeout: 60_000,
    });
  });

  it('answers 500 under the default settings of PHP if the receiver fails', async () => {
    const port = await freePort();
    const args = ['-d', 'display_errors=1', '-S', `127.0.0.1:${port}`, '-t', 'public'];
    // Without a secret, the receiver throws an exception that it does not catch.
    const failing = startPhp(args, folder, { WEBHOOK_SECRET: '' });
    try {
      await vi.waitFor(
        async () => {
          const answer = await fetch(`http://127.0.0.1:${port}/webhook.php`, { method: 'POST', body: '{}' });
          expect([answer.status, await answer.text()]).toEqual([500, '']);
        },
        { timeout: 60_000 },
      );
    } finally {
      failing.child.kill();
    }
  });

  it('keeps the later status', async () => {
    expect(await runBlock('order', order, environment())).toBe('ignore\n');
  });

  it('buys, and says what to do with an order, with the programs of the pages', async () => {
    const buying = buyingProgram('php');
    expect(await runBlock('buying', buying, environment())).toBe('successful \n');
    const refused = buying.replace('+2348031234568', '+2348051234568').replace('order-1004', 'order-1005');
    expect(await runBlock('refused', refused, environment())).toMatch(
      /^rejected: network_mismatch, .* \(quote req_\w+\)\n$/,
    );
    const step = (REFERENCE: string) =>
      runBlock('step', afterTimeoutProgram('php'), { ...environment(), REFERENCE });
    expect([await step('never-sent'), await step('order-1004')]).toEqual(['never received\n', 'fulfil\n']);
  });

  it('handles the errors of a purchase', async () => {
    expect(await runBlock('unknown', unknown, environment())).toBe('');
    const refused = await runBlock(
      'refused',
      unknown.replace('+2348031234568', '+2348051234568'),
      environment(),
    );
    expect(refused).toMatch(/^rejected: .* \(quote req_\w+\)\n$/);
  });

  it('runs a campaign', async () => {
    const text = await runBlock('campaign', campaign, environment());
    expect(text).toContain('1 of 3 rows have errors\n200000 is the cost, 0 is missing\n');
    expect(text).toMatch(/^2 delivered$/m);
    const { text: results } = await run('cat', ['results.csv'], { cwd: folder });
    expect(results).toMatch(/result\.state/);
  });

  it('lists purchases and the lines of the day', async () => {
    const text = await runBlock('lists', lists, environment());
    expect(text).toContain('order-1001 100000\n');
    expect(text).toContain('purchase order-1001 -100000\n');
  });

  it('has no other blocks', () => expect(rest).toEqual([]));
});
