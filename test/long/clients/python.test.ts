import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { testConformance } from '../../clients/conformance/suite.ts';
import { serveClosedDay } from '../../support/clients/closed-day.ts';
import { EVENTS, FAILING, PRINTED, postEvent, printedIn } from '../../support/clients/post-event.ts';
import { installWheel, PACKAGE, run } from '../../support/clients/python.ts';
import type { Ended } from '../../support/clients/run.ts';
import { readBlocks } from '../../support/docs/blocks.ts';
import {
  afterTimeoutProgram,
  buyingProgram,
  RECONCILED,
  receiverProgram,
  reconcileProgram,
  writeBooks,
} from '../../support/docs/guides.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const README = readBlocks('clients/python/README.md').filter(({ language }) => language === 'python');
const QUICK_START =
  readBlocks('docs/quick-start.md').find(({ language }) => language === 'python')?.code ?? '';

/** Whole programs of the pages. */
const GUIDES = [
  reconcileProgram('python'),
  receiverProgram(),
  buyingProgram('python'),
  afterTimeoutProgram('python'),
];

let folder: string;
let python: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bundlewire-python-'));
  python = await installWheel(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

testConformance({
  language: 'python',
  get command(): readonly [string, ...string[]] {
    return [python, 'conformance/driver.py'];
  },
  cwd: PACKAGE,
});

describe('the Python package', () => {
  it('holds the package, its types and the licence, and no tests', async () => {
    const [wheel = ''] = globSync(join(folder, 'wheels', '*.whl'));
    const { output } = await run(python, ['-m', 'zipfile', '-l', wheel], { cwd: folder });
    // Its first line has the names of the columns.
    const files = output
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split(' ', 1)[0] ?? '');
    expect(files).toEqual(expect.arrayContaining(['bundlewire/__init__.py', 'bundlewire/py.typed']));
    expect(files.filter((name) => !/^bundlewire(-[\d.]+\.dist-info)?\//.test(name))).toEqual([]);
    expect(files.filter((name) => name.endsWith('/LICENSE'))).toHaveLength(1);
    expect(files.filter((name) => /test|conformance/.test(name))).toEqual([]);
  });

  it('passes its tests as it is installed, which run every program of its README', async () => {
    const args = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '-o', 'pythonpath='];
    const { code, output } = await run(python, args, { cwd: PACKAGE });
    expect(code, output).toBe(0);
    expect(output).not.toContain('skipped');
  });

  it('has true types, in its code and in the programs of the docs', async () => {
    const programs = mkdtempSync(join(folder, 'programs-'));
    for (const [nth, code] of [...README.map((block) => block.code), QUICK_START, ...GUIDES].entries())
      writeFileSync(join(programs, `program_${nth}.py`), code);
    const all = await Promise.all([
      run(python, ['-m', 'mypy', '--strict', '.'], { cwd: programs }),
      run(python, ['-m', 'mypy', '--cache-dir', join(folder, 'mypy')], { cwd: PACKAGE }),
    ]);
    for (const { code, output } of all) expect(code, output).toBe(0);
  });

  it('has the layout of ruff', async () => {
    for (const args of [['check'], ['format', '--check']]) {
      const { code, output } = await run(python, ['-m', 'ruff', ...args, '--no-cache'], { cwd: PACKAGE });
      expect(code, output).toBe(0);
    }
  });
});

it('reconciles a closed day with the program of the guide', async () => {
  const day = await serveClosedDay();
  writeBooks(folder);
  try {
    const env = { BASE_URL: day.url, API_KEY: 'bw_test_1', DAY: day.date };
    const reconciled = await run(python, ['-c', reconcileProgram('python')], { cwd: folder, env });
    expect(reconciled).toEqual({ code: 0, output: RECONCILED });
  } finally {
    await day.close();
  }
});

it('the receiver of the guide stores each event once, and processes those that it handles', async () => {
  const port = await freePort();
  const env = { PORT: String(port), EVENTS_DB: join(folder, 'events.db'), WEBHOOK_SECRET: 'whsec_1' };
  const receiver = spawn(python, ['-u', '-c', receiverProgram()], {
    cwd: folder,
    env: { ...process.env, ...env },
  });
  let output = '';
  receiver.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  try {
    const url = `http://127.0.0.1:${port}/`;
    await vi.waitFor(async () => expect(await postEvent(url, 'whsec_2', { id: 'evt_1' })).toBe(401), {
      timeout: 60_000,
    });
    for (const [index, event] of EVENTS.entries()) {
      expect(await postEvent(url, 'whsec_1', event)).toBe(204);
      // An order is processed before its next event comes.
      if (index === 0) await vi.waitFor(() => expect(printedIn(output)).toHaveLength(1), { timeout: 60_000 });
      if (event.id === 'evt_5')
        await vi.waitFor(() => expect(printedIn(output)).toHaveLength(2), { timeout: 60_000 });
    }
    const open =
      "import sqlite3; print(sqlite3.connect('events.db').execute('SELECT id, failures > 1 FROM events WHERE done = 0').fetchall())";
    // It was tried again, and did not end the processing of the others.
    await vi.waitFor(
      async () =>
        expect((await run(python, ['-c', open], { cwd: folder })).output).toBe(`[('${FAILING}', 1)]\n`),
      { timeout: 60_000 },
    );
    expect(printedIn(output)).toEqual(PRINTED);
  } finally {
    receiver.kill();
  }
});

describe('a program of its README', () => {
  let scenario: Scenario;
  let accounts: DemoAccounts;
  let port: number;
  beforeAll(async () => {
    scenario = await startScenario();
    port = await freePort();
    accounts = await openDemoAccounts({
      databaseUrl: scenario.stack.databaseUrl,
      secretsKey: scenario.stack.secretsKey,
      webhookUrl: `http://127.0.0.1:${port}/`,
      funding: 10_000_000,
      kept: null,
    });
  });
  afterAll(() => scenario?.close());

  const runProgram = (code: string | undefined): Promise<Ended> =>
    run(python, ['-c', code ?? ''], {
      cwd: folder,
      env: {
        BASE_URL: scenario.stack.apiUrl,
        API_KEY: accounts.testApiKey,
        WEBHOOK_SECRET: accounts.webhookSigningSecret,
        PORT: String(port),
      },
    });
  const readmeProgram = (part: string) => README.find(({ code }) => code.includes(part))?.code;

  it('buys a bundle and receives its verified webhook, in fewer than 30 lines', async () => {
    const program = readmeProgram('handle_request');
    expect(program?.trimEnd().split('\n').length).toBeLessThan(30);
    const { code, output } = await runProgram(program);
    expect(output).toMatch(/^bought pur_\w+$/m);
    expect(output).toMatch(/^purchase\.successful order-1001$/m);
    expect(code, output).toBe(0);
  });

  it('buys, waits and handles errors', async () => {
    expect(await runProgram(readmeProgram('OutcomeUnknownError'))).toEqual({
      code: 0,
      output: 'successful \n',
    });
  });

  it('runs a campaign', async () => {
    const rows = [
      'phone_number,bundle_id',
      ...['01', '02', '03'].map((end) => `+23480312340${end},bnd_mtn_ng_1gb_30d`),
    ];
    writeFileSync(join(folder, 'campaign.csv'), `${rows.join('\n')}\n`);
    const { code, output } = await runProgram(readmeProgram('wait_checked'));
    expect(code, output).toBe(0);
    expect(output).toContain('3 rows cost 300000');
    const results = readFileSync(join(folder, 'results.csv'), 'utf8');
    expect(results).toMatch(/result\.state/);
    expect(results.trimEnd().split('\n')).toHaveLength(4);
  });

  it('of the quick start and of the page about buying buys', async () => {
    expect(await runProgram(QUICK_START)).toEqual({ code: 0, output: 'successful\n' });
    expect(await runProgram(buyingProgram('python'))).toEqual({ code: 0, output: 'successful \n' });
    const refused = buyingProgram('python').replace('+2348031234568', '+2348051234568');
    expect((await runProgram(refused.replace('order-1003', 'order-1005'))).output).toMatch(
      /^rejected: network_mismatch, .* \(quote req_\w+\)\n$/,
    );
  });

  it('of the page about network_timeout says what to do with an order', async () => {
    const step = async (reference: string) =>
      (
        await runProgram(
          `import os\nos.environ["REFERENCE"] = "${reference}"\n${afterTimeoutProgram('python')}`,
        )
      ).output;
    expect(await step('never-sent')).toBe('never received\n');
    expect(await step('order-1003')).toBe('fulfil\n');
  });
});
