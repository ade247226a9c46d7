import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resumeLimitedBatches } from '../../../db/batches/resume.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  addClient,
  authorized,
  type BatchFixture,
  command,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';
import { settleOne } from '../../support/batches/settle-one.ts';

const naira = (amount: number) => ({ amount, currency: 'NGN' });

let fixture: BatchFixture;
/** Acts with a key without a cap. */
let own: BatchFixture;
/** Acts with a key of the same account that has a cap. */
let capped: BatchFixture;
let cappedId: string;
let serial = 0;

beforeAll(async () => {
  fixture = await createBatchFixture(0);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await moveClock(fixture.pool, new Date('2026-11-29T12:00:00Z'));
  own = { ...fixture, client: await addClient(fixture.pool, 100 * PRICE) };
  const made = await keys('POST', '', {
    name: 'Capped',
    scopes: ['all'],
    spend_caps: { per_day: naira(3 * PRICE + PRICE - 1) },
  });
  capped = { ...own, client: { ...own.client, key: made.key } };
  cappedId = made.id;
});

async function keys(method: 'POST' | 'PATCH', path: string, payload: object) {
  const url = `/v1/api-keys${path}`;
  const answer = await own.app.inject({ method, url, headers: authorized(own), payload });
  if (answer.statusCode >= 300) throw new Error(answer.body);
  return answer.json();
}

function file(rows: number) {
  serial += 1;
  return [goodFile(rows), { reference: `caps-${serial}` }] as const;
}

async function checked(by: BatchFixture, rows: number, start: 'auto' | 'manual') {
  const [text, query] = file(rows);
  return uploaded(by, text, { ...query, start });
}

describe('a campaign that a key with a cap per day started', () => {
  it('[keys.caps_batches] pauses before the row that would exceed the cap, and resumes on the next day', async () => {
    const { id } = await checked(capped, 5, 'auto');
    expect(await releaseOnce(own, id)).toMatchObject({ released: 3, state: 'paused' });
    const paused = await getBatch(own, id);
    expect(paused).toMatchObject({ pause: { code: 'spending_limit' }, held: naira(3 * PRICE) });
    expect(paused.counts).toMatchObject({ pending: 3, waiting: 2, refused: 0 });
    expect(paused.pause?.message).toBe(
      'Paused at line 5: this row costs 10.00 NGN, and 9.99 NGN is left of the cap of 39.99 NGN per day (UTC) of the API key that started the campaign. The campaign resumes by itself on 2026-11-30 at 00:00 UTC, or when the cap is raised. With another key, you can resume it now.',
    );
    expect(await resumeLimitedBatches(own.pool)).toBe(0);
    await moveClock(own.pool, new Date('2026-11-30T00:00:00Z'));
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 2, state: 'running' });
  });

  it('[keys.caps_batches] shares it with single purchases of the key, and with none of other keys', async () => {
    const buy = (by: BatchFixture, reference: string) =>
      own.app.inject({
        method: 'POST',
        url: '/v1/purchases',
        headers: authorized(by),
        payload: { reference, phone_number: '+2348031234567', bundle_id: 'bnd_mtn_small' },
      });
    expect((await buy(own, `other-${serial}`)).statusCode).toBe(201);
    expect((await buy(capped, `first-${serial}`)).statusCode).toBe(201);
    const { id } = await checked(capped, 5, 'auto');
    expect(await releaseOnce(own, id)).toMatchObject({ released: 2, state: 'paused' });
    const refused = await buy(capped, `second-${serial}`);
    expect(refused.statusCode).toBe(402);
    expect(refused.json().error).toMatchObject({ code: 'spend_cap_exceeded', details: { scope: 'day' } });
  });

  it('resumes when the cap is raised, or a purchase fails and its money returns', async () => {
    const { id } = await checked(capped, 6, 'auto');
    await releaseOnce(own, id);
    await settleOne(own, 'refused');
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 1, state: 'paused' });
    await keys('PATCH', `/${cappedId}`, { spend_caps: { per_day: naira(10 * PRICE) } });
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 2, state: 'running' });
  });

  it('counts for another key once that key has resumed it', async () => {
    const { id } = await checked(capped, 5, 'auto');
    await releaseOnce(own, id);
    expect((await command(own, id, 'resume')).statusCode).toBe(200);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 2, state: 'running' });
  });

  it('counts for the key that started it, also if another key uploaded it', async () => {
    const { id } = await checked(own, 5, 'manual');
    await command(capped, id, 'start');
    expect(await releaseOnce(own, id)).toMatchObject({ released: 3, state: 'paused' });
  });

  it('pauses at a row that costs more than the cap per purchase', async () => {
    await keys('PATCH', `/${cappedId}`, { spend_caps: { per_day: null, per_purchase: naira(PRICE - 1) } });
    const { id } = await checked(capped, 2, 'auto');
    expect(await releaseOnce(own, id)).toMatchObject({ released: 0, state: 'paused' });
    expect((await getBatch(own, id)).pause?.message).toContain('above the cap of 9.99 NGN per purchase');
    expect(await resumeLimitedBatches(own.pool)).toBe(0);
    await keys('PATCH', `/${cappedId}`, { spend_caps: { per_purchase: naira(PRICE) } });
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
  });
});
