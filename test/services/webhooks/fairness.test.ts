import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { HELD_EACH } from '../../../domain/webhook/slots.ts';
import { type Relay, startRelay } from '../../../worker/relay/relay.ts';
import { relayPorts, temporalDown } from '../../support/relay/stubs.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/fixture.ts';
import { type Answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

let fixture: WebhookFixture;
let relays: Relay[];
let receivers: Receiver[];

beforeEach(async () => {
  fixture = await createWebhookFixture();
  relays = [];
  receivers = [];
});
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await Promise.all(relays.map((relay) => relay.stop()));
  await fixture.close();
});

function runRelay(): Relay {
  const { deliveries, clientDeliveries } = fixture;
  const idle = { temporal: temporalDown(), queues: [] };
  const relay = startRelay({
    ...relayPorts(fixture),
    ...idle,
    deliveries,
    clientDeliveries,
    log: pino({ level: 'silent' }),
  });
  relays.push(relay);
  return relay;
}

interface Watched extends Receiver {
  /** Webhooks that it has and has not answered; the most of them at any moment since the last look. */
  mostAtOnce(): number;
  answerAllWith(answer: Answer): void;
}

/** A receiver with a given delay that counts how many webhooks wait for its answer. */
async function watch(first: Answer): Promise<Watched> {
  let answer = first;
  let [open, most] = [0, 0];
  const receiver = await startReceiver((response, nth) => {
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    answer(response, nth);
  });
  receivers.push(receiver);
  return {
    ...receiver,
    mostAtOnce() {
      const seen = most;
      most = open;
      return seen;
    },
    answerAllWith(next) {
      answer = next;
    },
  };
}

const SILENT: Answer = () => {};
const GOOD: Answer = (response) => void response.writeHead(204).end();
const slowly =
  (status: number, ms: number): Answer =>
  (response) =>
    void setTimeout(() => response.writeHead(status).end(), ms);

async function deliveredOf(accountId: AccountId): Promise<number> {
  const { rows } = await fixture.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM events WHERE account_id = $1 AND delivered_at IS NOT NULL`,
    [uuidOf('acc', accountId)],
  );
  return rows[0]?.count ?? 0;
}

async function failuresOf(accountId: AccountId): Promise<number> {
  const { rows } = await fixture.pool.query<{ failures: number }>(
    `SELECT failures FROM webhook_endpoints WHERE account_id = $1`,
    [uuidOf('acc', accountId)],
  );
  return rows[0]?.failures ?? 0;
}

it('gives a new receiver that never answers four connections, and another account all that it needs meanwhile', async () => {
  const [silent, healthy] = [await watch(SILENT), await watch(GOOD)];
  const [crowd, few] = [await fixture.openAccountAt(silent.url), await fixture.openAccountAt(healthy.url)];
  await fixture.makeEvents(crowd, 700);
  const relay = runRelay();
  await expect.poll(() => silent.received.length).toBeGreaterThanOrEqual(4);

  await fixture.makeEvents(few, 50);
  relay.wake('webhooks');
  await expect.poll(() => deliveredOf(few)).toBe(50);
  const most = silent.mostAtOnce();
  // Once the first attempts have ended, it is a failing endpoint and has the connections of those.
  expect(most).toBeLessThanOrEqual((await failuresOf(crowd)) === 0 ? 4 : HELD_EACH);
});

it('gives a failing endpoint at most 64 connections, and another account all that it needs meanwhile', async () => {
  const [failing, healthy] = [await watch(slowly(500, 5)), await watch(GOOD)];
  const [crowd, few] = [await fixture.openAccountAt(failing.url), await fixture.openAccountAt(healthy.url)];
  const relay = runRelay();
  await fixture.makeEvents(crowd, 1);
  await expect.poll(() => failuresOf(crowd)).toBe(1);

  failing.answerAllWith(SILENT);
  await fixture.makeEvents(crowd, 300);
  relay.wake('webhooks');
  await expect.poll(() => failing.received.length).toBeGreaterThanOrEqual(65);
  await fixture.makeEvents(few, 50);
  relay.wake('webhooks');
  await expect.poll(() => deliveredOf(few)).toBe(50);
  expect(failing.mostAtOnce()).toBeLessThanOrEqual(HELD_EACH);
});

it('sends all that waited once an attempt has succeeded, many at a time', async () => {
  const receiver = await watch(slowly(500, 5));
  const account = await fixture.openAccountAt(receiver.url);
  await fixture.makeEvents(account, 700);
  runRelay();
  await expect.poll(() => receiver.received.length).toBeGreaterThan(20);

  receiver.answerAllWith(slowly(200, 100));
  const failed = receiver.received.length;
  await expect.poll(() => deliveredOf(account)).toBeGreaterThan(700 - failed - 20);
  expect(receiver.mostAtOnce()).toBeGreaterThan(10);
});

it('leaves connections free for others when a working receiver goes silent under many events', async () => {
  const [turned, healthy] = [await watch(GOOD), await watch(GOOD)];
  const [crowd, few] = [await fixture.openAccountAt(turned.url), await fixture.openAccountAt(healthy.url)];
  const relay = runRelay();
  await fixture.makeEvents(crowd, 1);
  await fixture.makeEvents(few, 1);
  await expect.poll(async () => (await deliveredOf(crowd)) + (await deliveredOf(few))).toBe(2);

  turned.answerAllWith(SILENT);
  await fixture.makeEvents(crowd, 700);
  relay.wake('webhooks');
  await expect.poll(() => turned.received.length).toBeGreaterThan(100);
  await fixture.makeEvents(few, 100);
  relay.wake('webhooks');
  await expect.poll(() => deliveredOf(few)).toBe(101);
  expect(turned.mostAtOnce()).toBeLessThan(256);
});
