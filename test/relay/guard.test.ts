import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findOverdue, requeueSilent } from '../../db/guard.ts';
import { storeConfirmation } from '../../db/submissions.ts';
import { uuidOf } from '../../domain/ids.ts';
import { type Relay, startRelay } from '../../relay/relay.ts';
import { createMoneySetting, type MoneySetting, QUEUE, RESOLVE_WITHIN_MS } from '../settlement/setting.ts';
import { NO_ALERTS } from '../support/no-alerts.ts';
import { NO_DELIVERIES, temporalDown } from './stubs.ts';

let setting: MoneySetting;
let relay: Relay | null;

beforeEach(async () => {
  setting = await createMoneySetting();
  relay = null;
});
afterEach(async () => {
  await relay?.stop();
  await setting.close();
});

function startRelayWithoutTemporal(): void {
  relay = startRelay({
    pool: setting.pool,
    settleLane: setting.settleLane,
    adapterFor: () => null,
    alerts: NO_ALERTS,
    temporal: temporalDown(),
    deliveries: NO_DELIVERIES,
    queues: [QUEUE],
    log: pino({ level: 'silent' }),
  });
}

async function countByStatus(): Promise<Record<string, number>> {
  const { rows } = await setting.pool.query<{ status: string; count: number }>(
    `SELECT status, count(*)::int AS count FROM purchases GROUP BY status`,
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

describe('the deadline guard', () => {
  it('settles what is overdue without Temporal, beyond one page, and leaves no start behind', async () => {
    const accounts = [await setting.openAccount(), await setting.openAccount()];
    await Promise.all(accounts.map((account) => setting.buyMany(account, 600)));
    await setting.moveClock(RESOLVE_WITHIN_MS);
    const [fresh] = await setting.buyMany(await setting.openAccount(), 1);
    if (fresh === undefined) throw new Error('one was bought');

    expect(await findOverdue(setting.pool, 512)).toHaveLength(512);
    startRelayWithoutTemporal();
    await expect.poll(countByStatus, { timeout: 20_000 }).toEqual({ failed: 1_200, pending: 1 });

    const { rows } = await setting.pool.query<{ subject_id: string }>(
      `SELECT subject_id FROM outbox WHERE topic = 'start_purchase'`,
    );
    expect(rows).toEqual([{ subject_id: uuidOf('pur', fresh) }]);
    const { rows: codes } = await setting.pool.query(
      `SELECT DISTINCT failure_code FROM purchases WHERE status = 'failed'`,
    );
    expect(codes).toEqual([{ failure_code: 'network_timeout' }]);
    const { rows: balances } = await setting.pool.query(`SELECT DISTINCT held FROM accounts ORDER BY held`);
    expect(balances).toEqual([{ held: 0 }, { held: 1_000 }]);
  });

  it('takes a confirmation that was stored in time before it lets anything expire', async () => {
    const [confirmed, late] = await setting.buyMany(await setting.openAccount(), 2);
    if (confirmed === undefined || late === undefined) throw new Error('two were bought');
    const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
    await storeConfirmation(setting.pool, confirmed, delivery, 'callback');
    await setting.moveClock(RESOLVE_WITHIN_MS);
    await storeConfirmation(setting.pool, late, delivery, 'callback');

    startRelayWithoutTemporal();
    await expect.poll(countByStatus, { timeout: 5_000 }).toEqual({ successful: 1, failed: 1 });
    expect(await setting.statusOf(confirmed)).toMatchObject({
      status: 'successful',
      network_reference: 'N-1',
    });
    expect(await setting.statusOf(late)).toMatchObject({ failure_code: 'network_timeout' });
  });
});

describe('a purchase whose workflow fell silent', () => {
  /** As after a start that went through: no row in the outbox, the workflow acts next in 30 s. */
  async function startAll(): Promise<void> {
    await setting.pool.query(`DELETE FROM outbox`);
    await setting.pool.query(
      `UPDATE purchases SET dispatched_at = app_now(), next_action_at = app_now() + interval '30 s'`,
    );
  }

  async function queued(): Promise<string[]> {
    const { rows } = await setting.pool.query<{ subject_id: string }>(
      `SELECT subject_id FROM outbox WHERE queue = $1 AND topic = 'start_purchase' ORDER BY subject_id`,
      [QUEUE],
    );
    return rows.map(({ subject_id }) => subject_id);
  }

  it('is queued again a minute past its next action, once, by however many relays', async () => {
    const bought = await setting.buyMany(await setting.openAccount(), 20);
    await startAll();
    await setting.moveClock(89_000);
    expect(await requeueSilent(setting.pool, 60_000, 500)).toBe(0);

    await setting.moveClock(2_000);
    const requeued = await Promise.all([1, 2, 3].map(() => requeueSilent(setting.pool, 60_000, 500)));
    expect(requeued.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(await queued()).toEqual(bought.map((id) => uuidOf('pur', id)).sort());
    expect(await requeueSilent(setting.pool, 60_000, 500)).toBe(0);
  });

  it('is left alone when it is final, or when its start still waits', async () => {
    const account = await setting.openAccount();
    await setting.buyMany(account, 3);
    await setting.moveClock(RESOLVE_WITHIN_MS - 1_000);
    expect(await requeueSilent(setting.pool, 60_000, 500)).toBe(0);

    await startAll();
    await setting.pool.query(
      `UPDATE purchases SET status = 'failed', failure_code = 'network_error', completed_at = app_now()`,
    );
    await setting.moveClock(200_000);
    expect(await requeueSilent(setting.pool, 60_000, 500)).toBe(0);
  });
});
