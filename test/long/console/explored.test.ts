import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CHROMIUM } from '../../../tools/chromium.ts';
import { call, type ReachedApi } from '../../support/api/http.ts';
import { organisationOf, trustedAs } from '../../support/people/fixture.ts';
import { type Client, openClient, reachedAs, wish } from '../../support/scenarios/client.ts';
import { expectAllInvariants, type Scenario, startScenario } from '../../support/scenarios/stack.ts';

/** More by hand: `EXPLORE_MINUTES=30 npm run test:measures -- test/long/console/explored.test.ts`. */
const MINUTES = Number(process.env.EXPLORE_MINUTES ?? 2);
/** Time to start, to finish what was bought, and to check the books. */
const AROUND_MS = 15 * 60_000;
const SPECIFICATION = join(import.meta.dirname, '..', '..', '..', 'console', 'explored');
const BOMBADIL = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.bin', 'bombadil');

let scenario: Scenario;
let client: Client;
let api: ReachedApi;
beforeAll(async () => {
  scenario = await startScenario();
  client = await openClient(scenario, 2_000);
  api = reachedAs(scenario, client);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

/** A file for a campaign: rows that are delivered, and some that fail. */
function campaignFile(delivered: number, failed: number): string {
  const wishes = [
    ...Array.from({ length: delivered }, () => wish('mtn', '555')),
    ...Array.from({ length: failed }, () => wish('airtel', '903')),
  ];
  return ['phone_number,bundle_id', ...wishes.map((one) => `${one.phone_number},${one.bundle_id}`), ''].join(
    '\n',
  );
}

async function startCampaign(reference: string): Promise<void> {
  const { status, text } = await call(api, `/v1/batches?reference=${reference}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: campaignFile(20, 5),
  });
  expect([status, text]).toEqual([201, expect.anything()]);
}

/** Writes the files that can be uploaded, and the specification with their paths. */
function writeSpecification(folder: string): string {
  const files = [
    ['good.csv', campaignFile(15, 0)],
    ['mixed.csv', campaignFile(10, 3)],
    ['bad.csv', 'phone_number,bundle_id\n080,bnd_none\n,\n08031234567,bnd_none\n'],
    ['not-a-table.csv', Buffer.from([0x25, 0x50, 0x44, 0x46, 0x2d, 0, 1, 2])],
  ] as const;
  const paths = files.map(([name, content]) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  });
  const specification = join(folder, 'specification.ts');
  writeFileSync(
    specification,
    `export * from ${JSON.stringify(join(SPECIFICATION, 'properties.ts'))};
     import { exploring } from ${JSON.stringify(join(SPECIFICATION, 'actions.ts'))};
     export const explore = exploring(${JSON.stringify(paths)});`,
  );
  return specification;
}

/** Explores the console from an address. Resolves with what Bombadil printed, and whether all properties held. */
function explore(path: string, cookie: string, minutes: number): Promise<{ held: boolean; printed: string }> {
  const folder = join(scenario.stateDir, `explored${path.replaceAll('/', '-')}`);
  mkdirSync(folder);
  const seconds = Math.max(20, Math.round(minutes * 60));
  const args = [
    ...['browser', 'test', `${api.baseUrl}${path}`, writeSpecification(folder)],
    ...['--headless', '--no-sandbox', '--time-limit', `${seconds}s`, '--exit-on-violation'],
    ...['--output-path', join(folder, 'trace'), ...cookie.split('; ').flatMap((one) => ['--cookie', one])],
  ];
  const program = spawn(BOMBADIL, args, { env: { ...process.env, CHROME: CHROMIUM, RUST_LOG: 'error' } });
  const printed: string[] = [];
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => printed.push(String(chunk)));
  return new Promise((resolve, reject) => {
    program.on('error', reject);
    program.on('close', (code) => resolve({ held: code === 0, printed: printed.join('') }));
  });
}

it.each([
  ['campaigns', '/campaigns/new', 'owner'],
  ['support', '/purchases', 'support'],
] as const)(
  'exploring %s finds no error, no sum that is wrong, and nothing bought twice',
  {
    timeout: MINUTES * 60_000 + AROUND_MS,
  },
  async (_name, path, role) => {
    const organisation = await organisationOf(api, api.client.accountId);
    await startCampaign(`before-${role}`);
    for (const network of ['mtn', 'airtel'] as const) await client.bought(wish(network));
    const { cookie } = await trustedAs(api, organisation, role);
    const { held, printed } = await explore(path, cookie, MINUTES / 2);
    if (process.env.EXPLORE_VERBOSE) process.stdout.write(printed);
    expect([held, held ? '' : printed]).toEqual([true, '']);
    // Every purchase is final, and the books, the ledger and Temporal agree: no row was bought twice.
    await expect.poll(pending, { timeout: 300_000, interval: 1_000 }).toBe(0);
    await expectAllInvariants(scenario);
  },
);

async function pending(): Promise<number> {
  const { rows } = await scenario.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM purchases WHERE status = 'pending'",
  );
  return rows[0]?.count ?? 0;
}
