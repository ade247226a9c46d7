import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { idFromUuid, uuidOf } from '../../../domain/ids.ts';
import { HELD_EACH } from '../../../domain/webhook/slots.ts';
import { type Relay, startRelay } from '../../../worker/relay/relay.ts';
import { relayPorts, temporalDown } from '../../support/relay/stubs.ts';
import { createWebhookFixture, type WebhookFixture } from '../../support/webhooks/fixture.ts';
import { type Answer, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const MINUTE_MS = 60_000;
/** Of an attempt at an endpoint that never answers, in place of ten seconds. */
const LIMIT_MS = 2_000;
/** Of an attempt that is answered: a machine that stands still fails none. */
const LONG_LIMIT_MS = 60_000;

let fixture: WebhookFixture;
let relay: Relay;
const receivers: Receiver[] = [];

afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
  await relay.stop();
  await fixture.close();
});

async function start(timeoutMs: number): Promise<void> {
  fixture = await createWebhookFixture({ timeoutMs });
  startRelaying();
}

function startRelaying(): void {
  const { deliveries, clientDeliveries } = fixture;
  const idle = { temporal: temporalDown(), queues: [] };
  relay = startRelay({
    ...relayPorts(fixture),
    ...idle,
    deliveries,
    clientDeliveries,
    log: pino({ level: 'silent' }),
  });
}

async function receive(answer: Answer): Promise<Receiver> {
  const receiver = await startReceiver(answer);
  receivers.push(receiver);
  return receiver;
}

const SILENT: Answer = () => {};
const GOOD: Answer = (response) => void response.writeHead(204).end();
const FAILS: Answer = (response) => void setTimeout(() => response.writeHead(500).end(), 100);

async function countOf(query: string, values: unknown[]): Promise<number> {
  const { rows } = await fixture.pool.query<{ count: number }>(query, values);
  return rows[0]?.count ?? 0;
}

const deliveredOf = (account: string) =>
  countOf(`SELECT count(*)::int AS count FROM events WHERE account_id = $1 AND delivered_at IS NOT NULL`, [
    account,
  ]);

/** Asks for attempts of events as their workflows do: each a minute after its own first attempt. */
async function askWhenDue(account: string, asked: Set<string>): Promise<number> {
  const { rows } = await fixture.pool.query<{ id: string }>(
    `SELECT e.id
       FROM events e JOIN webhook_attempts a ON a.event_id = e.id AND a.attempt = 1 AND a.outcome = 'failed'
      WHERE e.account_id = $1 AND a.started_at <= app_now() - interval '1 minute'`,
    [account],
  );
  const due = rows.filter(({ id }) => !asked.has(id));
  for (const { id } of due) asked.add(id);
  await Promise.all(due.map(({ id }) => fixture.deliveries.ask(idFromUuid('evt', id), 2)));
  if (due.length > 0) relay.wake('webhooks');
  return asked.size;
}

/** For hundreds of attempts on a machine that has much else to do. */
/** The retry of an attempt that a busy machine failed comes a minute later. */
const SLOW = { timeout: 240_000 };

it.each([
  // One after another they would take half a minute.
  ['answers 500', FAILS, 300, LONG_LIMIT_MS],
  // One after another they would take more than three minutes.
  ['never answers', SILENT, 100, LIMIT_MS],
] as const)(
  'makes attempt 2 of many events a minute after their first, at an endpoint that %s',
  async (_what, answer, count, limitMs) => {
    await start(limitMs);
    let act = GOOD;
    const failing = await receive((response, nth) => act(response, nth));
    const healthy = await receive(GOOD);
    const [crowd, few] = [await fixture.openAccountAt(failing.url), await fixture.openAccountAt(healthy.url)];
    const account = uuidOf('acc', crowd);
    // It works at first, so the first attempts of all are under way together, and so are due together a minute later.
    await fixture.makeEvents(crowd, 1);
    relay.wake('webhooks');
    await expect.poll(() => deliveredOf(account)).toBe(1);
    act = answer;
    await fixture.makeEvents(crowd, count);
    relay.wake('webhooks');
    const failed = (attempt: number) =>
      countOf(
        `SELECT count(*)::int AS count FROM webhook_attempts a JOIN events e ON e.id = a.event_id
          WHERE e.account_id = $1 AND a.attempt = $2 AND a.outcome = 'failed'`,
        [account, attempt],
      );
    await expect.poll(() => failed(1)).toBe(count);

    // The clock moves so that the earliest is due, and the others come due as they do.
    const waitMs = await countOf(
      `SELECT ceil(extract(epoch FROM min(a.started_at) + interval '1 minute' - app_now()) * 1000)::int AS count
         FROM webhook_attempts a JOIN events e ON e.id = a.event_id
        WHERE e.account_id = $1 AND a.outcome = 'failed'`,
      [account],
    );
    expect(waitMs).toBeLessThanOrEqual(MINUTE_MS);
    await fixture.moveClock(Math.max(0, waitMs));
    const asked = new Set<string>();
    await expect.poll(() => askWhenDue(account, asked), { interval: 50 }).toBeGreaterThan(0);
    await fixture.makeEvents(few, 50);
    relay.wake('webhooks');
    await expect.poll(() => askWhenDue(account, asked), { interval: 50 }).toBe(count);
    await expect.poll(() => deliveredOf(uuidOf('acc', few)), SLOW).toBe(50);
    await expect.poll(() => failed(2), SLOW).toBe(count);

    const { rows } = await fixture.pool.query<{ late: number }>(
      `SELECT extract(epoch FROM two.started_at - one.started_at - interval '1 minute')::float8 * 1000 AS late
         FROM webhook_attempts one
         JOIN webhook_attempts two ON two.event_id = one.event_id AND two.attempt = 2
         JOIN events e ON e.id = one.event_id
        WHERE one.attempt = 1 AND e.account_id = $1`,
      [account],
    );
    const late = rows.map((row) => row.late);
    expect(late).toHaveLength(count);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThan(Math.ceil(count / HELD_EACH) * limitMs + 60_000);
  },
  600_000,
);

it('puts the retries of failing endpoints before first attempts, oldest first', async () => {
  await start(LIMIT_MS);
  const failing = await receive(FAILS);
  const crowd = await fixture.openAccountAt(failing.url);
  const [event] = await fixture.makeEvents(crowd, 1);
  if (event === undefined) throw new Error('no event');
  relay.wake('webhooks');
  const attempts = (attempt: number) =>
    countOf(`SELECT count(*)::int AS count FROM webhook_attempts WHERE attempt = $1 AND outcome = 'failed'`, [
      attempt,
    ]);
  await expect.poll(() => attempts(1)).toBe(1);

  await relay.stop();
  await fixture.makeEvents(crowd, 200);
  await fixture.deliveries.ask(event, 2);
  startRelaying();
  await expect.poll(() => attempts(1)).toBe(201);
  const { rows } = await fixture.pool.query<{ before: number }>(
    `SELECT count(*)::int AS before FROM webhook_attempts
      WHERE attempt = 1 AND event_id <> $1
        AND started_at < (SELECT started_at FROM webhook_attempts WHERE attempt = 2)`,
    [uuidOf('evt', event)],
  );
  expect(rows[0]?.before).toBeLessThanOrEqual(2 * HELD_EACH);
}, 600_000);
