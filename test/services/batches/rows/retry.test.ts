import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idFromUuid } from '../../../../domain/ids.ts';
import type { RefusalCode } from '../../../../domain/purchase/failure-codes.ts';
import { lines, ready, send } from '../../../support/batches/changes.ts';
import { boughtByNumber, buyOne, rowsOf } from '../../../support/batches/duplicates.ts';
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
  uploaded,
} from '../../../support/batches/fixture.ts';
import { expectSoundBatch } from '../../../support/batches/sound.ts';

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

/** Fails the pending purchases of these lines of a batch, and confirms the others. */
async function settle(id: string, failing: Readonly<Record<number, RefusalCode>>): Promise<void> {
  for (const { line, purchase_id } of await rowsOf(fixture, id)) {
    const code = failing[line];
    if (code === undefined || purchase_id === null) continue;
    const { rows } = await fixture.pool.query<{ id: string }>({
      text: `SELECT purchase_id AS id FROM batch_rows r JOIN batches b ON b.id = r.batch_id
              WHERE b.reference = $1 AND r.line = $2`,
      values: [(await getBatch(fixture, id)).reference, line],
    });
    await fixture.settleLane.settle(fixture.client.accountId, {
      purchaseId: idFromUuid('pur', rows[0]?.id ?? ''),
      report: { kind: 'refused', code },
      endWorkflow: false,
    });
  }
  await confirmAll(fixture);
  await releaseOnce(fixture, id);
}

/** Runs a batch to its end. */
async function run(id: string, failing: Readonly<Record<number, RefusalCode>> = {}): Promise<void> {
  await command(fixture, id, 'start');
  await releaseOnce(fixture, id);
  await settle(id, failing);
  expect((await getBatch(fixture, id)).status).toBe('completed');
}

async function failed(count: number, reference: string, code: RefusalCode = 'too_soon'): Promise<string> {
  const { id } = await ready(fixture, goodFile(count), reference);
  await run(id, Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 2, code])));
  return id;
}

const retry = (id: string, body: object = {}) => send(fixture, 'POST', `${id}/retry`, body);

describe('a retry', () => {
  it('[rows.retry] has the rows that may work, waits for its start, and names its origin', async () => {
    const file = `phone_number,bundle_id,reference\n${[1, 2, 3, 4].map((n) => `${phoneNumber(n)},${MTN_BUNDLE},own-${n}`).join('\n')}`;
    const { id } = await ready(fixture, file, 'first');
    await run(id, { 2: 'too_soon', 3: 'number_barred', 4: 'network_unavailable' });
    const made = await retry(id);
    expect(made).toMatchObject({
      status: 201,
      body: {
        reference: 'first.retry-1',
        status: 'ready',
        retry_of: id,
        cost: { amount: 2 * PRICE },
        counts: { rows: 2, waiting: 2 },
      },
    });
    await expectSoundBatch(fixture, made.body.id);
    expect((await rowsOf(fixture, made.body.id)).map(({ line, reference }) => [line, reference])).toEqual([
      [2, 'first.retry-1.2'],
      [4, 'first.retry-1.4'],
    ]);
    const { cost: approved_cost, file_sha256, revision } = made.body;
    const started = await send(fixture, 'POST', `${made.body.id}/start`, {
      approved_cost,
      file_sha256,
      revision,
    });
    expect(started.status).toBe(200);
    await run(made.body.id);
    expect(await boughtByNumber(fixture)).toEqual([1, 1, 1]);
    expect((await retry(id)).body.error.message).toMatch(/No row of this batch can be tried again/);
  });

  it('[rows.retry.same] with the same reference is the same batch, and another open one is 409', async () => {
    const id = await failed(3, 'same');
    const [one, two] = await Promise.all([
      retry(id, { reference: 'again' }),
      retry(id, { reference: 'again' }),
    ]);
    expect([one.status, two.status].sort()).toEqual([200, 201]);
    expect(one.body.id).toBe(two.body.id);
    const open = await retry(id, { reference: 'other' });
    expect(open).toMatchObject({ status: 409, body: { error: { details: { batch_id: one.body.id } } } });
    expect(await retry(id, { reference: 'again', reasons: ['too_soon'] })).toMatchObject({
      status: 409,
      body: { error: { code: 'reference_conflict' } },
    });
    await command(fixture, one.body.id, 'cancel');
    expect((await retry(id, { reference: 'other' })).status).toBe(201);
  });

  it('[rows.retry.people] that several people ask for at the same time is one batch', async () => {
    const id = await failed(5, 'people');
    const named = await Promise.all(['a', 'b', 'c'].map((reference) => retry(id, { reference })));
    const unnamed = await Promise.all([retry(id), retry(id)]);
    const made = [...named, ...unnamed].filter(({ status }) => status === 201);
    expect(made).toHaveLength(1);
    for (const { status, body } of [...named, ...unnamed])
      if (status !== 201)
        expect([status, body.error?.details.batch_id ?? body.id]).toEqual([
          expect.any(Number),
          made[0]?.body.id,
        ]);
    await run(made[0]?.body.id);
    expect(await boughtByNumber(fixture)).toEqual([1, 1, 1, 1, 1]);
  });

  it('[rows.retry.once] of a retry, and of its origin again, never buys a row twice', async () => {
    const origin = await failed(6, 'origin');
    const one = (await retry(origin)).body;
    await send(fixture, 'PATCH', `${one.id}/rows/2`, { phone_number: phoneNumber(77) });
    await run(one.id, { 4: 'too_soon', 5: 'network_rejected', 6: 'number_barred' });
    const two = (await retry(one.id)).body;
    expect(two).toMatchObject({ retry_of: one.id, counts: { rows: 2, waiting: 2 } });
    expect((await retry(origin)).status).toBe(409);
    await run(two.id, { 5: 'too_soon' });
    // The number of line 2 was corrected, so its row was bought, although its first number was not.
    const three = (await retry(origin)).body;
    expect((await rowsOf(fixture, three.id)).map(({ line }) => line)).toEqual([5, 6]);
    await run(three.id);
    expect(await boughtByNumber(fixture)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('[rows.retry.since] holds back what was bought since in another way, before and after its check', async () => {
    const id = await failed(4, 'since');
    await buyOne(fixture, 1, 'single');
    const made = (await retry(id)).body;
    expect(made.counts).toMatchObject({ rows: 4, waiting: 3, refused: 1, duplicates: 1 });
    // A check, or a change of rows, finds it again.
    const again = await send(fixture, 'POST', `${made.id}/recheck`);
    expect(again.body.counts).toMatchObject({ waiting: 3, refused: 1, duplicates: 1 });
    for (const dropped of [true, false]) await send(fixture, 'PATCH', `${made.id}/rows/2`, { dropped });
    await expectSoundBatch(fixture, made.id);
    expect((await rowsOf(fixture, made.id)).map(({ state }) => state)).toEqual([
      'refused',
      'waiting',
      'waiting',
      'waiting',
    ]);
    await buyOne(fixture, 2, 'meanwhile');
    const other = await uploaded(fixture, lines(`${phoneNumber(3)},${MTN_BUNDLE}`), { reference: 'other' });
    await releaseOnce(fixture, other.id);
    await command(fixture, made.id, 'start');
    await releaseOnce(fixture, made.id);
    expect((await rowsOf(fixture, made.id)).map(({ state }) => state)).toEqual([
      'refused',
      'refused',
      'refused',
      'pending',
    ]);
    expect(await boughtByNumber(fixture)).toEqual([1, 1, 1, 1]);
  });

  it('takes timeouts only when asked, and the rest of a cancelled campaign', async () => {
    const { id } = await ready(fixture, goodFile(3), 'timeouts');
    await command(fixture, id, 'start');
    expect((await retry(id)).body.error.details).toEqual({ status: 'running' });
    await command(fixture, id, 'cancel');
    expect((await retry(id, { reasons: ['network_timeout'] })).status).toBe(409);
    expect((await retry(id, { reasons: ['number_barred'] })).status).toBe(400);
    const made = (await retry(id)).body;
    expect(made.counts).toMatchObject({ rows: 3, waiting: 3 });
  });
});

it('[rows.retry.crash] a retry that is cut off leaves nothing, and can be made again', async () => {
  const id = await failed(2, 'cut');
  await fixture.pool.query(`
    CREATE FUNCTION break_off() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'broken off'; END $$;
    CREATE TRIGGER break_off BEFORE UPDATE OF content_hash ON batches FOR EACH ROW EXECUTE FUNCTION break_off()`);
  expect((await retry(id)).status).toBe(500);
  await fixture.pool.query('DROP TRIGGER break_off ON batches');
  const { rows } = await fixture.pool.query(
    'SELECT count(*)::int AS n FROM batches WHERE retry_of IS NOT NULL',
  );
  expect(rows).toEqual([{ n: 0 }]);
  expect((await retry(id)).body.counts.waiting).toBe(2);
});
