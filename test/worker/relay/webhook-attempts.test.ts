import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createWebhookAttempts, OPERATOR_QUEUES } from '../../../worker/relay/webhook-attempts.ts';
import { onePool } from '../../support/relay/stubs.ts';
import {
  type AttemptFixture,
  createAttemptFixture,
  failing,
  LEASE_MS,
} from '../../support/webhooks/attempts.ts';

let fixture: AttemptFixture;

beforeEach(async () => {
  fixture = await createAttemptFixture();
});
afterEach(() => fixture.close());

it('a pass that breaks off keeps no slots', async () => {
  await fixture.makeEvents(await fixture.openAccountAt(fixture.receiver.url), 1);
  await fixture.pool.query(`UPDATE webhook_endpoints SET failures = 1`);
  const events = await fixture.makeEvents(await fixture.openAccountAt(fixture.receiver.url), 4);
  let broken = true;
  const pool = failing(fixture.pool, (name) => broken && name === 'move-attempts');
  const log = pino({ level: 'silent' });
  const attempts = createWebhookAttempts({
    attemptQueues: OPERATOR_QUEUES,
    pools: onePool(pool),
    deliveries: fixture.deliveries,
    log,
    onFree: () => {},
  });
  await expect(attempts.open()).rejects.toThrow('the process died');

  broken = false;
  await fixture.moveClock(LEASE_MS + 1);
  await vi.waitFor(async () => {
    await attempts.open();
    await attempts.idle();
    for (const event of events) expect(await fixture.stateOf(event)).toEqual({ topics: [], delivered: true });
  }, 30_000);
});

it('a slot that is free wakes the relay where an event waits for it, and not where none does', async () => {
  const accountId = await fixture.openAccountAt(fixture.receiver.url);
  const log = pino({ level: 'silent' });
  const woken: string[] = [];
  const onFree = (queue: string) => void woken.push(queue);
  const attempts = createWebhookAttempts({
    attemptQueues: OPERATOR_QUEUES,
    pools: onePool(fixture.pool),
    deliveries: fixture.deliveries,
    log,
    onFree,
  });

  // An endpoint of unknown standing gets four at the same time.
  await fixture.makeEvents(accountId, 6);
  await attempts.open();
  await attempts.idle();
  expect(woken).toHaveLength(4);

  await attempts.open();
  await attempts.idle();
  await attempts.open();
  woken.length = 0;
  await fixture.makeEvents(accountId, 1);
  await attempts.open();
  await attempts.idle();
  expect(woken).toEqual([]);
  expect(await fixture.pool.query(`SELECT FROM outbox WHERE queue = 'webhooks'`)).toMatchObject({
    rowCount: 0,
  });
});
