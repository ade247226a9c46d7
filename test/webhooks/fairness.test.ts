import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccountId, uuidOf } from '../../domain/ids.ts';
import { type Relay, startRelay } from '../../relay/relay.ts';
import { temporalDown } from '../relay/stubs.ts';
import { NO_ALERTS } from '../support/no-alerts.ts';
import { type Answer, type Receiver, startReceiver } from './receiver.ts';
import { createWebhookSetting, type WebhookSetting } from './setting.ts';

const PATIENCE = { timeout: 60_000 };

let setting: WebhookSetting;
let relays: Relay[];
let receivers: Receiver[];

beforeEach(async () => {
  setting = await createWebhookSetting();
  relays = [];
  receivers = [];
});
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  await Promise.all(relays.map((relay) => relay.stop()));
  await setting.close();
});

function runRelay(): Relay {
  const { pool, settleLane, deliveries } = setting;
  const gateways = { adapterFor: () => null, alerts: NO_ALERTS, temporal: temporalDown(), queues: [] };
  const relay = startRelay({ ...gateways, pool, settleLane, deliveries, log: pino({ level: 'silent' }) });
  relays.push(relay);
  return relay;
}

interface Watched extends Receiver {
  /** Webhooks that it has and has not answered; the most of them at any moment since the last look. */
  mostAtOnce(): number;
  answerAllWith(answer: Answer): void;
}

/** A receiver that takes its time as told, and counts how many webhooks wait for its answer. */
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
  const { rows } = await setting.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM events WHERE account_id = $1 AND delivered_at IS NOT NULL`,
    [uuidOf('acc', accountId)],
  );
  return rows[0]?.count ?? 0;
}

it('gives a new receiver that never answers four connections, and another account all that it needs meanwhile', async () => {
  const [silent, healthy] = [await watch(SILENT), await watch(GOOD)];
  const [crowd, few] = [await setting.openAccountAt(silent.url), await setting.openAccountAt(healthy.url)];
  await setting.makeEvents(crowd, 700);
  const relay = runRelay();
  await expect.poll(() => silent.received.length, PATIENCE).toBe(4);

  await setting.makeEvents(few, 50);
  relay.wake('webhooks');
  await expect.poll(() => deliveredOf(few), PATIENCE).toBe(50);
  expect(silent.mostAtOnce()).toBeLessThanOrEqual(4);
});

it('probes an endpoint that fails with one attempt at a time, whatever relays there are', async () => {
  const failing = await watch(slowly(500, 20));
  const account = await setting.openAccountAt(failing.url);
  await setting.makeEvents(account, 300);
  runRelay();
  runRelay();
  await expect.poll(() => failing.received.length, PATIENCE).toBeGreaterThan(20);

  failing.mostAtOnce();
  const before = failing.received.length;
  await expect.poll(() => failing.received.length, PATIENCE).toBeGreaterThan(before + 30);
  expect(failing.mostAtOnce()).toBe(1);
});

it('sends all that waited once a probe has succeeded, many at a time', async () => {
  const receiver = await watch(slowly(500, 5));
  const account = await setting.openAccountAt(receiver.url);
  await setting.makeEvents(account, 700);
  runRelay();
  await expect.poll(() => receiver.received.length, PATIENCE).toBeGreaterThan(20);

  receiver.answerAllWith(slowly(200, 100));
  const failed = receiver.received.length;
  await expect.poll(() => deliveredOf(account), PATIENCE).toBeGreaterThan(700 - failed - 20);
  expect(receiver.mostAtOnce()).toBeGreaterThan(10);
});

it('leaves connections free for others when a working receiver goes silent under many events', async () => {
  const [turned, healthy] = [await watch(GOOD), await watch(GOOD)];
  const [crowd, few] = [await setting.openAccountAt(turned.url), await setting.openAccountAt(healthy.url)];
  const relay = runRelay();
  await setting.makeEvents(crowd, 1);
  await setting.makeEvents(few, 1);
  await expect.poll(async () => (await deliveredOf(crowd)) + (await deliveredOf(few)), PATIENCE).toBe(2);

  turned.answerAllWith(SILENT);
  await setting.makeEvents(crowd, 700);
  relay.wake('webhooks');
  await expect.poll(() => turned.received.length, PATIENCE).toBeGreaterThan(100);
  await setting.makeEvents(few, 100);
  relay.wake('webhooks');
  await expect.poll(() => deliveredOf(few), PATIENCE).toBe(101);
  expect(turned.mostAtOnce()).toBeLessThan(256);
});
