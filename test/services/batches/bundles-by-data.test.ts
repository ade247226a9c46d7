import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authorized,
  type BatchFixture,
  command,
  createBatchFixture,
  GLO_BUNDLE,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  upload,
  uploaded,
} from '../../support/batches/fixture.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
});
afterAll(() => fixture.close());

async function boughtBundles(id: string): Promise<unknown[]> {
  await releaseOnce(fixture, id);
  const answer = await fixture.app.inject({ url: `/v1/batches/${id}/rows`, headers: authorized(fixture) });
  const rows: { bundle_id: string; purchase_id: string | null }[] = answer.json().data;
  const { rows: bought } = await fixture.pool.query<{ bundle_id: string }>(
    `SELECT bundle_id FROM purchases WHERE reference LIKE (SELECT reference FROM batches ORDER BY id DESC LIMIT 1) || '.%'
      ORDER BY reference`,
  );
  expect(bought.map(({ bundle_id }) => bundle_id)).toEqual(rows.map(({ bundle_id }) => bundle_id));
  return rows.map(({ bundle_id }) => bundle_id);
}

it('[campaign.bundles.bought] buys the bundle that the check chose on the network of each number', async () => {
  const csv = [
    'Phone,Data MB,Validity (hours)',
    `${phoneNumber(1)},500,24`,
    `${phoneNumber(2, '+234805')},500,1`,
  ].join('\n');
  const batch = await uploaded(fixture, csv, { reference: 'by-row' });
  expect(batch).toMatchObject({ status: 'running', counts: { valid: 2 }, cost: { amount: 2 * PRICE } });
  expect(await boughtBundles(batch.id)).toEqual([MTN_BUNDLE, GLO_BUNDLE]);
});

it('takes data and validity of the upload for rows that name none', async () => {
  const csv = `phone_number\n${phoneNumber(3)}\n${phoneNumber(4, '+234805')}`;
  const batch = await uploaded(fixture, csv, {
    reference: 'by-upload',
    data_mb: '500',
    validity_hours: '24',
  });
  expect(await boughtBundles(batch.id)).toEqual([MTN_BUNDLE, GLO_BUNDLE]);
});

it('rejects a file that names neither a bundle nor data and validity', async () => {
  const missing = async (header: string, parameters = {}) => {
    const reference = `missing-${header.length}`;
    const batch = await uploaded(fixture, `${header}\n`, { reference, start: 'manual', ...parameters });
    return batch.rejection?.message;
  };
  expect(await missing('phone_number')).toMatch(/no column bundle_id/);
  expect(await missing('phone_number,data_mb')).toMatch(/no column validity_hours/);
  expect(await missing('phone_number', { validity_hours: '24' })).toMatch(/no column data_mb/);
});

it.each([{ data_mb: '1.5' }, { data_mb: '-1' }, { validity_hours: 'week' }, { data_mb: '10000000' }])(
  'rejects %j as a parameter',
  async (parameters) => {
    const answer = await upload(fixture, 'phone_number\n', { reference: 'wrong', ...parameters });
    expect(answer.status).toBe(400);
  },
);

it.each([
  ['never', {}],
  ['propose', { repair: 'propose' }],
  ['accept', { repair: 'accept', start: 'auto' }],
])('never buys a bundle in words that no one chose, with repair %s', async (repair, parameters) => {
  const csv = [
    'phone_number,bundle_id',
    `${phoneNumber(11)},500MB`,
    `${phoneNumber(12)},500 mb`,
    `${phoneNumber(13, '+234805')},500 MB 1 day`,
    `${phoneNumber(14, '+234805')},1GB`,
    `${phoneNumber(15)},${MTN_BUNDLE}`,
  ].join('\n');
  const options = { reference: `words-${repair}`, start: 'manual', on_invalid: 'skip', ...parameters };
  const batch = await uploaded(fixture, csv, options);
  expect(batch).toMatchObject({ counts: { valid: 1, invalid: 4 }, cost: { amount: PRICE }, notices: [] });
  expect(batch.errors).toMatchObject([
    { line: 2, column: 'bundle_id', code: 'bundle_unclear', bundle_ids: [MTN_BUNDLE] },
    { line: 3, code: 'bundle_unclear', bundle_ids: [MTN_BUNDLE] },
    { line: 4, code: 'bundle_unclear', bundle_ids: [GLO_BUNDLE] },
    { line: 5, code: 'bundle_unclear', bundle_ids: [] },
  ]);
  if (batch.status === 'ready') await command(fixture, batch.id, 'start');
  await releaseOnce(fixture, batch.id);
  const { rows } = await fixture.pool.query<{ reference: string }>(
    "SELECT reference FROM purchases WHERE reference LIKE $1 || '.%'",
    [options.reference],
  );
  expect(rows).toEqual([{ reference: `${options.reference}.6` }]);
});

it('buys what a person chose for words, also after another check', async () => {
  const csv = [
    'phone_number,bundle_id',
    `${phoneNumber(31)},500MB`,
    `${phoneNumber(34, '+234805')},1GB`,
    `${phoneNumber(35)},500MB`,
  ].join('\n');
  const batch = await uploaded(fixture, csv, { reference: 'chosen', start: 'manual', on_invalid: 'skip' });
  const read = async (path: string) =>
    (
      await fixture.app.inject({ url: `/v1/batches/${batch.id}${path}`, headers: authorized(fixture) })
    ).json();
  // All rows with the same words on the same network can be found and changed together.
  expect((await read('/breakdown')).outcomes).toContainEqual(
    expect.objectContaining({ network_id: 'net_glo', bundle_id: null, reason: 'bundle_unclear', rows: 1 }),
  );
  expect((await read('/rows?reason=bundle_unclear')).data).toMatchObject([
    { line: 2, bundle_id: '500MB', network_id: 'net_mtn', errors: [{ bundle_ids: [MTN_BUNDLE] }] },
    { line: 3, bundle_id: '1GB', network_id: 'net_glo', errors: [{ bundle_ids: [] }] },
    { line: 4, bundle_id: '500MB' },
  ]);
  const edits = [
    { line: 2, bundle_id: MTN_BUNDLE },
    { line: 3, bundle_id: GLO_BUNDLE },
  ];
  const changed = await fixture.app.inject({
    method: 'PATCH',
    url: `/v1/batches/${batch.id}/rows`,
    headers: authorized(fixture),
    payload: { edits },
  });
  expect(changed.json()).toMatchObject({ counts: { valid: 2, invalid: 1 }, cost: { amount: 2 * PRICE } });
  await command(fixture, batch.id, 'recheck');
  expect(await read('')).toMatchObject({ counts: { valid: 2, invalid: 1 } });
  await command(fixture, batch.id, 'start');
  await releaseOnce(fixture, batch.id);
  const { rows } = await fixture.pool.query<{ bundle_id: string }>(
    "SELECT reference, bundle_id FROM purchases WHERE reference LIKE 'chosen.%' ORDER BY reference",
  );
  expect(rows).toEqual([
    { reference: 'chosen.2', bundle_id: MTN_BUNDLE },
    { reference: 'chosen.3', bundle_id: GLO_BUNDLE },
  ]);
});
