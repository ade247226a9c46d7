import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Document, listOperations } from '../../../api/documentation/document.ts';
import { type DemoAccounts, openDemoAccounts } from '../../../tools/demo/accounts.ts';
import { run } from '../../support/clients/run.ts';
import { nameEveryRight } from '../../support/contract/approvals.ts';
import { removeCreated } from '../../support/contract/created.ts';
import { prepareOthers } from '../../support/contract/people.ts';
import {
  allSamples,
  buildGo,
  isSaved,
  LABELS,
  PROGRAMS,
  placeOf,
  writeSample,
} from '../../support/contract/sample-programs.ts';
import { ROOT } from '../../support/docs/blocks.ts';
import { retryWhileBusy } from '../../support/retry.ts';
import { eventually, type Scenario, startScenario } from '../../support/scenarios/stack.ts';

let scenario: Scenario;
let accounts: DemoAccounts;
let folder: string;
let document: Document;
/** The ids that the page's own commands find. */
let found: Record<string, string>;
/** Each language has a batch, an event and an endpoint that no other language changes. */
let own: Map<
  string,
  Readonly<Record<'BATCH_ID' | 'RECURRING_BATCH_ID' | 'EVENT_ID' | 'ENDPOINT_ID', string>>
>;
/** Operations for batches that are ready, and that are scheduled. Samples before them have canceled the other batch. */
const READY = ['requestBatchStart', 'scheduleBatch', 'changeBatchRow', 'changeBatchRows', 'recheckBatch'];
const SCHEDULED = ['startBatchNow', 'unscheduleBatch'];
/** Batches and requests that only one sample uses, by language and operation. */
let separate: Map<string, string>;
let others: Map<string, Readonly<Record<string, string>>>;

beforeAll(async () => {
  mkdirSync(join(ROOT, '.bundlewire'), { recursive: true, mode: 0o700 });
  folder = mkdtempSync(join(ROOT, '.bundlewire', 'samples-'));
  scenario = await startScenario();
  accounts = await openDemoAccounts({
    databaseUrl: scenario.stack.databaseUrl,
    secretsKey: scenario.stack.secretsKey,
    webhookUrl: 'http://127.0.0.1:9/webhooks',
    funding: 10_000_000,
    kept: null,
  });
  document = await json<Document>(await fetch(`${scenario.stack.apiUrl}/openapi.json`));
  for (const sample of allSamples(document)) writeSample(folder, sample);
  await buildGo(
    folder,
    listOperations(document).map(({ operation }) => operation.operationId ?? ''),
  );
  await nameEveryRight(scenario.stack.databaseUrl, api);
  found = await followQuickStart();
  // Before any sample, because one of them sets the balance. One after another: uploads at the same time have a limit.
  own = new Map();
  separate = new Map();
  // One for all languages, because a reference belongs to one recurring batch.
  const repeated = await uploadBatch('repeated');
  for (const [nth, label] of LABELS.entries()) {
    const RECURRING_BATCH_ID = await createRecurring(`samples-${nth}`, `recurring-${nth}`);
    own.set(label, {
      RECURRING_BATCH_ID,
      BATCH_ID: await uploadBatch(`samples-${nth}`),
      EVENT_ID: await buyForEvent(nth),
      ENDPOINT_ID: await createEndpoint(`used-${nth}`),
    });
    for (const name of ['acceptBatchCorrections', 'rejectBatchCorrections'])
      separate.set(`${label} ${name}`, await uploadBatch(`${name}-${nth}`, { repair: 'propose' }));
    separate.set(`${label} createRecurringBatch`, repeated);
    for (const name of READY) separate.set(`${label} ${name}`, await uploadBatch(`${name}-${nth}`));
    for (const name of SCHEDULED) {
      const id = await uploadBatch(`${name}-${nth}`);
      const start_at = new Date(Date.now() + 86_400_000).toISOString();
      expect((await post(`/v1/batches/${id}/schedule`, { start_at })).status).toBe(200);
      separate.set(`${label} ${name}`, id);
    }
  }
  others = await prepareOthers(scenario.stack.databaseUrl, api, LABELS, uploadBatch);
  // It compiles every sample in Go.
}, 15 * 60_000);
afterAll(async () => {
  await scenario?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the commands of the introduction as they are shown, with the test key. */
async function followQuickStart(): Promise<Record<string, string>> {
  const { description } = document.info as { readonly description: string };
  const [key = '', prepare = '', ids = '', ...more] = [...description.matchAll(/^```sh\n(.*?)^```/gms)].map(
    ([, code = '']) => code,
  );
  expect(more).toEqual([]);
  const withKey = key.replace('bw_test_…', accounts.testApiKey);
  expect(withKey).toContain(accounts.testApiKey);
  const buy = placeOf(folder, 'createPurchase', 'curl');
  const upload = placeOf(folder, 'createBatch', 'curl');
  const endpoint = placeOf(folder, 'createWebhookEndpoint', 'curl');
  await must(`${withKey}${prepare}bash ${buy} && bash ${upload} && bash ${endpoint}`);
  await eventually(async () => expect((await list('events')).length).toBeGreaterThan(0));
  const output = await must(
    `${withKey}${prepare}${ids}echo "API_KEY=$API_KEY;DAY=$DAY;START_AT=$START_AT;PURCHASE_ID=$PURCHASE_ID;BATCH_ID=$BATCH_ID;EVENT_ID=$EVENT_ID;ENDPOINT_ID=$ENDPOINT_ID"`,
  );
  const variables = Object.fromEntries(
    output
      .trim()
      .split(';')
      .map((pair) => pair.split('=', 2)),
  );
  await deleteEndpoint(variables.ENDPOINT_ID ?? '');
  return variables;
}

async function createEndpoint(name: string): Promise<string> {
  const created = await post('/v1/webhook-endpoints', { url: `https://example.com/${name}` });
  return (await json<{ id: string }>(created)).id;
}

function post(path: string, body: object): Promise<Response> {
  return call(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function createRecurring(reference: string, batch: string): Promise<string> {
  const calendar = { time_zone: 'Africa/Lagos', at: '08:00', weekdays: [1] };
  const batch_id = await uploadBatch(batch);
  const approved_cost = { amount: 1, currency: 'NGN' };
  const created = await post('/v1/recurring-batches', { reference, batch_id, ...calendar, approved_cost });
  return (await json<{ id: string }>(created)).id;
}

const newKey = () => post('/v1/api-keys', { name: 'Sample', scopes: ['all'] });

async function deleteEndpoint(id: string): Promise<void> {
  expect((await call(`/v1/webhook-endpoints/${id}`, { method: 'DELETE' })).ok).toBe(true);
}

/** The ids for a sample: its own where it ends what it names. */
async function idsFor(name: string, label: string): Promise<Readonly<Record<string, string>>> {
  const batch = separate.get(`${label} ${name}`);
  return {
    ...found,
    ...own.get(label),
    ...(batch === undefined ? {} : { BATCH_ID: batch }),
    ...(name.endsWith('ApiKey') ? { KEY_ID: (await json<{ id: string }>(await newKey())).id } : {}),
    ...others.get(`${label} ${name}`),
    ...(name === 'deleteWebhookEndpoint' ? { ENDPOINT_ID: await createEndpoint('deleted') } : {}),
  };
}

async function must(script: string): Promise<string> {
  const { code, output } = await run('bash', ['-euc', script], { cwd: folder });
  expect(code, output).toBe(0);
  return output;
}

const api = { call, key: () => accounts.testApiKey };

function call(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${accounts.testApiKey}`, ...init.headers };
  return retryWhileBusy(() => fetch(`${scenario.stack.apiUrl}${path}`, { ...init, headers }));
}

interface BoughtEvent {
  readonly id: string;
  readonly data: { readonly object: { readonly id: string } };
}

async function json<T>(response: Response): Promise<T> {
  return JSON.parse(await response.text());
}

async function list(kind: string): Promise<readonly { readonly id: string }[]> {
  return (await json<{ data: { id: string }[] }>(await call(`/v1/${kind}?limit=50`))).data;
}

/** A batch that waits for tomorrow, so that it can be started, paused, resumed and cancelled. */
async function uploadBatch(reference: string, more = {}, key = accounts.testApiKey): Promise<string> {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const query = new URLSearchParams({ reference, start: 'manual', not_before: tomorrow, ...more });
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${key}` };
  // The second number has lost its plus, which is a correction if the upload asks for them.
  const body = `phone_number,bundle_id\n${['+2348031234567', '2348031234568'].map((number) => `${number},bnd_mtn_ng_1gb_30d\n`).join('')}`;
  const { id } = await json<{ id: string }>(
    await call(`/v1/batches?${query}`, { method: 'POST', headers, body }),
  );
  await eventually(async () =>
    expect(await (await call(`/v1/batches/${id}`)).json()).toMatchObject({ status: 'ready' }),
  );
  return id;
}

/** An event that no other language resends: each can be sent again once a minute. */
async function buyForEvent(nth: number): Promise<string> {
  const order = { phone_number: `+23480312340${10 + nth}`, bundle_id: 'bnd_mtn_ng_1gb_30d' };
  const bought = await post('/v1/purchases', { reference: `event-${nth}`, ...order });
  const { id } = await json<{ id: string }>(bought);
  return await eventOf(id);
}

async function eventOf(purchaseId: string): Promise<string> {
  let eventId = '';
  await eventually(async () => {
    const { data } = await json<{ data: BoughtEvent[] }>(await call('/v1/events?limit=50'));
    eventId = data.find((event) => event.data.object.id === purchaseId)?.id ?? '';
    expect(eventId).toMatch(/^evt_/);
  });
  return eventId;
}

describe('the reference that an API serves', () => {
  it('has a sample of every operation in every language, with its own address', () => {
    const samples = allSamples(document);
    expect(samples).toHaveLength(listOperations(document).length * LABELS.length);
    for (const { source } of samples) expect(source).toContain(`${scenario.stack.apiUrl}/v1/`);
  });

  it('has commands that find the ids for its samples', () => {
    expect(found).toMatchObject({
      PURCHASE_ID: expect.stringMatching(/^pur_/),
      BATCH_ID: expect.stringMatching(/^bat_/),
      EVENT_ID: expect.stringMatching(/^evt_/),
      ENDPOINT_ID: expect.stringMatching(/^wep_/),
    });
  });

  it.each(LABELS)('has samples in %s that run as they are shown', async (label) => {
    const problems: string[] = [];
    // In the order of the page, because a batch is started before it is paused.
    for (const { operation } of listOperations(document)) {
      const name = operation.operationId ?? '';
      const [program, ...args] = PROGRAMS[label]?.command(placeOf(folder, name, label)) ?? ['false'];
      const { code, output } = await run(program, args, { cwd: folder, env: await idsFor(name, label) });
      const isAnswer = code === 0 && (/\{"(id|object)":/.test(output) || isSaved(folder, name));
      if (!isAnswer) problems.push(`${operation.operationId} ended with ${code}: ${output}`);
      await removeCreated(api, name, output);
    }
    expect(problems).toEqual([]);
  });
});
