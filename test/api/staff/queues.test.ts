import { afterAll, beforeAll, expect, it } from 'vitest';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type AccountId, idFromUuid, uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { bought, order } from '../../support/api/http.ts';
import { addNetworkQueues } from '../../support/api/network-queues.ts';
import { addUndelivered, HOOKS } from '../../support/api/undelivered.ts';
import { browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

let api: ApiFixture;
let cookie: string;
beforeAll(async () => {
  api = await startApi();
  await addNetworkQueues(api.pool);
  cookie = (await staffAs(api, 'support')).cookie;
});
afterAll(() => api.close());

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
async function read(path: string): Promise<any[]> {
  const answer = await browse(api, `/v1/staff${path}`, { cookie });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text).data;
}

const queueOf = async (name: string) => (await read('/queues')).find((queue) => queue.name === name);

/** A row of the outbox, an hour old. */
async function queued(queue: string, topic: string, account: string, subject: string = newUuid()) {
  await api.pool.query(
    `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
     VALUES ($1, $2, $3, $4, $5, date_trunc('milliseconds', app_now()) - interval '1 hour')`,
    [newUuid(), queue, topic, subject, account],
  );
}

it('shows the queues of networks and our own, also if they are empty', async () => {
  const queues = await read('/queues');
  expect(queues.map(({ name }) => name)).toEqual([
    'network.glo',
    'network.glo.test',
    'network.mtn',
    'network.mtn.test',
    'webhooks',
    'webhooks.held',
    'deliveries',
    'deliveries.held',
    'low_balance',
    'batch_notices',
    'approval_notices',
    'person_mails',
    'temporal',
  ]);
  expect(queues[0]).toMatchObject({ network_id: 'net_glo', livemode: true, waiting: 0, oldest_at: null });
  expect(queues[4]).toMatchObject({ network_id: null, livemode: null, in_flight: null, longest_lanes: [] });
});

it('shows what waits and what is taken, for which accounts, and since when', async () => {
  const other = await addClient(api.pool, { balance: 100_000 });
  await bought(api, order());
  await bought(api, order());
  await bought({ ...api, client: other }, order());
  await api.pool.query(
    `UPDATE outbox SET created_at = '2026-01-01Z', claimed_until = app_now() + interval '1 hour'
      WHERE id = (SELECT id FROM outbox WHERE queue = 'network.mtn' ORDER BY id LIMIT 1)`,
  );
  const queue = await queueOf('network.mtn');
  expect(queue).toMatchObject({
    network_id: 'net_mtn',
    livemode: true,
    waiting: 2,
    taken: 1,
    oldest_at: '2026-01-01T00:00:00.000Z',
    in_flight: 0,
    lanes: 2,
    longest_lanes: [
      { account_id: api.client.accountId, account_name: 'Test', livemode: true, waiting: 1, taken: 1 },
      { account_id: other.accountId, waiting: 1, taken: 0 },
    ],
  });
});

it('shows at most ten accounts of a queue, and counts them all', async () => {
  for (let at = 0; at < 12; at += 1) {
    const { accountId } = await addClient(api.pool, { balance: 0 });
    await queued('low_balance', 'low_balance', uuidOf('acc', accountId));
  }
  const { lanes, longest_lanes: longest, waiting } = await queueOf('low_balance');
  expect([lanes, longest.length, waiting]).toEqual([12, 10, 12]);
});

it('shows the account of a client endpoint in place of the endpoint, and no account for a mail to a person', async () => {
  const { accountId } = await addClient(api.pool, { balance: 0 });
  const mails = await queueOf('person_mails');
  const endpoint = await addEndpoint(accountId, 0, true);
  await queued('deliveries', 'deliver_to_endpoint', endpoint);
  await queued('person_mails', 'person_mail', newUuid());
  const { longest_lanes: longest } = await queueOf('deliveries');
  expect(longest).toMatchObject([{ account_id: accountId, waiting: 1 }]);
  const after = await queueOf('person_mails');
  expect(after).toMatchObject({ waiting: mails.waiting + 1, lanes: mails.lanes + 1 });
  for (const lane of after.longest_lanes) expect(lane).toMatchObject({ account_id: null });
});

/** An endpoint that a client set. Returns its UUID. */
async function addEndpoint(accountId: AccountId, failures: number, enabled: boolean): Promise<string> {
  const id = newUuid();
  await api.pool.query(
    `INSERT INTO client_endpoints (id, account_id, slot, url, description, event_types, sealed_secret, failures, enabled)
     SELECT $1::uuid, $2, 1 + count(*), 'https://acme.example/' || $1::uuid, '', '{purchase.failed}', '\\x00', $3, $4
       FROM client_endpoints WHERE account_id = $2`,
    [id, uuidOf('acc', accountId), failures, enabled],
  );
  return id;
}

const endpointsOf = async (accountId: AccountId) =>
  (await read('/queues/webhook-endpoints?limit=100')).filter((one) => one.account_id === accountId);

it('shows per endpoint what waits, what is tried again later, and what was given up', async () => {
  const client = await addClient(api.pool, { balance: 0 });
  const account = uuidOf('acc', client.accountId);
  await addUndelivered({ ...api, client }, 4, 25);
  await addUndelivered({ ...api, client }, 1, 49);
  const { rows } = await api.pool.query<{ id: string }>(
    `INSERT INTO events (id, account_id, type, subject_id, created_at, body, delivery)
     SELECT uuidv7(), $1, 'purchase.failed', uuidv7(), app_now(), '{}', 'pending' FROM generate_series(1, 3)
     RETURNING id`,
    [account],
  );
  for (const { id } of rows.slice(0, 2)) await queued('webhooks.held', 'deliver_event', account, id);
  const own = await addEndpoint(client.accountId, 4, true);
  await addEndpoint(client.accountId, 4, false);
  const endpoints = await endpointsOf(client.accountId);
  expect(endpoints).toMatchObject([
    {
      endpoint_id: null,
      url: HOOKS,
      standing: 'failing',
      waiting: 2,
      retrying: 1,
      failed_two_days: 4,
      delivered_at: null,
    },
    {
      endpoint_id: idFromUuid('wep', own),
      standing: 'failing',
      waiting: 0,
      oldest_at: null,
      retrying: 0,
      failed_two_days: 0,
    },
  ]);
  const age = Date.now() - Date.parse(endpoints[0].oldest_at);
  expect(age).toBeGreaterThan(3_500_000);
});

it('counts no more than 1001 events of an endpoint', async () => {
  const client = await addClient(api.pool, { balance: 0 });
  await addUndelivered({ ...api, client }, 1_003);
  expect(await endpointsOf(client.accountId)).toMatchObject([{ retrying: 0, failed_two_days: 1_001 }]);
  await api.pool.query(`UPDATE events SET delivery = 'pending' WHERE account_id = $1`, [
    uuidOf('acc', client.accountId),
  ]);
  expect(await endpointsOf(client.accountId)).toMatchObject([{ retrying: 1_001, failed_two_days: 0 }]);
});
