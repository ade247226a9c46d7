import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boughtByNumber, buyOne, csvOf, failAll, rowsOf, WINDOW } from '../../support/batches/duplicates.ts';
import {
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  sumOf,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

describe('the turn of a row', () => {
  it('holds it back if it was bought since the check, and counts it', async () => {
    const { id } = await uploaded(fixture, goodFile(3), { reference: 'checked', start: 'manual', ...WINDOW });
    await buyOne(fixture, 2, 'meanwhile');
    await command(fixture, id, 'start');
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
    const batch = await getBatch(fixture, id);
    expect(batch.counts).toMatchObject({ pending: 2, refused: 1, duplicates: 1, waiting: 0 });
    expect(sumOf(batch)).toBe(3);
    expect((await rowsOf(fixture, id))[1]).toMatchObject({
      state: 'refused',
      errors: [{ code: 'bought_recently', duplicate_of: { kind: 'purchase', reference: 'meanwhile' } }],
    });
    expect(await boughtByNumber(fixture)).toEqual([1, 1, 1]);
  });

  it('buys it once, though two campaigns that were both checked have it at the same time', async () => {
    const ids = await Promise.all(
      ['one', 'two', 'three'].map(
        async (reference) =>
          (await uploaded(fixture, goodFile(20), { reference, start: 'manual', ...WINDOW })).id,
      ),
    );
    await Promise.all(ids.map((id) => command(fixture, id, 'start')));
    const pages = await Promise.all(ids.map((id) => releaseOnce(fixture, id)));
    expect(pages.reduce((total, { released }) => total + released, 0)).toBe(20);
    expect(await boughtByNumber(fixture)).toEqual(Array(20).fill(1));
    const batches = await Promise.all(ids.map((id) => getBatch(fixture, id)));
    expect(batches.reduce((total, { counts }) => total + counts.duplicates, 0)).toBe(40);
  });

  it('is not held back by the purchase that a cut-off page made for it', async () => {
    const { id } = await uploaded(fixture, goodFile(6), { reference: 'cut', ...WINDOW });
    await releaseOnce(fixture, id);
    await fixture.pool.query(`
      UPDATE batch_rows SET state = 'waiting', purchase_id = NULL;
      UPDATE batches SET released_count = 0, released_cost = 0; UPDATE batch_networks SET released = 0`);
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 6, remaining: 6 });
    expect((await getBatch(fixture, id)).counts).toMatchObject({ pending: 6, refused: 0, duplicates: 0 });
    expect(await boughtByNumber(fixture)).toEqual(Array(6).fill(1));
  });

  it('neither pauses the campaign for want of balance nor waits, if it is held back', async () => {
    const { id } = await uploaded(fixture, goodFile(2), { reference: 'poor', start: 'manual', ...WINDOW });
    await buyOne(fixture, 1, 'a');
    await buyOne(fixture, 2, 'b');
    await fixture.pool.query('UPDATE accounts SET available = 0');
    await command(fixture, id, 'start');
    await releaseOnce(fixture, id);
    expect(await getBatch(fixture, id)).toMatchObject({ status: 'completed', counts: { refused: 2 } });
  });
});

describe('a results file that is uploaded again', () => {
  it('buys only the rows that were not bought, whatever the options, and says so', async () => {
    const first = await uploaded(fixture, `${goodFile(4)}8031000009,${MTN_BUNDLE},x\n`, {
      reference: 'first',
    });
    await releaseOnce(fixture, first.id);
    await failAll(fixture, 1);
    await confirmAll(fixture);
    await releaseOnce(fixture, first.id);
    const results = await csvOf(fixture, first.id);
    for (const [reference, options] of [
      ['plain', {}],
      ['window', WINDOW],
    ] as const) {
      const batch = await uploaded(fixture, results, { reference, start: 'manual', ...options });
      expect(batch).toMatchObject({
        status: 'ready',
        cost: { amount: PRICE },
        counts: { rows: 5, invalid: 1, waiting: 1, refused: 3, duplicates: 3 },
      });
      expect(batch.duplicates[0]).toMatchObject({
        column: 'result.state',
        code: 'bought_in_results',
        duplicate_of: { kind: 'result' },
      });
      await command(fixture, batch.id, 'cancel');
    }
  });

  it('leaves out a bought row even if a spreadsheet spoiled it', async () => {
    const file = [
      'phone_number,bundle_id,Result.State',
      `2348031000001,${MTN_BUNDLE},successful`,
      `,${MTN_BUNDLE},Pending `,
      `${phoneNumber(3)},gone,REVERSED`,
      `${phoneNumber(4)},${MTN_BUNDLE},failed`,
      `${phoneNumber(5)},${MTN_BUNDLE},`,
    ].join('\n');
    const batch = await uploaded(fixture, file, { reference: 'spoiled' });
    expect(batch.counts).toMatchObject({ invalid: 0, refused: 3, waiting: 2, duplicates: 3 });
    await releaseOnce(fixture, batch.id);
    expect(await boughtByNumber(fixture)).toEqual([1, 1]);
  });

  it('holds back a further row with the number and bundle of a bought one', async () => {
    const rows = [`${phoneNumber(1)},${MTN_BUNDLE},successful`, `${phoneNumber(1)},${MTN_BUNDLE},`];
    const file = ['phone_number,bundle_id,result.state', ...rows, `${phoneNumber(2)},${MTN_BUNDLE},`].join(
      '\n',
    );
    const held = await uploaded(fixture, file, { reference: 'held', start: 'manual', ...WINDOW });
    expect(held.counts).toMatchObject({ refused: 2, waiting: 1 });
  });
});

it('the file of unbought rows has no duplicates, except those whose earlier purchase failed', async () => {
  await buyOne(fixture, 1, 'fails-later');
  await buyOne(fixture, 2, 'arrives');
  const rows = [1, 2, 3, 3].map((index) => `${phoneNumber(index)},${MTN_BUNDLE}`);
  const file = ['phone_number,bundle_id', ...rows].join('\n');
  const { id } = await uploaded(fixture, file, { reference: 'rest', ...WINDOW });
  const unbought = async () => parse(await csvOf(fixture, id, '?only=unbought')).slice(1);
  expect(await unbought()).toEqual([]);
  await failAll(fixture, 1);
  expect((await unbought()).map(([number]: string[]) => number)).toEqual([phoneNumber(1)]);
});
