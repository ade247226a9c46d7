import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  upload,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(10_000);
});
afterAll(() => fixture.close());

async function countRows(): Promise<number> {
  const { rows } = await fixture.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM batch_rows');
  return rows[0]?.n ?? -1;
}

describe('an upload that repeats another one', () => {
  const CHOICES = {
    start: 'manual',
    on_unknown_columns: 'keep',
    duplicate_window_hours: '72',
    on_duplicate: 'skip',
    repair: 'propose',
    default_country: 'NG',
  };

  it.each([
    { start: 'auto' },
    { on_invalid: 'reject' },
    { on_insufficient_balance: 'fail' },
    { duplicate_window_hours: '24' },
    { on_duplicate: 'buy' },
    { default_country: 'GH' },
    { data_mb: '500' },
    { validity_hours: '24' },
    { 'column.reference': 'metadata.customer' },
    { 'column.metadata.name': 'metadata.customer' },
  ])('never answers with a campaign of other choices: %j', async (change) => {
    const name = Object.keys(change)[0] ?? '';
    const reference = `choices-${name}`;
    const first = await uploaded(fixture, goodFile(4), { ...CHOICES, reference });
    const rows = await countRows();

    const other = await upload(fixture, goodFile(4), { ...CHOICES, ...change, reference });
    const parameters = [name.startsWith('column.') ? 'columns' : name];
    expect(other.status).toBe(409);
    const { error } = JSON.parse(other.body);
    expect(error).toMatchObject({
      code: 'reference_conflict',
      param: 'reference',
      details: { batch_id: first.id, parameters },
    });
    expect(error.message).toContain(`other choices (${parameters[0]})`);
    expect(await countRows()).toBe(rows);

    const again = await upload(fixture, goodFile(4), { ...CHOICES, reference });
    expect(again.status).toBe(200);
    expect(again.headers['svc-idempotent-replay']).toBe('true');
    const renamed = { ...CHOICES, ...change, start: 'manual', reference: `${reference}-2` };
    expect((await uploaded(fixture, goodFile(4), renamed)).id).not.toBe(first.id);
  });

  it('names on_unknown_columns if a repeated upload would reject the columns that the first one kept', async () => {
    const reference = 'kept-columns';
    const file = goodFile(2).replace('phone_number', 'Town,phone_number').replaceAll('\n+', '\nKano,+');
    await uploaded(fixture, file, { reference, start: 'manual', on_unknown_columns: 'keep' });
    const other = await upload(fixture, file, { reference, start: 'manual' });
    expect(other.status).toBe(409);
    expect(JSON.parse(other.body).error.details.parameters).toEqual(['on_unknown_columns']);
  });

  it('replays an upload that decides about corrections which the first one left open', async () => {
    const reference = 'decided-later';
    const first = await uploaded(fixture, goodFile(4), { ...CHOICES, reference });
    const again = await upload(fixture, goodFile(4), { ...CHOICES, reference, repair: 'accept' });
    expect([again.status, JSON.parse(again.body).id]).toEqual([200, first.id]);
  });
});
