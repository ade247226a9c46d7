import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchResource } from '../../../contract/batches/batch.ts';
import { idFromUuid, parseId } from '../../../domain/ids.ts';
import { type Campaign, uploadCampaign } from '../../../tools/demo/campaign.ts';
import { urlAs } from '../../../tools/stack/servers/roles.ts';
import { run } from '../../support/cli/terminal.ts';
import { type Client, openClient, PRICE, wish } from '../../support/scenarios/client.ts';
import {
  eventually,
  expectAllInvariants,
  type Scenario,
  startScenario,
} from '../../support/scenarios/stack.ts';

/** Longest that a campaign whose worker is replaced may take, within the deadlines of its rows. */
const COMPLETED_MS = 5 * 60_000;

let scenario: Scenario;
let client: Client;
beforeAll(async () => {
  // Few at a time, so that a campaign of some rows has a middle, even if this process stands still for a while.
  // A deadline that none reaches, however long the worker takes to come back.
  scenario = await startScenario({ networks: { inFlightMax: 2, resolveWithinMs: COMPLETED_MS } });
  client = await openClient(scenario, 200);
});
afterAll(async () => {
  await client.close();
  await scenario.close();
});

async function campaignOf(id: string): Promise<Campaign> {
  const campaign = await client.api.batches.get(id);
  BatchResource.parse(campaign);
  return campaign;
}

/** A CSV file of these rows; the header is line 1. */
function file(rows: readonly string[]): Buffer {
  return Buffer.from(['phone_number,bundle_id', ...rows, ''].join('\n'));
}

function goodRow(index: number): string {
  const network = (['mtn', 'airtel', 'glo', '9mobile'] as const)[index % 4] ?? 'mtn';
  // Every tenth is refused by its network.
  const { phone_number, bundle_id } = wish(network, index % 10 === 9 ? '903' : '555');
  return `${phone_number},${bundle_id}`;
}

it('tells each bad row by its line, and buys the others', async () => {
  const unknownBundle = wish('mtn').phone_number;
  const rows = [
    goodRow(0),
    '2.34803E+12,bnd_mtn_ng_500mb_7d',
    goodRow(1),
    `${unknownBundle},bnd_mtn_ng_900gb`,
    '+15551234567,bnd_mtn_ng_500mb_7d',
    goodRow(2),
    `${unknownBundle},`,
    goodRow(3),
  ];
  const { id, counts, errors } = await uploadCampaign(client.api, 'with-bad-rows', file(rows));
  expect(counts).toMatchObject({ rows: 8, valid: 4, invalid: 4 });
  expect(errors).toMatchObject([
    { line: 3, column: 'phone_number', damage: 'scientific_notation' },
    { line: 5, column: 'bundle_id', code: 'bundle_unavailable' },
    { line: 6, column: 'phone_number', code: 'unsupported_network' },
    { line: 8, column: 'bundle_id' },
  ]);

  await eventually(async () => expect(await campaignOf(id)).toMatchObject({ status: 'completed' }));
  expect((await campaignOf(id)).counts).toMatchObject({ successful: 4, invalid: 4, waiting: 0, pending: 0 });
  await eventually(() => expect(client.receiver.events.size).toBe(4));
  expect(deliveriesOf(await scenario.book())).toBe(4);
  await expectAllInvariants(scenario);
});

it('ends a campaign whose worker was killed in its middle with books and ledger equal', async () => {
  const before = { ...(await client.balance()), events: client.receiver.events.size };
  const deliveredBefore = deliveriesOf(await scenario.book());
  const rows = Array.from({ length: 60 }, (_, index) => goodRow(index));
  const { id } = await uploadCampaign(client.api, 'killed-in-the-middle', file(rows));
  await eventually(async () => {
    const { successful, failed } = (await campaignOf(id)).counts;
    expect(successful + failed).toBeGreaterThan(15);
  });
  scenario.stack.processes.worker.kill('SIGKILL');
  await scenario.stack.processes.worker.exited;
  const { counts: middle } = await campaignOf(id);
  expect(middle.waiting + middle.pending).toBeGreaterThan(0);
  await scenario.stack.restart('worker');

  await eventually(
    async () => expect(await campaignOf(id)).toMatchObject({ status: 'completed' }),
    COMPLETED_MS,
  );
  const { counts } = await campaignOf(id);
  expect(counts).toMatchObject({ successful: 54, failed: 6, waiting: 0, pending: 0, refused: 0 });
  await eventually(() => expect(client.receiver.events.size).toBe(before.events + 60));
  expect(deliveriesOf(await scenario.book())).toBe(deliveredBefore + 54);
  expect(await client.balance()).toEqual({ available: before.available - 54 * PRICE, held: 0 });
  await expectAllInvariants(scenario);
}, 600_000);

it('tells of its end, signed, once the endpoint has asked for that', async () => {
  const told = () => [...client.receiver.events.values()].filter(({ type }) => type === 'batch.completed');
  const completed = async (reference: string) => {
    const { id } = await uploadCampaign(client.api, reference, file([goodRow(0)]));
    await eventually(async () => expect(await campaignOf(id)).toMatchObject({ status: 'completed' }));
    return id;
  };
  await askFor('batch.completed', await completed('nobody-asked'));
  const id = await completed('asked-for');

  await eventually(() => expect(told()).toMatchObject([{ subjectId: id }]));
  expect(client.receiver.forged()).toBe(0);
  const { rows } = await scenario.pool.query<{ id: string }>(
    `SELECT id FROM events WHERE type = 'batch.completed'`,
  );
  expect(rows).toHaveLength(1);
});

/** As an operator does it, for the account of a campaign. */
async function askFor(event: string, campaignId: string): Promise<void> {
  const { url } = client.receiver;
  const { rows } = await scenario.pool.query<{ id: string }>(
    `SELECT account_id AS id FROM batches WHERE id = $1`,
    [parseId('bat', campaignId)],
  );
  const account = idFromUuid('acc', rows[0]?.id ?? '');
  const { databaseUrl, secretsKey } = scenario.stack;
  const environment = {
    DATABASE_URL: urlAs('operator', databaseUrl),
    SECRETS_KEY: secretsKey,
    WEBHOOK_ALLOW_PRIVATE: '127.0.0.1/32',
    BUNDLEWIRE_OPERATOR: 'ada',
  };
  const words = ['webhook', 'set', url, '--account', account, '--event', event, '--reason', 'asked for'];
  expect(await run(words, { environment })).toMatchObject({ exitCode: 0 });
}

function deliveriesOf(book: Awaited<ReturnType<Scenario['book']>>): number {
  return [...book.values()].reduce((sum, { deliveries }) => sum + deliveries, 0);
}
