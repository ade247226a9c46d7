import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lines, ready, send } from '../../../support/batches/changes.ts';
import { boughtByNumber, rowsOf, WINDOW } from '../../../support/batches/duplicates.ts';
import {
  type BatchFixture,
  command,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  sumOf,
} from '../../../support/batches/fixture.ts';
import { expectSoundBatch } from '../../../support/batches/sound.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

/** Whole numbers, both ends included. */
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

describe('a change of a row', () => {
  it('[rows.change] corrects it, and the counts, the cost and the revision follow', async () => {
    const file = lines(`${phoneNumber(1)},${MTN_BUNDLE}`, `0803,${MTN_BUNDLE}`, `${phoneNumber(3)},nothing`);
    const { id } = await ready(fixture, file, 'correct');
    const row = await send(fixture, 'PATCH', `${id}/rows/3`, { phone_number: phoneNumber(2) });
    expect(row).toMatchObject({
      status: 200,
      body: {
        line: 3,
        state: 'waiting',
        phone_number: '0803',
        corrected_number: phoneNumber(2),
        changes: { phone_number: phoneNumber(2), bundle_id: null, dropped: false },
        errors: [],
      },
    });
    const both = await send(fixture, 'PATCH', `${id}/rows`, {
      revision: 1,
      edits: [
        { line: 4, bundle_id: GLO_BUNDLE, phone_number: phoneNumber(3, '+234805') },
        { line: 2, data_mb: 500, validity_hours: 24 },
      ],
    });
    expect(both).toMatchObject({
      status: 200,
      body: {
        revision: 2,
        cost: { amount: 3 * PRICE },
        counts: { valid: 3, invalid: 0, waiting: 3 },
        errors: [],
      },
    });
    await expectSoundBatch(fixture, id);
    await send(fixture, 'POST', `${id}/start`, {});
    await releaseOnce(fixture, id);
    const { rows } = await fixture.pool.query('SELECT phone_number, bundle_id FROM purchases ORDER BY 1');
    expect(rows.map(Object.values)).toEqual([
      [phoneNumber(1), MTN_BUNDLE],
      [phoneNumber(2), MTN_BUNDLE],
      [phoneNumber(3, '+234805'), GLO_BUNDLE],
    ]);
  });

  it('that makes it invalid shows its errors, and null takes the change back', async () => {
    const { id } = await ready(fixture, goodFile(2), 'back');
    const bad = await send(fixture, 'PATCH', `${id}/rows/2`, { phone_number: '08031000001' });
    expect(bad.body).toMatchObject({ state: 'invalid', errors: [{ code: 'invalid_phone_number' }] });
    expect(await getBatch(fixture, id)).toMatchObject({
      counts: { invalid: 1 },
      errors: [{ line: 2, damage: 'local_format' }],
    });
    await expectSoundBatch(fixture, id);
    const good = await send(fixture, 'PATCH', `${id}/rows/2`, { phone_number: null });
    expect(good.body).toMatchObject({ state: 'waiting', changes: null, corrected_number: null });
    await expectSoundBatch(fixture, id);
  });

  it('reads a local number as the file was read, also after the corrections were rejected', async () => {
    const local = phoneNumber(7).replace('+234', '0');
    const file = lines(`${local},${MTN_BUNDLE}`, `0803,${MTN_BUNDLE}`, `${phoneNumber(1)},${MTN_BUNDLE}`);
    const { id } = await ready(fixture, file, 'local', { repair: 'propose', default_country: 'NG' });
    await send(fixture, 'POST', `${id}/corrections/reject`);
    expect(await getBatch(fixture, id)).toMatchObject({ counts: { invalid: 2 } });
    const row = await send(fixture, 'PATCH', `${id}/rows/2`, { phone_number: ` ${local} ` });
    expect(row.body).toMatchObject({
      state: 'waiting',
      corrected_number: phoneNumber(7),
      changes: { phone_number: phoneNumber(7) },
    });
    // The number was written, so nothing waits for a decision again.
    expect(await getBatch(fixture, id)).toMatchObject({ corrections: { state: 'rejected' } });
    await expectSoundBatch(fixture, id);
    await send(fixture, 'POST', `${id}/start`, {});
    await releaseOnce(fixture, id);
    const { rows } = await fixture.pool.query('SELECT phone_number FROM purchases ORDER BY 1');
    expect(rows.map(Object.values)).toEqual([[phoneNumber(1)], [phoneNumber(7)]]);
  });

  it('lists the corrected numbers of rows that can be bought only after a change', async () => {
    const local = (index: number) => phoneNumber(index).replace('+234', '0');
    const numbers = Array.from({ length: 25 }, (_, index) => local(index + 1));
    const file = lines(...numbers.map((number) => `${number},500 MB`));
    const { id } = await ready(fixture, file, 'chosen', { repair: 'propose', default_country: 'NG' });
    expect((await getBatch(fixture, id)).corrections).toMatchObject({ state: 'none', count: 0, first: [] });
    const expectListed = async (count: number, listed: readonly number[]) => {
      const first = listed.map((line) => ({
        line,
        column: 'phone_number',
        from: local(line - 1),
        to: phoneNumber(line - 1),
        damage: 'local_format',
      }));
      expect((await getBatch(fixture, id)).corrections).toEqual({ state: 'proposed', count, first });
      await expectSoundBatch(fixture, id);
    };
    const choose = (from: number, to: number) =>
      send(fixture, 'PATCH', `${id}/rows`, {
        edits: range(from, to).map((line) => ({ line, bundle_id: MTN_BUNDLE })),
      });
    await choose(5, 6);
    await expectListed(2, [5, 6]);
    await choose(2, 4);
    await expectListed(5, range(2, 6));
    await choose(7, 26);
    await expectListed(25, range(2, 21));
    // Others move up from below those that are listed.
    await send(fixture, 'PATCH', `${id}/rows/3`, { dropped: true });
    await expectListed(24, [2, ...range(4, 22)]);
    await send(fixture, 'PATCH', `${id}/rows/3`, { dropped: false });
    await expectListed(25, range(2, 21));
  });

  it('lists a corrected number once if its row is checked with another one of that number', async () => {
    const local = (index: number) => phoneNumber(index).replace('+234', '0');
    const file = lines(...[1, 2, 1, 3].map((index) => `${local(index)},${MTN_BUNDLE}`));
    const { id } = await ready(fixture, file, 'shared', { repair: 'propose', default_country: 'NG' });
    const listed = async () => (await getBatch(fixture, id)).corrections?.first.map(({ line }) => line);
    expect(await listed()).toEqual([2, 3, 4, 5]);
    await send(fixture, 'PATCH', `${id}/rows/4`, { dropped: true });
    expect(await listed()).toEqual([2, 3, 5]);
    await send(fixture, 'PATCH', `${id}/rows/4`, { dropped: false });
    expect(await listed()).toEqual([2, 3, 4, 5]);
    await expectSoundBatch(fixture, id);
  });

  it('[rows.drop] drops it for good, or until it is restored', async () => {
    const { id } = await ready(fixture, goodFile(3), 'drop');
    const dropped = await send(fixture, 'PATCH', `${id}/rows/3`, { dropped: true });
    expect(dropped.body).toMatchObject({ state: 'refused', errors: [{ code: 'dropped' }] });
    const batch = await getBatch(fixture, id);
    expect(batch).toMatchObject({ cost: { amount: 2 * PRICE }, counts: { refused: 1, duplicates: 0 } });
    expect(sumOf(batch)).toBe(3);
    await expectSoundBatch(fixture, id);
    await send(fixture, 'PATCH', `${id}/rows/3`, { dropped: false });
    await send(fixture, 'PATCH', `${id}/rows/4`, { dropped: true });
    await command(fixture, id, 'start');
    expect(await releaseOnce(fixture, id)).toMatchObject({ released: 2 });
    const rows = await rowsOf(fixture, id);
    expect(rows.map(({ state }) => state)).toEqual(['pending', 'pending', 'refused']);
  });

  it('[rows.duplicates] checks all rows with its number again: the first one is bought', async () => {
    const twice = `${phoneNumber(1)},${MTN_BUNDLE}`;
    const { id } = await ready(
      fixture,
      lines(twice, twice, twice, `${phoneNumber(2)},${MTN_BUNDLE}`),
      'twice',
      WINDOW,
    );
    const states = async () => (await rowsOf(fixture, id)).map(({ state }) => state);
    expect(await states()).toEqual(['waiting', 'refused', 'refused', 'waiting']);
    await send(fixture, 'PATCH', `${id}/rows/2`, { dropped: true });
    expect(await states()).toEqual(['refused', 'waiting', 'refused', 'waiting']);
    expect((await rowsOf(fixture, id))[2]?.errors[0]?.duplicate_of?.line).toBe(3);
    await expectSoundBatch(fixture, id);
    await send(fixture, 'PATCH', `${id}/rows/5`, { phone_number: phoneNumber(1) });
    expect(await states()).toEqual(['refused', 'waiting', 'refused', 'refused']);
    await expectSoundBatch(fixture, id);
    expect((await getBatch(fixture, id)).duplicates.map(({ line }) => line)).toEqual([4, 5]);
  });

  it('frees the reference of a row that is dropped for the next row that has it', async () => {
    const file = `phone_number,bundle_id,reference\n${[1, 2, 3].map((n) => `${phoneNumber(n)},${MTN_BUNDLE},same`).join('\n')}`;
    const { id } = await ready(fixture, file, 'same');
    await send(fixture, 'PATCH', `${id}/rows/2`, { dropped: true });
    const rows = await rowsOf(fixture, id);
    expect(rows.map(({ state }) => state)).toEqual(['refused', 'waiting', 'invalid']);
    await expectSoundBatch(fixture, id);
  });

  it('is made as a whole or not at all', async () => {
    const { id } = await ready(fixture, goodFile(2), 'whole');
    const edits = [
      { line: 2, dropped: true },
      { line: 99, dropped: true },
    ];
    expect(await send(fixture, 'PATCH', `${id}/rows`, { edits })).toMatchObject({
      status: 404,
      body: { error: { param: 'line', details: { line: 99 } } },
    });
    expect(await getBatch(fixture, id)).toMatchObject({ revision: 0, counts: { refused: 0 } });
    for (const wrong of [[], [edits[0], edits[0]]])
      expect(await send(fixture, 'PATCH', `${id}/rows`, { edits: wrong })).toMatchObject({
        status: 400,
        body: { error: { param: 'edits' } },
      });
    expect((await send(fixture, 'PATCH', `${id}/rows/2`, {})).status).toBe(400);
  });

  it('is refused once the campaign is started', async () => {
    const { id } = await ready(fixture, goodFile(2), 'started');
    await command(fixture, id, 'start');
    expect(await send(fixture, 'PATCH', `${id}/rows/2`, { dropped: true })).toMatchObject({
      status: 409,
      body: { error: { details: { status: 'running' } } },
    });
    expect((await send(fixture, 'POST', `${id}/recheck`, {})).status).toBe(409);
  });
});

it('[rows.crash] a change that is cut off leaves the batch as it was', async () => {
  const { id } = await ready(fixture, goodFile(3), 'cut');
  await fixture.pool.query(`
    CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken off'; END $$;
    CREATE TRIGGER break_off BEFORE UPDATE OF revision ON batches FOR EACH ROW EXECUTE FUNCTION break_off()`);
  expect((await send(fixture, 'PATCH', `${id}/rows/2`, { dropped: true })).status).toBe(500);
  expect(await getBatch(fixture, id)).toMatchObject({ revision: 0, counts: { waiting: 3 } });
  expect((await rowsOf(fixture, id)).map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  await expectSoundBatch(fixture, id);
  expect(await boughtByNumber(fixture)).toEqual([]);
});
