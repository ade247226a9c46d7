import { afterEach, beforeEach, expect, it } from 'vitest';
import { moveClock } from '../../../support/batches/clock.ts';
import {
  addClient,
  authorized,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  setWindow,
  upload,
  uploaded,
} from '../../../support/batches/fixture.ts';

const HOUR = 3_600_000;
/** In Lagos an hour later. */
const EVENING = new Date('2027-03-01T20:30:00Z');
const MORNING = '2027-03-02T08:00:00.000Z';
const HOURS = { send_between: '09:00-20:00' };

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  await moveClock(fixture.pool, EVENING);
});
afterEach(() => fixture.close());

it("[batch.send_between] outside the recipients' hours nothing is bought, and the batch says why and until when", async () => {
  const { id } = await uploaded(fixture, goodFile(3), { reference: 'quiet', ...HOURS });
  expect(await getBatch(fixture, id)).toMatchObject({
    status: 'running',
    stage: 'running',
    send_between: '09:00-20:00',
    waits_for: {
      code: 'quiet_hours',
      message:
        'Now it is not 09:00-20:00 for the recipients in NG. Buying continues at 2027-03-02 08:00 UTC.',
      until: MORNING,
    },
    estimated_completion_at: null,
    no_estimate: { code: 'quiet_hours' },
  });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, remaining: 3, nextInMs: HOUR });

  await moveClock(fixture.pool, new Date(Date.parse(MORNING) - 60_000));
  const soon = await releaseOnce(fixture, id);
  expect(soon.released).toBe(0);
  expect(soon.nextInMs).toBeLessThanOrEqual(60_000);
  await moveClock(fixture.pool, new Date(MORNING));
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 3 });
  expect(await getBatch(fixture, id)).toMatchObject({ waits_for: null });
});

it('the end of the hours stops a batch in the middle, and its purchases still become final', async () => {
  await setWindow(fixture.pool, 2);
  await moveClock(fixture.pool, new Date('2027-03-01T18:59:30Z'));
  const { id } = await uploaded(fixture, goodFile(5), { reference: 'dusk', ...HOURS });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
  await moveClock(fixture.pool, new Date('2027-03-01T19:00:00Z'));
  await confirmAll(fixture);
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, remaining: 3, state: 'running' });
  const batch = await getBatch(fixture, id);
  expect(batch.counts).toMatchObject({ successful: 2, waiting: 3 });
  expect(batch.waits_for?.until).toBe(MORNING);
});

it('each country has its hours: one that is asleep holds up no other', async () => {
  // Dubai is three hours ahead of Lagos.
  await fixture.pool.query(`UPDATE networks SET country = 'AE' WHERE id = 'net_glo'`);
  await moveClock(fixture.pool, new Date('2027-03-01T17:00:00Z'));
  const file = [
    'phone_number,bundle_id',
    `${phoneNumber(1, '+234805')},${GLO_BUNDLE}`,
    `${phoneNumber(1)},${MTN_BUNDLE}`,
  ].join('\n');
  const { id } = await uploaded(fixture, file, { reference: 'two-countries', ...HOURS });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 1 });
  expect(await getBatch(fixture, id)).toMatchObject({
    counts: { waiting: 1 },
    waits_for: { code: 'quiet_hours', until: '2027-03-02T05:00:00.000Z' },
  });
});

it('first rows that wait for their hours are not taken for final', async () => {
  const { id } = await uploaded(fixture, goodFile(3), { reference: 'first', start: 'manual', ...HOURS });
  const url = `/v1/batches/${id}/start`;
  await fixture.app.inject({ method: 'POST', url, headers: authorized(fixture), payload: { first: 1 } });
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, state: 'running' });
  await moveClock(fixture.pool, new Date(MORNING));
  expect(await releaseOnce(fixture, id)).toMatchObject({ released: 1 });
});

it('a batch that waits for its hours leaves its share of the network to others', async () => {
  await setWindow(fixture.pool, 20);
  await uploaded(fixture, goodFile(30), { reference: 'asleep', ...HOURS });
  const other = { ...fixture, client: await addClient(fixture.pool, 100 * PRICE) };
  const { id } = await uploaded(other, goodFile(30), { reference: 'awake' });
  expect(await releaseOnce(other, id)).toMatchObject({ released: 20 });
});

it('the hours are set and removed with the schedule, and malformed ones are rejected', async () => {
  const { id } = await uploaded(fixture, goodFile(1), { reference: 'edited', start: 'manual' });
  const order = (name: string, payload: object) =>
    fixture.app.inject({
      method: 'POST',
      url: `/v1/batches/${id}/${name}`,
      headers: authorized(fixture),
      payload,
    });
  const start_at = new Date(EVENING.getTime() + 5 * HOUR).toISOString();
  for (const send_between of ['20:00-09:00', '09:00', 9]) {
    expect((await order('schedule', { start_at, send_between })).statusCode).toBe(400);
  }
  expect((await upload(fixture, goodFile(1), { reference: 'bad', send_between: '9-20' })).status).toBe(400);
  expect((await order('schedule', { start_at, ...HOURS })).json()).toMatchObject(HOURS);
  expect((await order('schedule', { start_at })).json()).toMatchObject(HOURS);
  expect((await order('schedule', { start_at, send_between: null })).json().send_between).toBeNull();
  await command(fixture, id, 'unschedule');
  expect((await order('start', HOURS)).json()).toMatchObject(HOURS);
});
