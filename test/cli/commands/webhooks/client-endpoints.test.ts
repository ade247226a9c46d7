import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeClientEndpoint } from '../../../../db/endpoints/changes.ts';
import { type AccountId, type EndpointId, type EventId, uuidOf } from '../../../../domain/ids.ts';
import { urlAs } from '../../../../tools/stack/servers/roles.ts';
import { run } from '../../../support/cli/terminal.ts';
import { attemptAll } from '../../../support/webhooks/attempts.ts';
import { addClientEndpoint, deliverAll, deliveriesOf } from '../../../support/webhooks/client-endpoints.ts';
import { createWebhookFixture, type WebhookFixture } from '../../../support/webhooks/fixture.ts';
import { type Answer, OK, type Receiver, startReceiver } from '../../../support/webhooks/receiver.ts';

const WHY = ['--reason', 'test'] as const;
const REFUSED: Answer = (response) => response.writeHead(503).end('away');
const DISABLED = { url: null, description: null, eventTypes: null, enabled: false } as const;
const disable = (id: EndpointId) =>
  changeClientEndpoint(fixture.pool, account, id, DISABLED, { operator: 'client', reason: 'API' });

let fixture: WebhookFixture;
let receiver: Receiver;
let answer: Answer;
/** An account with two endpoints that its client set, and none that operators set. */
let account: AccountId;
let first: EndpointId;
let second: EndpointId;

beforeAll(async () => {
  fixture = await createWebhookFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  answer = OK;
  receiver = await startReceiver((response, nth) => answer(response, nth));
  account = await fixture.openAccountAt(null);
  first = await addClientEndpoint(fixture, account, `${receiver.url}/first`);
  second = await addClientEndpoint(fixture, account, `${receiver.url}/second`, ['purchase.failed']);
});
afterEach(async () => {
  await receiver.close();
  await fixture.pool.query(`DELETE FROM outbox`);
});

const cli = (...args: readonly string[]) =>
  run(args, { environment: { DATABASE_URL: urlAs('operator', fixture.url), BUNDLEWIRE_OPERATOR: 'ada' } });

async function json(...args: readonly string[]) {
  const { out, err } = await cli(...args, '--json');
  if (out === '') throw new Error(err);
  return JSON.parse(out);
}

/** Makes every attempt that waits, as a worker would. */
async function attempt(): Promise<void> {
  await attemptAll(fixture.pool, fixture.deliveries);
  await deliverAll(fixture);
}

async function makeEvent(): Promise<EventId> {
  const [event] = await fixture.makeEvents(account, 1);
  if (event === undefined) throw new Error('no event');
  return event;
}

async function purchaseOf(event: EventId): Promise<string> {
  const byId = [uuidOf('evt', event)];
  const { rows } = await fixture.pool.query<{ body: string }>(`SELECT body FROM events WHERE id = $1`, byId);
  return JSON.parse(rows[0]?.body ?? '').data.object.id;
}

const pathsReceived = () => receiver.received.map(({ path }) => path).toSorted();
const aMinuteAgo = () => new Date(Date.now() - 60_000).toISOString();

describe('webhook show', () => {
  it('lists the endpoints that the client set, with their state', async () => {
    answer = REFUSED;
    await makeEvent();
    await attempt();
    await disable(second);
    expect(await json('webhook', 'show', account)).toMatchObject({
      url: null,
      client_endpoints: [
        { id: first, url: `${receiver.url}/first`, enabled: true, standing: 'failing', failures_in_a_row: 1 },
        { id: second, event_types: ['purchase.failed'], enabled: false, waiting: 0 },
      ],
    });
    const { out } = await cli('webhook', 'show', account);
    expect(out).toContain('Operators have set no endpoint');
    expect(out).toContain(first);
    expect(out).toContain('disabled by the client');
  });

  it('lists them beside the one that operators set, and counts what waits for each', async () => {
    account = await fixture.openAccountAt(receiver.url);
    first = await addClientEndpoint(fixture, account, `${receiver.url}/first`);
    await fixture.makeEvents(account, 2);
    expect(await json('webhook', 'show', account)).toMatchObject({
      url: receiver.url,
      waiting: 2,
      client_endpoints: [{ id: first, waiting: 2 }],
    });
  });
});

describe('webhook attempts', () => {
  it('shows at which endpoint each attempt was made', async () => {
    answer = (response, nth) => void response.writeHead(nth === 1 ? 500 : 200).end();
    const event = await makeEvent();
    await attempt();
    const { attempts } = await json('webhook', 'attempts', event);
    const endpoints: string[] = attempts.map((made: { endpoint_id: string }) => made.endpoint_id);
    expect(endpoints.toSorted()).toEqual([first, second]);
    const { out } = await cli('webhook', 'attempts', event);
    expect(out).toContain(first);
    expect(out).toContain(second);
  });
});

describe('purchase trace', () => {
  it('is final once an endpoint of the client has accepted the event', async () => {
    const event = await makeEvent();
    await deliverAll(fixture);
    // The relay may look at the endpoint of operators, which does not exist, after the delivery.
    await attemptAll(fixture.pool, fixture.deliveries);
    const trace = await json('purchase', 'trace', await purchaseOf(event));
    const to = [first, second];
    expect(trace).toMatchObject({
      cause: 'final',
      events: [
        {
          delivery: 'delivered',
          deliveries: [
            { endpointId: null, delivery: 'not_sent' },
            ...to.map((id) => ({ endpointId: id, delivery: 'delivered' })),
          ],
          attempts: to.map((id) => ({ endpointId: id, outcome: 'delivered' })),
        },
      ],
    });
    expect((await cli('purchase', 'trace', await purchaseOf(event))).out).toContain(second);
  });

  it('names the endpoint of the client that fails', async () => {
    answer = (response) =>
      void response.writeHead(receiver.received.at(-1)?.path.endsWith('first') ? 200 : 503).end();
    const event = await makeEvent();
    await attempt();
    const { cause, sentence } = await json('purchase', 'trace', await purchaseOf(event));
    expect(cause).toBe('webhook_failing');
    expect(sentence).toContain(second);
    expect(sentence).not.toContain(first);
  });

  it('states that no endpoint wants the event only when there is none', async () => {
    account = await fixture.openAccountAt(null);
    await addClientEndpoint(fixture, account, `${receiver.url}/batches`, ['batch.completed']);
    const event = await makeEvent();
    await attempt();
    const { cause } = await json('purchase', 'trace', await purchaseOf(event));
    expect(cause).toBe('webhook_not_sent');
  });
});

describe('webhook resend', () => {
  it('sends an event again to every endpoint that wants it, or to the one that is named', async () => {
    const event = await makeEvent();
    await attempt();
    expect(await json('webhook', 'resend', event, ...WHY)).toMatchObject({ queued: true });
    await attempt();
    expect(pathsReceived()).toEqual(['/hooks/first', '/hooks/first', '/hooks/second', '/hooks/second']);

    expect(await json('webhook', 'resend', event, '--endpoint', second, ...WHY)).toMatchObject({
      queued: true,
    });
    await attempt();
    expect(receiver.received.at(-1)?.path).toBe('/hooks/second');
    expect(receiver.received).toHaveLength(5);
  });

  it('rejects an endpoint that is not an id, or is not of the account', async () => {
    const event = await makeEvent();
    const unknown = `${first.slice(0, -1)}${first.endsWith('0') ? '1' : '0'}`;
    expect(await cli('webhook', 'resend', event, '--endpoint', 'first', ...WHY)).toMatchObject({
      exitCode: 2,
    });
    expect(await cli('webhook', 'resend', event, '--endpoint', unknown, ...WHY)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('no enabled endpoint'),
    });
  });
});

describe('webhook recover', () => {
  const recover = async (since = aMinuteAgo()) =>
    (await json('webhook', 'recover', account, '--since', since, ...WHY)).queued;

  it('sends what was not delivered to the endpoints that the client set, and nothing twice', async () => {
    answer = (response) =>
      void response.writeHead(receiver.received.at(-1)?.path.endsWith('first') ? 200 : 503).end();
    const event = await makeEvent();
    await attempt();
    answer = OK;
    expect(await recover()).toBe(1);
    expect(await recover()).toBe(0);
    await attempt();
    expect(pathsReceived()).toEqual(['/hooks/first', '/hooks/second', '/hooks/second']);
    expect((await deliveriesOf(fixture.pool, event)).map(({ delivery }) => delivery)).toEqual([
      'delivered',
      'delivered',
    ]);
    expect(await recover()).toBe(0);
  });

  it('sends events from before the endpoint existed only if no endpoint has accepted them', async () => {
    account = await fixture.openAccountAt(null);
    const lost = await makeEvent();
    await attempt();
    await addClientEndpoint(fixture, account, `${receiver.url}/early`);
    expect(await recover()).toBe(1);
    await attempt();
    await addClientEndpoint(fixture, account, `${receiver.url}/late`);
    expect(await recover()).toBe(0);
    expect(pathsReceived()).toEqual(['/hooks/early']);
    expect(await deliveriesOf(fixture.pool, lost)).toMatchObject([{ delivery: 'delivered' }]);
  });

  it('sends the endpoint of operators no event of a type that it did not ask for', async () => {
    account = await fixture.openAccountAt(receiver.url);
    await addClientEndpoint(fixture, account, `${receiver.url}/batches`, ['batch.completed']);
    await fixture.pool.query(
      `INSERT INTO events (id, account_id, type, subject_id, created_at, body)
       VALUES (uuidv7(), $1, 'batch.completed', uuidv7(), app_now(), '{}')`,
      [uuidOf('acc', account)],
    );
    answer = REFUSED;
    await attempt();
    answer = OK;
    expect(await recover()).toBe(1);
    await attempt();
    expect(pathsReceived()).toEqual(['/hooks/batches', '/hooks/batches']);
  });

  it('skips endpoints that are disabled, and fails when no other is left', async () => {
    answer = REFUSED;
    await makeEvent();
    await attempt();
    for (const id of [first, second]) await disable(id);
    expect(await cli('webhook', 'recover', account, '--since', aMinuteAgo(), ...WHY)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining('no webhook endpoint that is enabled'),
    });
  });
});
