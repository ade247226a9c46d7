import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addClient,
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
  sumOf,
  uploaded,
} from '../../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

async function purchases(): Promise<{ n: number; references: number }> {
  const { rows } = await fixture.pool.query<{ n: number; references: number }>(
    `SELECT count(*)::int AS n, count(DISTINCT reference)::int AS references FROM purchases`,
  );
  return rows[0] ?? { n: -1, references: -1 };
}

describe('a release', () => {
  it('buys the rows as the client itself would, and completes when all purchases are final', async () => {
    const { id } = await uploaded(fixture, goodFile(5), { reference: 'run' });
    expect(await releaseOnce(fixture, id)).toEqual({
      released: 5,
      remaining: 5,
      nextInMs: 200,
      state: 'running',
    });
    expect((await getBatch(fixture, id)).counts).toMatchObject({ waiting: 0, pending: 5 });
    const { rows } = await fixture.pool.query(
      `SELECT reference, metadata, batch_id IS NOT NULL AS batch FROM purchases ORDER BY reference LIMIT 1`,
    );
    expect(rows).toEqual([{ reference: 'run.2', metadata: { customer: 'c-0' }, batch: true }]);

    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, remaining: 5, state: 'running' });
    await confirmAll(fixture);
    expect(await releaseOnce(fixture, id)).toMatchObject({ remaining: 0, state: 'completed' });
    const batch = await getBatch(fixture, id);
    expect(batch).toMatchObject({ status: 'completed', counts: { successful: 5 }, shortfall: { amount: 0 } });
    expect(batch.completed_at).not.toBeNull();
  });

  it('keeps each network within its window, and a full one holds up no other', async () => {
    const mtn = Array.from({ length: 10 }, (_, index) => `${phoneNumber(index)},${MTN_BUNDLE}`);
    const glo = Array.from({ length: 2 }, (_, index) => `${phoneNumber(index, '+234805')},${GLO_BUNDLE}`);
    const { id } = await uploaded(fixture, ['phone_number,bundle_id', ...mtn, ...glo].join('\n'), {
      reference: 'window',
    });
    await setWindow(fixture.pool, 4, ['net_mtn']);

    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 6, remaining: 12, nextInMs: 100 });
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 0, remaining: 12 });
    await confirmAll(fixture);
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 4, remaining: 6 });
  });

  it('gives two accounts the same share of a network in any order', async () => {
    await setWindow(fixture.pool, 20);
    const other = { ...fixture, client: await addClient(fixture.pool, 100 * PRICE) };
    const first = await uploaded(fixture, goodFile(60), { reference: 'first' });
    expect(await releaseOnce(fixture, first.id)).toMatchObject({ released: 20 });
    const second = await uploaded(other, goodFile(60), { reference: 'second' });
    expect(await releaseOnce(other, second.id)).toMatchObject({ released: 0 });

    await confirmAll(fixture);
    expect(await releaseOnce(fixture, first.id)).toMatchObject({ released: 10 });
    expect(await releaseOnce(other, second.id)).toMatchObject({ released: 10 });
  });

  it('buys nothing twice, however often and however many run concurrently', async () => {
    const { id } = await uploaded(fixture, goodFile(40), { reference: 'twice' });
    const pages = await Promise.all(Array.from({ length: 4 }, () => releaseOnce(fixture, id)));
    expect(pages.reduce((total, { released }) => total + released, 0)).toBe(40);
    expect(await purchases()).toEqual({ n: 40, references: 40 });
  });

  it('finds its own purchases again when a page was cut off before it was recorded', async () => {
    const { id } = await uploaded(fixture, goodFile(6), { reference: 'cut' });
    await releaseOnce(fixture, id);
    await forgetRelease();
    const between = await getBatch(fixture, id);
    expect(between.counts).toMatchObject({ waiting: 0, pending: 6 });
    expect(sumOf(between)).toBe(6);

    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 6, remaining: 6 });
    expect(await purchases()).toEqual({ n: 6, references: 6 });
  });

  /** As the books stand when the worker died between the lane's commit and its own. */
  async function forgetRelease(): Promise<void> {
    await fixture.pool.query(`
      UPDATE batch_rows SET state = 'waiting', purchase_id = NULL;
      UPDATE batches SET released_count = 0, released_cost = 0; UPDATE batch_networks SET released = 0`);
  }

  it('shows what was bought even where its release was never recorded', async () => {
    const { id } = await uploaded(fixture, goodFile(2), { reference: 'lost' });
    await releaseOnce(fixture, id);
    await forgetRelease();
    await command(fixture, id, 'cancel');
    expect(await releaseOnce(fixture, id)).toMatchObject({ state: 'canceled' });

    const headers = { authorization: `Bearer ${fixture.client.key}` };
    const rows = await fixture.app.inject({ url: `/v1/batches/${id}/rows`, headers });
    expect(rows.json().data).toMatchObject([{ state: 'pending', errors: [] }, { state: 'pending' }]);
    expect((await getBatch(fixture, id)).counts).toMatchObject({ waiting: 0, pending: 2 });
  });

  it('buys nothing again that was bought under the same reference before, and says so', async () => {
    const csv = ['phone_number,bundle_id,reference', `${phoneNumber(1)},${MTN_BUNDLE},order-1`].join('\n');
    const first = await uploaded(fixture, csv, { reference: 'first' });
    await releaseOnce(fixture, first.id);
    const second = await uploaded(fixture, csv, { reference: 'second' });
    const other = await uploaded(fixture, csv.replace(phoneNumber(1), phoneNumber(2)), {
      reference: 'third',
    });
    await releaseOnce(fixture, second.id);
    await releaseOnce(fixture, other.id);

    const codes = await fixture.pool.query(
      `SELECT errors -> 0 ->> 'code' AS code FROM batch_rows WHERE state = 'refused' ORDER BY 1`,
    );
    expect(codes.rows).toEqual([{ code: 'already_bought' }, { code: 'reference_conflict' }]);
    expect((await getBatch(fixture, second.id)).counts).toMatchObject({ refused: 1, pending: 0 });
    expect((await purchases()).n).toBe(1);
  });

  it('refuses a row whose bundle was withdrawn since it was validated, and buys the others', async () => {
    const csv = [
      'phone_number,bundle_id',
      `${phoneNumber(1)},${MTN_BUNDLE}`,
      `${phoneNumber(2, '+234805')},${GLO_BUNDLE}`,
    ];
    const { id } = await uploaded(fixture, csv.join('\n'), { reference: 'withdrawn' });
    await fixture.pool.query(`UPDATE bundles SET withdrawn_at = app_now() WHERE id = $1`, [MTN_BUNDLE]);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await releaseOnce(fixture, id);
    expect((await getBatch(fixture, id)).counts).toMatchObject({ refused: 1, pending: 1, waiting: 0 });
  });

  it('waits for a network that accepts no purchases, instead of refusing its rows', async () => {
    const { id } = await uploaded(fixture, goodFile(3), { reference: 'closed' });
    await fixture.pool.query(`UPDATE networks SET status = 'unavailable' WHERE id = 'net_mtn'`);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect(await releaseOnce(fixture, id)).toEqual({
      released: 0,
      remaining: 3,
      nextInMs: 5_000,
      state: 'running',
    });
    expect((await getBatch(fixture, id)).counts).toMatchObject({ waiting: 3, refused: 0 });
  });

  it('honours not_before', async () => {
    const notBefore = new Date(Date.now() + 300_000).toISOString();
    const { id } = await uploaded(fixture, goodFile(3), { reference: 'later', not_before: notBefore });
    const page = await releaseOnce(fixture, id);
    expect(page).toMatchObject({ released: 0, remaining: 3, state: 'running' });
    expect(page.nextInMs).toBeGreaterThan(25_000);
    await fixture.pool.query(`UPDATE app_clock SET offset_ms = 301000`);
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 3 });
  });
});
