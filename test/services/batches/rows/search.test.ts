import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failAll } from '../../../support/batches/duplicates.ts';
import {
  authorized,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  GLO_BUNDLE,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';

let fixture: BatchFixture;
let id: string;

beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  const rows = [
    `${phoneNumber(1)},${MTN_BUNDLE}`,
    `${phoneNumber(2)},${MTN_BUNDLE}`,
    `${phoneNumber(3, '+234805')},${GLO_BUNDLE}`,
    `${phoneNumber(4).slice(1)},${MTN_BUNDLE}`,
    '0803,bnd_other',
    `${phoneNumber(6)},bnd_other`,
    `${phoneNumber(1)},${MTN_BUNDLE}`,
  ];
  const file = ['phone_number,bundle_id', ...rows].join('\n');
  const options = { reference: 'search', repair: 'accept', duplicate_window_hours: '72' };
  ({ id } = await uploaded(fixture, file, options));
  await releaseOnce(fixture, id);
  await failAll(fixture, 1);
  await confirmAll(fixture);
});
afterAll(() => fixture.close());

interface Page {
  readonly data: readonly { readonly line: number }[];
  readonly next_cursor: string | null;
}

/** The lines that a search finds, over all its pages. */
async function linesOf(query: Readonly<Record<string, string>>, batch = id): Promise<number[]> {
  const lines: number[] = [];
  for (let next: Readonly<Record<string, string>> | null = {}; next !== null; ) {
    const answer: { statusCode: number; json(): Page } = await fixture.app.inject({
      url: `/v1/batches/${batch}/rows`,
      query: { ...query, limit: '1', ...next },
      headers: authorized(fixture),
    });
    expect(answer.statusCode).toBe(200);
    const { data, next_cursor: cursor } = answer.json();
    lines.push(...data.map(({ line }) => line));
    next = cursor === null ? null : { cursor };
  }
  return lines;
}

describe('a search for rows', () => {
  it('[rows.search] finds rows by number, bundle, network, reason and state, page by page', async () => {
    expect(await linesOf({ phone_number: phoneNumber(1) })).toEqual([2, 8]);
    expect(await linesOf({ bundle_id: MTN_BUNDLE })).toEqual([2, 3, 5, 8]);
    expect(await linesOf({ bundle_id: 'bnd_other' })).toEqual([6, 7]);
    expect(await linesOf({ network_id: 'net_glo' })).toEqual([4]);
    expect(await linesOf({ reason: 'number_barred' })).toEqual([2]);
    expect(await linesOf({ reason: 'bundle_unavailable' })).toEqual([6, 7]);
    expect(await linesOf({ reason: 'duplicate_purchase' })).toEqual([8]);
    expect(await linesOf({ state: 'successful', network_id: 'net_mtn' })).toEqual([3, 5]);
    expect(await linesOf({ state: 'invalid', reason: 'invalid_phone_number' })).toEqual([6]);
    expect(await linesOf({ phone_number: phoneNumber(2), network_id: 'net_glo' })).toEqual([]);
  });

  it('finds a corrected number as it is bought for, and one that cannot be read as it is in the file', async () => {
    expect(await linesOf({ phone_number: phoneNumber(4) })).toEqual([5]);
    expect(await linesOf({ phone_number: '0803' })).toEqual([6]);
  });

  it('reads a space before the digits as the + that an address has lost', async () => {
    const url = `/v1/batches/${id}/rows?phone_number=${phoneNumber(2)}`;
    const answer = await fixture.app.inject({ url, headers: authorized(fixture) });
    expect(answer.json().data.map(({ line }: { line: number }) => line)).toEqual([3]);
  });

  it('finds rows that were stored by an earlier version, which kept no numbers for look-ups', async () => {
    const file = `bundle_id,phone_number\n${MTN_BUNDLE},${phoneNumber(20)}\n${MTN_BUNDLE},${phoneNumber(21).slice(1)}`;
    const older = await uploaded(fixture, file, { reference: 'older', start: 'manual', repair: 'accept' });
    await fixture.pool.query({
      text: `UPDATE batch_rows SET number = NULL WHERE batch_id = (SELECT id FROM batches WHERE reference = 'older')`,
    });
    expect(await linesOf({ phone_number: phoneNumber(20) }, older.id)).toEqual([2]);
    expect(await linesOf({ phone_number: phoneNumber(21) }, older.id)).toEqual([3]);
    await command(fixture, older.id, 'cancel');
    expect(await linesOf({ reason: 'canceled' }, older.id)).toEqual([2, 3]);
  });

  it('downloads only what it finds', async () => {
    const answer = await fixture.app.inject({
      url: `/v1/batches/${id}/rows?reason=number_barred`,
      headers: { ...authorized(fixture), accept: 'text/csv' },
    });
    expect(answer.body.trim().split('\n')).toHaveLength(2);
  });
});
