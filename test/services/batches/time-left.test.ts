import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readWork, type WorkRow, worksOf } from '../../../db/batches/works.ts';
import type { NetworkWork } from '../../../domain/batch/estimate.ts';
import { uuidOf } from '../../../domain/ids.ts';
import {
  addClient,
  asBatchId,
  authorized,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  setWindow,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterEach(() => fixture.close());

/** As if all batches had completed this many per second on a network, over the last minute. */
async function measureRate(perSecond: number): Promise<void> {
  await fixture.pool.query({
    text: `
      INSERT INTO batch_rates (network_id, livemode, rate_per_second, observed_at, measured_at, measured_complete, measured_seconds)
      VALUES ('net_mtn', true, $1::float8, app_now(), app_now(), $1::float8 * 60, 60)`,
    values: [perSecond],
  });
}

async function secondsLeft(id: string): Promise<number> {
  const { estimated_completion_at: at } = await getBatch(fixture, id);
  const { rows } = await fixture.pool.query<{ now: Date }>('SELECT app_now() AS now');
  return (Date.parse(at ?? '') - (rows[0]?.now.getTime() ?? Number.NaN)) / 1_000;
}

/** The clock runs on between an estimate and the look at it, far on a busy machine. */
function expectAbout(seconds: number, expected: number): void {
  expect(seconds).toBeGreaterThan(expected - 30);
  expect(seconds).toBeLessThan(expected + 5);
}

async function works(id: string) {
  const { rows } = await fixture.pool.query<{ works: WorkRow[] }>({
    text: `SELECT n.works FROM batches b JOIN accounts a ON a.id = b.account_id CROSS JOIN LATERAL (${worksOf('app_now()')}) n WHERE b.id = $1`,
    values: [uuidOf('bat', asBatchId(id))],
  });
  return (rows[0]?.works ?? []).map((work) => readWork(work, new Date()));
}

describe('why the end of a campaign cannot be estimated', () => {
  it('is stated at each step of its life', async () => {
    const { id } = await uploaded(fixture, goodFile(20), { reference: 'life', start: 'manual' });
    const reason = async () => (await getBatch(fixture, id)).no_estimate?.code ?? null;
    expect(await reason()).toBe('measuring');
    await measureRate(10);
    expect(await reason()).toBeNull();

    await fixture.pool.query(`UPDATE networks SET status = 'unavailable' WHERE id = 'net_mtn'`);
    expect((await getBatch(fixture, id)).no_estimate).toEqual({
      code: 'network_unavailable',
      message: 'The network MTN is not accepting purchases. Its rows wait until it accepts purchases again.',
    });
    await fixture.pool.query(`UPDATE networks SET status = 'operational'`);

    await fixture.app.inject({
      method: 'POST',
      url: `/v1/batches/${id}/start`,
      headers: authorized(fixture),
      payload: { first: 5 },
    });
    expect(await reason()).toBe('first_rows');
    await command(fixture, id, 'pause');
    expect(await getBatch(fixture, id)).toMatchObject({
      estimated_completion_at: null,
      no_estimate: { code: 'paused' },
    });
    await command(fixture, id, 'cancel');
    expect(await getBatch(fixture, id)).toMatchObject({ estimated_completion_at: null, no_estimate: null });
  });

  it('is its start, while that is to come', async () => {
    await measureRate(10);
    const later = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 86_400_000).toISOString();
    const shown = `${later.slice(0, 10)} ${later.slice(11, 16)} UTC`;
    const batch = await uploaded(fixture, goodFile(20), { reference: 'later', not_before: later });
    expect(batch).toMatchObject({
      estimated_completion_at: null,
      no_estimate: { code: 'starts_later', message: `The campaign starts at ${shown}.` },
    });
  });

  it('is money, while it waits for funds', async () => {
    const poor = { ...fixture, client: await addClient(fixture.pool, PRICE) };
    const { id } = await uploaded(poor, goodFile(5), { reference: 'poor' });
    await releaseOnce(poor, id);
    expect(await getBatch(poor, id)).toMatchObject({
      pause: { code: 'insufficient_balance' },
      no_estimate: { code: 'needs_money' },
    });
  });
});

describe('the estimate', () => {
  it('divides a network with the campaigns of other accounts', async () => {
    await measureRate(10);
    const { id } = await uploaded(fixture, goodFile(600), { reference: 'mine', start: 'manual' });
    expectAbout(await secondsLeft(id), 60);
    const other = { ...fixture, client: await addClient(fixture.pool, 1_000 * PRICE) };
    await uploaded(other, goodFile(700), { reference: 'theirs' });
    expectAbout(await secondsLeft(id), 120);
  });

  it('does not count rows of other campaigns that wait for the hours of their recipients', async () => {
    await measureRate(10);
    const { id } = await uploaded(fixture, goodFile(600), { reference: 'mine', start: 'manual' });
    const other = { ...fixture, client: await addClient(fixture.pool, 1_000 * PRICE) };
    // In Nigeria, the hour after that of UTC.
    const send_between = new Date().getUTCHours() < 12 ? '20:00-22:00' : '02:00-04:00';
    await uploaded(other, goodFile(700), { reference: 'at-night', send_between });
    expectAbout(await secondsLeft(id), 60);
  });

  it('follows what several looks measured, whichever process looked', async () => {
    await setWindow(fixture.pool, 30);
    const { id } = await uploaded(fixture, goodFile(400), { reference: 'looks' });
    for (let look = 0; look < 6; look++) {
      await releaseOnce(fixture, id);
      await confirmAll(fixture);
      await fixture.pool.query('UPDATE app_clock SET offset_ms = offset_ms + 3000');
    }
    const [mtn] = await works(id);
    const rate = (mtn?.measured?.completed ?? 0) / (mtn?.measured?.seconds ?? 1);
    // Windows of 10 to 30 rows, every three seconds and a little.
    expect(rate).toBeGreaterThan(2);
    expect(rate).toBeLessThan(11);
    expectAbout(await secondsLeft(id), ((mtn?.waiting ?? 0) + (mtn?.pending ?? 0)) / rate);
  });

  it('knows what is in flight, and what of it is late', async () => {
    const { id } = await uploaded(fixture, goodFile(10), { reference: 'late' });
    await releaseOnce(fixture, id);
    await fixture.pool.query(`
      UPDATE purchases SET created_at = created_at - interval '200 s', resolve_by = resolve_by - interval '200 s',
             dispatched_at = created_at - interval '200 s'
       WHERE id = (SELECT min(id::text)::uuid FROM purchases)`);
    const [mtn] = (await works(id)) as [NetworkWork];
    expect(mtn).toMatchObject({ name: 'MTN', waiting: 0, pending: 10, finals: 0 });
    expect(mtn.inFlight).toMatchObject({ late: 1, slow: 0 });
    expect(mtn.inFlight?.oldestMs).toBeGreaterThanOrEqual(200_000);
    expect(mtn.inFlight?.oldestInTimeMs).toBeLessThan(90_000);
    expect(mtn.inFlight?.lateEndsInMs).toBeCloseTo(700_000, -5);
  });

  it('reads what is pending, and nothing of what is final, however large the campaign is', async () => {
    const { id } = await uploaded(fixture, goodFile(300), { reference: 'large' });
    await releaseOnce(fixture, id);
    const before = await buffersRead(id);
    await fixture.pool.query(`
      INSERT INTO purchases
      SELECT (made.purchase).*
        FROM (SELECT jsonb_populate_record(p.row, jsonb_build_object(
                       'id', uuidv7(), 'reference', 'filler-' || n, 'status', 'failed', 'failure_code', 'number_barred',
                       'completed_at', app_now())) AS purchase
                FROM generate_series(1, 10000) n, (SELECT purchases AS row FROM purchases LIMIT 1) p
              OFFSET 0) made`);
    await fixture.pool.query('VACUUM ANALYZE purchases');
    expect(await buffersRead(id)).toBeLessThan(before * 2 + 50);
  });
});

async function buffersRead(id: string): Promise<number> {
  const { rows } = await fixture.pool.query({
    text: `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT n.works FROM batches b JOIN accounts a ON a.id = b.account_id CROSS JOIN LATERAL (${worksOf('app_now()')}) n WHERE b.id = $1`,
    values: [uuidOf('bat', asBatchId(id))],
  });
  const plan = rows[0]['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}
