import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  boughtByNumber,
  boughtFile,
  buyOne,
  failAll,
  rowsOf,
  WINDOW,
} from '../../support/batches/duplicates.ts';
import {
  addClient,
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  sumOf,
  upload,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

describe('the check of a file', () => {
  it('holds back rows that the account bought within the window, and says where and when', async () => {
    await buyOne(fixture, 1, 'single-1');
    await boughtFile(fixture, 3, 'november');
    expect(await boughtByNumber(fixture)).toEqual([1, 1, 1]);

    const batch = await uploaded(fixture, goodFile(5), { reference: 'december', start: 'manual', ...WINDOW });
    expect(batch).toMatchObject({
      status: 'ready',
      duplicate_window_hours: 72,
      on_duplicate: 'skip',
      cost: { amount: 2 * PRICE },
      counts: { rows: 5, valid: 5, invalid: 0, waiting: 2, refused: 3, duplicates: 3 },
      errors: [],
    });
    expect(sumOf(batch)).toBe(5);
    expect(
      batch.duplicates.map(({ line, duplicate_of: { kind, reference } }) => [line, kind, reference]),
    ).toEqual([
      [2, 'purchase', 'single-1'],
      [3, 'purchase', 'november.3'],
      [4, 'purchase', 'november.4'],
    ]);
    const [row] = await rowsOf(fixture, batch.id);
    expect(row).toMatchObject({ state: 'refused', errors: [{ code: 'bought_recently' }] });
    expect(row?.purchase_id).toBe(row?.errors[0]?.duplicate_of?.purchase_id);
    expect(row?.errors[0]?.message).toContain('single-1');
    expect(row?.errors[0]?.message).toContain('To buy it once more');
  });

  it('ignores what failed or was refunded, and what is older than the window', async () => {
    await buyOne(fixture, 1, 'too-old');
    await fixture.pool.query(`UPDATE purchases SET created_at = created_at - interval '73 hours'`);
    await buyOne(fixture, 2, 'to-fail');
    await failAll(fixture);
    const batch = await uploaded(fixture, goodFile(2), { reference: 'again', start: 'manual', ...WINDOW });
    expect(batch.counts).toMatchObject({ waiting: 2, refused: 0, duplicates: 0 });
    const longer = { reference: 'longer', start: 'manual', duplicate_window_hours: '74' };
    await fixture.pool.query(`
      UPDATE purchases SET status = 'pending', completed_at = NULL, failure_code = NULL WHERE reference = 'too-old'`);
    expect((await uploaded(fixture, goodFile(2), longer)).counts).toMatchObject({ waiting: 1, refused: 1 });
  });

  it('does not look at other accounts', async () => {
    await boughtFile(fixture, 2, 'mine');
    const other = { ...fixture, client: await addClient(fixture.pool, 10 * PRICE) };
    const batch = await uploaded(other, goodFile(2), { reference: 'theirs', start: 'manual', ...WINDOW });
    expect(batch.counts).toMatchObject({ waiting: 2, duplicates: 0 });
  });

  it('rejects a file of which nothing is left to buy, and its reference stays free', async () => {
    await boughtFile(fixture, 2, 'first');
    const batch = await uploaded(fixture, goodFile(2), { reference: 'second', ...WINDOW });
    expect(batch).toMatchObject({ status: 'rejected', rejection: { code: 'no_rows_left' } });
    const buy = { reference: 'second', ...WINDOW, on_duplicate: 'buy' };
    expect(await uploaded(fixture, goodFile(2), buy)).toMatchObject({ status: 'running' });
  });

  it.each(['8785', '-1', '1.5', '', 'day', '10000'])('rejects a window of %j hours', async (hours) => {
    const answer = await upload(fixture, goodFile(1), { reference: 'odd', duplicate_window_hours: hours });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { param: 'duplicate_window_hours' } });
  });
});

describe('rows that repeat an earlier row of their file', () => {
  const FILE = [
    'phone_number,bundle_id',
    `${phoneNumber(1)},${MTN_BUNDLE}`,
    `${phoneNumber(2)},${MTN_BUNDLE}`,
    `${phoneNumber(1)},${MTN_BUNDLE}`,
    `${phoneNumber(1, '+234805')},${GLO_BUNDLE}`,
    `${phoneNumber(1)},${MTN_BUNDLE}`,
  ].join('\n');

  it('are bought with a warning, if the upload says nothing about duplicates', async () => {
    const batch = await uploaded(fixture, FILE, { reference: 'as-before' });
    expect(batch).toMatchObject({
      duplicate_window_hours: 0,
      on_duplicate: 'buy',
      warned: 2,
      cost: { amount: 5 * PRICE },
      counts: { valid: 5, waiting: 5, refused: 0, duplicates: 2 },
      warnings: [
        { line: 4, code: 'duplicate_purchase', duplicate_of: { kind: 'row', line: 2 } },
        { line: 6 },
      ],
    });
    await releaseOnce(fixture, batch.id);
    expect(await boughtByNumber(fixture)).toEqual([3, 1, 1]);
  });

  it.each([{ on_duplicate: 'skip' }, WINDOW])('are held back with %j', async (options) => {
    const batch = await uploaded(fixture, FILE, { reference: 'once', ...options });
    expect(batch).toMatchObject({
      on_duplicate: 'skip',
      warned: 0,
      cost: { amount: 3 * PRICE },
      counts: { valid: 5, waiting: 3, refused: 2, duplicates: 2 },
      duplicates: [
        { line: 4, code: 'duplicate_purchase', duplicate_of: { kind: 'row', line: 2 } },
        { line: 6, duplicate_of: { kind: 'row', line: 2 } },
      ],
    });
    await releaseOnce(fixture, batch.id);
    await confirmAll(fixture);
    expect(await releaseOnce(fixture, batch.id)).toMatchObject({ state: 'completed' });
    expect(await boughtByNumber(fixture)).toEqual([1, 1, 1]);
    expect((await getBatch(fixture, batch.id)).counts).toMatchObject({
      successful: 3,
      refused: 2,
      duplicates: 2,
    });
  });

  it('are bought if asked, and so are those bought recently', async () => {
    await buyOne(fixture, 2, 'single');
    const batch = await uploaded(fixture, FILE, { reference: 'all', ...WINDOW, on_duplicate: 'buy' });
    expect(batch.counts).toMatchObject({ waiting: 5, refused: 0, duplicates: 3 });
    expect(batch.warnings.map(({ line, code }) => [line, code])).toEqual([
      [3, 'bought_recently'],
      [4, 'duplicate_purchase'],
      [6, 'duplicate_purchase'],
    ]);
    await releaseOnce(fixture, batch.id);
    expect(await boughtByNumber(fixture)).toEqual([3, 2, 1]);
  });
});
