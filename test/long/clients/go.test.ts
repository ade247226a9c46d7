import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { findGo } from '../../../tools/go-program.ts';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { testConformance } from '../../clients/conformance/suite.ts';
import { serveClosedDay } from '../../support/clients/closed-day.ts';
import { go, type Installed, installModule, MODULE, run } from '../../support/clients/go.ts';
import type { Ended } from '../../support/clients/run.ts';
import { readBlocks } from '../../support/docs/blocks.ts';
import { RECONCILED, reconcileProgram, writeBooks } from '../../support/docs/guides.ts';
import { type Scenario, startScenario } from '../../support/scenarios/stack.ts';

const [QUICK_START = '', ...FUNCTIONS] = readBlocks('clients/go/README.md')
  .filter(({ language }) => language === 'go')
  .map(({ code }) => code);

/** Calls the functions of the README. A day of the running stack is open, so `reconcile` is only compiled. */
const CALLS = `package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

func main() {
	ctx := context.Background()
	client, err := bundlewire.NewClient(os.Getenv("BASE_URL"), os.Getenv("API_KEY"))
	order := bundlewire.Order{Reference: "go-2", PhoneNumber: "+2348031234568", BundleID: "bnd_mtn_ng_1gb_30d"}
	err = errors.Join(err, buy(ctx, client, order), campaign(ctx, client, os.Args[1]), day(ctx, client, os.Args[2]))
	if len(os.Args) > 3 {
		err = errors.Join(err, reconcile(ctx, client, os.Args[2], nil))
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}
`;

const folder = mkdtempSync(join(tmpdir(), 'bundlewire-go-'));
const driver = join(folder, 'driver');
let module: Installed;
beforeAll(async () => {
  await go(['build', '-o', driver, '.'], { cwd: join(MODULE, 'conformance') });
  module = await installModule(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the Go module', () => {
  it('is formatted, and go vet has no findings', async () => {
    const formatted = await run(join(findGo(), '..', 'gofmt'), ['-l', '.'], { cwd: MODULE });
    expect(formatted).toEqual({ code: 0, output: '' });
    expect(await go(['vet', './...'], { cwd: MODULE })).toBe('');
    expect(await go(['vet', './...'], { cwd: join(MODULE, 'conformance') })).toBe('');
  });

  it('passes its tests, with all vectors of webhooks', async () => {
    // The race detector needs a C compiler.
    const race = (await go(['env', 'CGO_ENABLED'], { cwd: MODULE })).trim() === '1' ? ['-race'] : [];
    const output = await go(['test', ...race, '-count=1', '-v', './...'], { cwd: MODULE });
    expect(output).not.toContain('--- SKIP');
    const { vectors }: { vectors: unknown[] } = JSON.parse(
      readFileSync(join(MODULE, '..', 'webhook-vectors.json'), 'utf8'),
    );
    expect(output.match(/--- PASS: TestWebhookVectors\//g)).toHaveLength(vectors.length);
  });

  it('has no dependencies, and users get neither the driver nor other folders', async () => {
    expect(readFileSync(join(MODULE, 'go.mod'), 'utf8')).not.toContain('require');
    const files = await module.files();
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'client.go', 'go.mod']));
    expect(files.filter((path) => path.includes('/') && !path.startsWith('internal/'))).toEqual([]);
  });
});

testConformance({ language: 'go', command: [driver], cwd: MODULE });

it('reconciles a closed day with the program of the guide', async () => {
  const program = await module.build('reconcile', reconcileProgram('go'));
  const day = await serveClosedDay();
  writeBooks(folder);
  try {
    const env = { BASE_URL: day.url, API_KEY: 'bw_test_1', DAY: day.date };
    expect(await run(program, [], { cwd: folder, env })).toEqual({ code: 0, output: RECONCILED });
  } finally {
    await day.close();
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

  const runProgram = (program: string, args: readonly string[] = []): Promise<Ended> =>
    run(program, args, {
      cwd: folder,
      env: {
        BASE_URL: scenario.stack.apiUrl,
        API_KEY: accounts.testApiKey,
        WEBHOOK_SECRET: accounts.webhookSigningSecret,
        PORT: String(port),
      },
    });

  it('buys a bundle and receives its verified webhook, in fewer than 30 lines', async () => {
    expect(QUICK_START.trimEnd().split('\n').length).toBeLessThan(30);
    const { code, output } = await runProgram(await module.build('quick', QUICK_START));
    expect(output).toMatch(/^bought pur_\w+\nverified purchase\.successful\n$/);
    expect(code).toBe(0);
  });

  it('buys, runs a campaign and reads the day', async () => {
    const program = await module.build('functions', [CALLS, ...FUNCTIONS].join('\n'));
    const rows = ['01', '02', '03'].map((end) => `+23480312340${end},bnd_mtn_ng_1gb_30d`);
    const file = join(folder, 'campaign.csv');
    writeFileSync(file, `${['phone_number,bundle_id', ...rows].join('\n')}\n`);
    const { code, output } = await runProgram(program, [file, new Date().toISOString().slice(0, 10)]);
    expect(code, output).toBe(0);
    expect(output).toMatch(/^go-2 successful\n3 rows cost 300000\nfunding 10000000\n(purchase -100000\n)+$/);
    const results = readFileSync(`${file}.results.csv`, 'utf8').trimEnd().split('\n');
    expect(results[0]).toContain('result.state');
    expect(results).toHaveLength(4);
  });
});
