import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resumeLimitedBatches } from '../../../db/batches/resume.ts';
import { replaceSpendingLimits } from '../../../db/rules/limits.ts';
import type { SpendingLimits } from '../../../domain/rules/purchase-rules.ts';
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

const NO_LIMITS: SpendingLimits = { campaign: null, day: null, month: null };

const BY = { operator: 'test', reason: 'test' };
const naira = (amount: number) => ({ amount, currency: 'NGN' });

let fixture: BatchFixture;
let own: BatchFixture;
let serial = 0;

beforeAll(async () => {
  fixture = await createBatchFixture(0);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await moveClock(fixture.pool, new Date('2026-11-29T12:00:00Z'));
  own = { ...fixture, client: await addClient(fixture.pool, 100 * PRICE) };
});

const limit = (limits: Partial<SpendingLimits>) =>
  replaceSpendingLimits(own.pool, own.client.accountId, { ...NO_LIMITS, ...limits }, BY);
const checked = (rows: number, start = 'manual') => {
  serial += 1;
  return uploaded(own, goodFile(rows), { reference: `limits-${serial}`, start });
};

describe('a campaign of an account with a limit per day', () => {
  it('[rules.limits_resume] pauses before the row that would exceed it, and resumes on the next day', async () => {
    await limit({ day: 3 * PRICE + PRICE - 1 });
    const { id } = await checked(5, 'auto');
    expect(await releaseOnce(own, id)).toMatchObject({ released: 3, state: 'paused' });
    const paused = await getBatch(own, id);
    expect(paused).toMatchObject({ pause: { code: 'spending_limit' }, held: naira(3 * PRICE) });
    expect(paused.counts).toMatchObject({ pending: 3, waiting: 2, refused: 0 });
    expect(paused.pause?.message).toBe(
      'Paused at line 5: this row costs 10.00 NGN, and 9.99 NGN is left of the limit of 39.99 NGN per day (UTC). The campaign resumes by itself on 2026-11-30 at 00:00 UTC, or when the limit is raised.',
    );

    expect(await resumeLimitedBatches(own.pool)).toBe(0);
    await moveClock(own.pool, new Date('2026-11-30T00:00:00Z'));
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 2, state: 'running' });
  });

  it('[rules.limits_resume] resumes when the limit is raised, or a purchase fails and its money returns', async () => {
    await limit({ day: 2 * PRICE });
    const { id } = await checked(4, 'auto');
    await releaseOnce(own, id);
    await settleOne(own, 'refused');
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 1, state: 'paused' });
    await limit({ day: 3 * PRICE });
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 1, state: 'running' });
  });

  it('[rules.limits_resume] stays paused if its client paused it on top', async () => {
    await limit({ day: PRICE });
    const { id } = await checked(2, 'auto');
    await releaseOnce(own, id);
    expect((await command(own, id, 'pause')).json()).toMatchObject({ pause: { code: 'requested' } });
    await limit({});
    expect(await resumeLimitedBatches(own.pool)).toBe(0);
  });

  it('[rules.limits] shares it with single purchases and other campaigns', async () => {
    await limit({ day: 3 * PRICE });
    const [one, other] = [await checked(2, 'auto'), await checked(3, 'auto')];
    await releaseOnce(own, one.id);
    expect(await releaseOnce(own, other.id)).toMatchObject({ released: 1, state: 'paused' });
    const single = await own.app.inject({
      method: 'POST',
      url: '/v1/purchases',
      headers: authorized(own),
      payload: { reference: `single-${serial}`, phone_number: '+2348031234567', bundle_id: 'bnd_mtn_small' },
    });
    expect(single.statusCode).toBe(422);
    expect(single.json().error).toMatchObject({
      code: 'spending_limit',
      retryable: false,
      details: {
        scope: 'day',
        limit: naira(3 * PRICE),
        spent: naira(3 * PRICE),
        resets_at: '2026-11-30T00:00:00.000Z',
      },
    });
  });
});

describe('a campaign of an account with a limit per campaign', () => {
  it('[rules.limits_start] is not started above it, and its check says so', async () => {
    await limit({ campaign: 3 * PRICE });
    const batch = await checked(4, 'auto');
    expect(batch.status).toBe('ready');
    expect(batch.notices.map(({ code }) => code)).toContain('spending_limit');
    const refused = await command(own, batch.id, 'start');
    expect(refused.statusCode).toBe(422);
    expect(refused.json().error).toMatchObject({
      code: 'spending_limit',
      details: { scope: 'campaign', limit: naira(3 * PRICE), cost: naira(4 * PRICE) },
    });
    expect(await getBatch(own, batch.id)).toMatchObject({ status: 'ready' });
    await limit({ campaign: 4 * PRICE });
    expect((await command(own, batch.id, 'start')).json()).toMatchObject({ status: 'running' });
  });

  it('[rules.limits] starts at exactly its limit, and is held to a limit that is lowered later', async () => {
    await limit({ campaign: 4 * PRICE });
    const { id } = await checked(4);
    expect((await command(own, id, 'start')).statusCode).toBe(200);
    await limit({ campaign: 2 * PRICE });
    expect(await releaseOnce(own, id)).toMatchObject({ released: 2, state: 'paused' });
    const { pause } = await getBatch(own, id);
    expect(pause?.message).toContain('0.00 NGN is left of the limit of 20.00 NGN per campaign');
    expect((await command(own, id, 'start')).statusCode).toBe(409);
    await limit({ campaign: 3 * PRICE });
    expect(await resumeLimitedBatches(own.pool)).toBe(1);
    expect(await releaseOnce(own, id)).toMatchObject({ released: 1, state: 'paused' });
  });
});
