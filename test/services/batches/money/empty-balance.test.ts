import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { resumeFundedBatches } from '../../../../db/batches/resume.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import {
  asBatchId,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  fund,
  getBatch,
  goodFile,
  PRICE,
  releaseOnce,
  setWindow,
  sumOf,
  uploaded,
} from '../../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

describe('an empty balance', () => {
  it('pauses the batch where the client chose so; resumed after funding, it buys the rest', async () => {
    const { id } = await uploaded(fixture, goodFile(102), { reference: 'short' });
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 100 });
    await confirmAll(fixture);
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, state: 'paused' });
    const paused = await getBatch(fixture, id);
    expect(paused).toMatchObject({
      status: 'paused',
      pause: { code: 'insufficient_balance' },
      shortfall: { amount: 2 * PRICE },
    });
    expect(paused.counts).toMatchObject({ successful: 100, waiting: 2 });
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, state: 'paused' });

    await fund(fixture.pool, fixture.client.accountId, 2 * PRICE);
    expect((await command(fixture, id, 'resume')).json()).toMatchObject({ status: 'running', pause: null });
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2, remaining: 2 });
  });

  it('ends by itself when the balance covers the row it stopped at', async () => {
    const { id } = await uploaded(fixture, goodFile(102), { reference: 'funded' });
    await releaseOnce(fixture, id);
    await confirmAll(fixture);
    await releaseOnce(fixture, id);
    expect(await resumeFundedBatches(fixture.pool)).toBe(0);
    await fund(fixture.pool, fixture.client.accountId, PRICE - 1);
    expect(await resumeFundedBatches(fixture.pool)).toBe(0);

    await fund(fixture.pool, fixture.client.accountId, 1);
    expect(await resumeFundedBatches(fixture.pool)).toBe(1);
    expect(await getBatch(fixture, id)).toMatchObject({ status: 'running', pause: null });
    const { rows } = await fixture.pool.query(`SELECT topic FROM outbox WHERE topic = 'run_batch'`);
    expect(rows).toHaveLength(2);
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 1, state: 'paused' });
  });

  it('does not end where the client paused as well', async () => {
    const { id } = await uploaded(fixture, goodFile(102), { reference: 'both' });
    await releaseOnce(fixture, id);
    await releaseOnce(fixture, id);
    await confirmAll(fixture);
    await releaseOnce(fixture, id);
    expect((await command(fixture, id, 'pause')).json()).toMatchObject({ pause: { code: 'requested' } });
    await fund(fixture.pool, fixture.client.accountId, 100 * PRICE);
    expect(await resumeFundedBatches(fixture.pool)).toBe(0);
    expect((await command(fixture, id, 'resume')).json()).toMatchObject({ status: 'running' });
  });

  it('fails the rows where the client chose that, and the counts add up', async () => {
    const parameters = { reference: 'fail', on_insufficient_balance: 'fail' };
    const { id } = await uploaded(fixture, goodFile(103), parameters);
    await setWindow(fixture.pool, 1_000, ['net_mtn']);
    await observeRate(id, 1_000);
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 100, remaining: 100, state: 'running' });
    const batch = await getBatch(fixture, id);
    expect(batch.counts).toMatchObject({ pending: 100, refused: 3, waiting: 0 });
    expect(sumOf(batch)).toBe(103);
  });

  it('is shared by two batches of one account without a kobo too much', async () => {
    const [a, b] = await Promise.all(
      ['one', 'two'].map((reference) => uploaded(fixture, goodFile(80), { reference })),
    );
    if (a === undefined || b === undefined) throw new Error('two batches');
    await Promise.all([releaseOnce(fixture, a.id), releaseOnce(fixture, b.id)]);
    const both = await Promise.all([getBatch(fixture, a.id), getBatch(fixture, b.id)]);
    expect(both.map(sumOf)).toEqual([80, 80]);
    expect(both.reduce((total, { counts }) => total + counts.pending, 0)).toBe(100);
    const { rows } = await fixture.pool.query('SELECT available, held FROM accounts');
    expect(rows).toEqual([{ available: 0, held: 100 * PRICE }]);
  });
});

/** As if releases had seen this many completions per second. */
async function observeRate(id: string, perSecond: number): Promise<void> {
  await fixture.pool.query({
    text: `UPDATE batch_networks SET rate_per_second = $2, observed_at = app_now() WHERE batch_id = $1`,
    values: [uuidOf('bat', asBatchId(id)), perSecond],
  });
}
