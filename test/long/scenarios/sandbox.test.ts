import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../clients/typescript/src/index.ts';
import type { PurchaseResource } from '../../../contract/purchase.ts';
import { FAILURE_CODES } from '../../../domain/purchase/failure-codes.ts';
import { codesIn, type SandboxRow, sandboxRows } from '../../support/sandbox/page.ts';
import { type Client, type NetworkName, openClient, toldOf, wish } from '../../support/scenarios/client.ts';
import {
  eventually,
  expectAllInvariants,
  type Scenario,
  SHORT_RESOLVE_WITHIN_MS,
  startScenario,
} from '../../support/scenarios/stack.ts';

interface Case {
  readonly row: SandboxRow;
  /** Three digits. */
  readonly ending: string;
  readonly network: NetworkName;
  readonly status: string;
  readonly code: string | undefined;
}

const CASES: readonly Case[] = sandboxRows('number').flatMap((row) =>
  codesIn(row.send).map((ending) => {
    const [status = '', second] = codesIn(row.sees);
    const timesOut = row.sees.includes('at `resolve_by`');
    const becomesReversed = row.happens.includes('reverses 3 s later');
    return {
      row,
      ending: ending.replace('x', '4'),
      network: row.send.includes('9mobile') ? '9mobile' : timesOut ? 'glo' : 'mtn',
      status: becomesReversed ? 'reversed' : status,
      code: status === 'failed' ? second : undefined,
    };
  }),
);

let scenario: Scenario;
let client: Client;
const purchases = new Map<string, PurchaseResource>();

beforeAll(async () => {
  scenario = await startScenario({ resolveWithinMs: { net_glo_ng: SHORT_RESOLVE_WITHIN_MS } });
  client = await openClient(scenario, 100);
  await Promise.all(
    CASES.map(async ({ ending, network }) => {
      purchases.set(ending, await client.bought(wish(network, ending)));
    }),
  );
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

it('[sandbox.codes] the page has a number for every published failure code', () => {
  const onPage = new Set(CASES.map(({ code }) => code));
  expect(Object.keys(FAILURE_CODES).filter((code) => !onPage.has(code))).toEqual([]);
});

it.each(CASES)('[sandbox.codes] $ending: $row.happens', async ({ row, ending, status, code }) => {
  const id = purchases.get(ending)?.id ?? '';
  await eventually(async () => {
    const { failure, ...purchase } = await client.read(id);
    expect([purchase.status, failure?.code]).toEqual([status, code]);
  });
  const events = status === 'reversed' ? ['reversed', 'successful'] : [status];
  await eventually(() => expect(toldOf(client, id)).toEqual(events.map((event) => `purchase.${event}`)));
  const submits = row.sees.includes('second order') ? 2 : 1;
  await eventually(async () => expect((await scenario.book()).get(id)).toMatchObject({ submits }));
});

it('[sandbox.codes] 974: the next purchase of the number is successful', async () => {
  const first = purchases.get('974');
  if (first === undefined) throw new Error('the page has no number 974');
  await eventually(async () => expect(await client.read(first.id)).toMatchObject({ status: 'failed' }));
  const again = await client.bought({ ...wish('mtn', '974'), phone_number: first.phone_number });
  await eventually(async () => expect(await client.read(again.id)).toMatchObject({ status: 'successful' }));
});

it('[sandbox.header] 981 with short-deadline fails with network_timeout after half a minute', async () => {
  const { apiUrl: baseUrl, testApiKey: apiKey } = client;
  const inTestMode = createClient({ baseUrl, apiKey, sandbox: 'short-deadline' });
  const { purchase } = await inTestMode.purchases.create(wish('mtn', '981'));
  expect(Date.parse(purchase.resolve_by) - Date.parse(purchase.created_at)).toBe(30_000);
  await eventually(async () => {
    const { status, failure } = await inTestMode.purchases.get(purchase.id);
    expect([status, failure?.code]).toEqual(['failed', 'network_timeout']);
  });
});

it('charges for what was delivered, and every invariant holds', async () => {
  await expectAllInvariants(scenario);
});
