import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BatchResource } from '../../../contract/batches/batch.ts';
import {
  authorized,
  type BatchFixture,
  command,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  MTN_BUNDLE,
  PRICE,
  releaseOnce,
  sumOf,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterAll(() => fixture.close());

/** A good row, three that can be corrected with a country, and one that has lost digits. `last` makes the numbers differ. */
function damagedFile(last: number): string {
  return [
    'phone_number,bundle_id',
    `+23480300000${last}1,${MTN_BUNDLE}`,
    `23480300000${last}2,${MTN_BUNDLE}`,
    `08050000${last}03,${GLO_BUNDLE}`,
    `+234 803 0000 0${last}4,${MTN_BUNDLE}`,
    `2.34803E+12,${MTN_BUNDLE}`,
  ].join('\n');
}

const repair = (how: string, parameters = {}) => ({ repair: how, default_country: 'NG', ...parameters });

async function boughtNumbers(batch: BatchResource): Promise<string[]> {
  await releaseOnce(fixture, batch.id);
  const { rows } = await fixture.pool.query<{ phone_number: string }>(
    `SELECT p.phone_number FROM purchases p JOIN batch_rows r ON r.purchase_id = p.id ORDER BY p.reference`,
  );
  const { data } = await readRows(batch.id);
  const own = data
    .filter((row) => row.purchase_id !== null)
    .map((row) => row.corrected_number ?? row.phone_number);
  const all = rows.map((row) => row.phone_number);
  for (const number of own) expect(all).toContain(number);
  return own;
}

interface Row {
  readonly phone_number: string;
  readonly corrected_number: string | null;
  readonly purchase_id: string | null;
  readonly state: string;
}

async function readRows(id: string): Promise<{ readonly data: readonly Row[] }> {
  return (await fixture.app.inject({ url: `/v1/batches/${id}/rows`, headers: authorized(fixture) })).json();
}

describe('corrected numbers', () => {
  it('[campaign.numbers.propose] are proposed, and nothing is bought before they are accepted', async () => {
    const batch = await uploaded(fixture, damagedFile(1), { reference: 'propose', ...repair('propose') });
    expect(batch).toMatchObject({
      status: 'ready',
      counts: { rows: 5, valid: 4, invalid: 1 },
      cost: { amount: 4 * PRICE },
      corrections: {
        state: 'proposed',
        count: 3,
        first: [
          {
            line: 3,
            column: 'phone_number',
            from: '2348030000012',
            to: '+2348030000012',
            damage: 'lost_plus',
          },
          { line: 4, from: '08050000103', to: '+2348050000103', damage: 'local_format' },
          { line: 5, from: '+234 803 0000 014', to: '+2348030000014', damage: 'separators' },
        ],
      },
      errors: [{ line: 6, damage: 'scientific_notation' }],
    });
    const refused = await command(fixture, batch.id, 'start');
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      409,
      expect.stringMatching(/Accept or reject/),
    ]);

    const accepted = await command(fixture, batch.id, 'corrections/accept');
    expect(accepted.json()).toMatchObject({ status: 'ready', corrections: { state: 'accepted' } });
    expect((await command(fixture, batch.id, 'corrections/accept')).statusCode).toBe(200);
    expect((await command(fixture, batch.id, 'corrections/reject')).statusCode).toBe(409);
    expect((await command(fixture, batch.id, 'start')).statusCode).toBe(200);
    expect(await boughtNumbers(batch)).toEqual([
      '+2348030000011',
      '+2348030000012',
      '+2348050000103',
      '+2348030000014',
    ]);
  });

  it('[campaign.numbers.reject] that are rejected are rows with errors, and the others are bought', async () => {
    const batch = await uploaded(fixture, damagedFile(2), { reference: 'reject', ...repair('propose') });
    const rejected = (await command(fixture, batch.id, 'corrections/reject')).json();
    expect(rejected).toMatchObject({
      status: 'ready',
      counts: { valid: 1, invalid: 4, waiting: 1 },
      cost: { amount: PRICE },
      corrections: { state: 'rejected', count: 3 },
    });
    expect(sumOf(rejected)).toBe(5);
    expect(rejected.errors.map(({ line }: { line: number }) => line)).toEqual([3, 4, 5, 6]);
    expect(rejected.errors[0].message).toMatch(
      /"2348030000022" .* rejected its correction to \+2348030000022/,
    );
    await command(fixture, batch.id, 'start');
    expect(await boughtNumbers(batch)).toEqual(['+2348030000021']);
  });

  it('that are rejected reject the batch where no invalid row is allowed', async () => {
    const csv = `phone_number,bundle_id\n+2348030000061,${MTN_BUNDLE}\n2348030000062,${MTN_BUNDLE}`;
    const strict = await uploaded(fixture, csv, {
      reference: 'strict',
      ...repair('propose', { on_invalid: 'reject' }),
    });
    expect(strict.status).toBe('ready');
    const rejected = (await command(fixture, strict.id, 'corrections/reject')).json();
    expect(rejected).toMatchObject({ status: 'rejected', rejection: { code: 'invalid_rows' } });
    const again = await uploaded(fixture, csv, { reference: 'strict', start: 'manual' });
    expect(again.status).toBe('ready');
  });

  it('are bought without asking with repair=accept', async () => {
    const batch = await uploaded(fixture, damagedFile(3), { reference: 'accept', ...repair('accept') });
    expect(batch).toMatchObject({ status: 'running', corrections: { state: 'accepted', count: 3 } });
    expect(await boughtNumbers(batch)).toHaveLength(4);
    const answer = await fixture.app.inject({
      url: `/v1/batches/${batch.id}/rows`,
      headers: { ...authorized(fixture), accept: 'text/csv' },
    });
    const [header = '', , corrected = ''] = answer.body.split('\n');
    expect(header).toMatch(/result\.corrected_number/);
    expect(corrected).toMatch(/^2348030000032,.*\+2348030000032/);
  });

  it('are errors by default, as are numbers of an impossible length', async () => {
    const batch = await uploaded(fixture, `${damagedFile(4)}\n+23480312345,${MTN_BUNDLE}`, {
      reference: 'never',
      start: 'manual',
    });
    expect(batch).toMatchObject({
      counts: { valid: 1, invalid: 5 },
      corrections: { state: 'none', count: 0, first: [] },
    });
    expect(batch.errors.at(-1)).toMatchObject({ line: 7, code: 'invalid_phone_number' });
    expect((await command(fixture, batch.id, 'corrections/accept')).statusCode).toBe(409);
  });

  it('warn of a number that the file has in two forms', async () => {
    const csv = `phone_number,bundle_id\n+2348030000091,${MTN_BUNDLE}\n2348030000091,${MTN_BUNDLE}`;
    const batch = await uploaded(fixture, csv, { reference: 'twice', ...repair('propose') });
    expect(batch.warned).toBe(1);
    expect((await getBatch(fixture, batch.id)).corrections?.state).toBe('proposed');
  });
});
