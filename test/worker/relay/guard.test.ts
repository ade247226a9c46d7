import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSubmission, SEND_MARGIN_MS } from '../../../db/purchases/fence.ts';
import { findOverdue, requeueSilent } from '../../../db/purchases/guard.ts';
import { storeConfirmation } from '../../../db/purchases/submissions.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type Relay, startRelay } from '../../../worker/relay/relay.ts';
import {
  createLedgerFixture,
  type LedgerFixture,
  QUEUE,
  RESOLVE_WITHIN_MS,
} from '../../support/purchases/fixture.ts';
import { NO_DELIVERIES, relayPorts, temporalDown } from '../../support/relay/stubs.ts';

let fixture: LedgerFixture;
let relay: Relay | null;

beforeEach(async () => {
  fixture = await createLedgerFixture();
  relay = null;
});
afterEach(async () => {
  await relay?.stop();
  await fixture.close();
});

function startRelayWithoutTemporal(): void {
  relay = startRelay({
    ...relayPorts(fixture),
    temporal: temporalDown(),
    deliveries: NO_DELIVERIES,
    clientDeliveries: NO_DELIVERIES,
    queues: [QUEUE],
    log: pino({ level: 'silent' }),
  });
}

async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await fixture.pool.query<{ status: string; count: number }>(
    `SELECT status, count(*)::int AS count FROM purchases GROUP BY status`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

describe('the deadline guard', () => {
  it('[purchase.resolve_by] [states.timeout] settles what is overdue without Temporal, beyond one page, and leaves no start behind', async () => {
    const accounts = [await fixture.openAccount(), await fixture.openAccount()];
    await Promise.all(accounts.map((account) => fixture.buyMany(account, 600)));
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    const [fresh] = await fixture.buyMany(await fixture.openAccount(), 1);
    if (fresh === undefined) throw new Error('one was bought');

    expect(await findOverdue(fixture.pool, 0, 512)).toHaveLength(512);
    startRelayWithoutTemporal();
    await expect.poll(countByStatus).toEqual({ failed: 1_200, pending: 1 });

    const { rows } = await fixture.pool.query<{ subject_id: string }>(
      `SELECT subject_id FROM outbox WHERE topic = 'start_purchase'`,
    );
    expect(rows).toEqual([{ subject_id: uuidOf('pur', fresh) }]);
    const { rows: codes } = await fixture.pool.query(
      `SELECT DISTINCT failure_code FROM purchases WHERE status = 'failed'`,
    );
    expect(codes).toEqual([{ failure_code: 'network_timeout' }]);
    const { rows: balances } = await fixture.pool.query(`SELECT DISTINCT held FROM accounts ORDER BY held`);
    expect(balances).toEqual([{ held: 0 }, { held: 1_000 }]);
  });

  it('books a confirmation that was stored in time before anything expires', async () => {
    const [confirmed, late] = await fixture.buyMany(await fixture.openAccount(), 2);
    if (confirmed === undefined || late === undefined) throw new Error('two were bought');
    const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
    await storeConfirmation(fixture.pool, confirmed, delivery, 'callback');
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await storeConfirmation(fixture.pool, late, delivery, 'callback');

    startRelayWithoutTemporal();
    await expect.poll(countByStatus).toEqual({ successful: 1, failed: 1 });
    expect(await fixture.statusOf(confirmed)).toMatchObject({
      status: 'successful',
      network_reference: 'N-1',
    });
    expect(await fixture.statusOf(late)).toMatchObject({ failure_code: 'network_timeout' });
  });
});

describe('a purchase whose workflow fell silent', () => {
  /** As after a start that went through: no row in the outbox, the workflow acts next in 30 s. */
  async function startAll(): Promise<void> {
    await fixture.pool.query(`DELETE FROM outbox`);
    await fixture.pool.query(
      `UPDATE purchases SET dispatched_at = app_now(), next_action_at = app_now() + interval '30 s'`,
    );
  }

  async function queued(): Promise<string[]> {
    const { rows } = await fixture.pool.query<{ subject_id: string }>(
      `SELECT subject_id FROM outbox WHERE queue = $1 AND topic = 'start_purchase' ORDER BY subject_id`,
      [QUEUE],
    );
    return rows.map(({ subject_id }) => subject_id);
  }

  it('is queued again a minute after its next action, once, by any number of relays', async () => {
    const bought = await fixture.buyMany(await fixture.openAccount(), 20);
    await startAll();
    await fixture.moveClock(45_000);
    expect(await requeueSilent(fixture.pool, 60_000, 500)).toBe(0);

    await fixture.moveClock(60_000);
    const requeued = await Promise.all([1, 2, 3].map(() => requeueSilent(fixture.pool, 60_000, 500)));
    expect(requeued.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(await queued()).toEqual(bought.map((id) => uuidOf('pur', id)).sort());
    expect(await requeueSilent(fixture.pool, 60_000, 500)).toBe(0);
  });

  it('does not count as silent while the network still has time to answer its send', async () => {
    const GATEWAY_TIMEOUT_MS = 180_000;
    await fixture.pool.query(`UPDATE networks SET gateway_timeout_ms = $1`, [GATEWAY_TIMEOUT_MS]);
    const [sent] = await fixture.buyMany(await fixture.openAccount(), 1);
    if (sent === undefined) throw new Error('one was bought');
    await startAll();
    expect(await openSubmission(fixture.pool, sent, 1)).toMatchObject({ kind: 'open' });

    await fixture.moveClock(GATEWAY_TIMEOUT_MS - 60_000);
    expect(await requeueSilent(fixture.pool, 60_000, 500)).toBe(0);
    await fixture.moveClock(60_000 + SEND_MARGIN_MS);
    expect(await requeueSilent(fixture.pool, 60_000, 500)).toBe(1);
  });

  it('is not queued when it is final, or when its start still waits', async () => {
    const account = await fixture.openAccount();
    await fixture.buyMany(account, 3);
    await fixture.moveClock(RESOLVE_WITHIN_MS - 1_000);
    expect(await requeueSilent(fixture.pool, 60_000, 500)).toBe(0);

    await startAll();
    await fixture.pool.query(
      `UPDATE purchases SET status = 'failed', failure_code = 'network_error', completed_at = app_now()`,
    );
    await fixture.moveClock(200_000);
    expect(await requeueSilent(fixture.pool, 60_000, 500)).toBe(0);
  });
});
