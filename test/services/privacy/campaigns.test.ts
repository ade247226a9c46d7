import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeBatch } from '../../../db/batches/complete.ts';
import { findErasure } from '../../../db/privacy/erasures.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { createEraser } from '../../../services/privacy/eraser.ts';
import { requestErasure } from '../../../services/privacy/request-erasure.ts';
import { csvOf } from '../../support/batches/duplicates.ts';
import {
  asBatchId,
  authorized,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../support/batches/fixture.ts';
import { ACTOR, expectBooksInOrder, findDigits } from '../../support/privacy/fixture.ts';

const NUMBER = phoneNumber(41);
const LOCAL = `0${NUMBER.slice(4)}`;
const OTHER = phoneNumber(42);
const { signal } = new AbortController();

let fixture: BatchFixture;

beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterAll(() => fixture.close());

const FILE = [
  'phone_number,bundle_id,reference,metadata.customer,Notes',
  `${NUMBER},${MTN_BUNDLE},row-1,Ada Obi,ada@example.com`,
  `${OTHER},${MTN_BUNDLE},row-2,Ben Eze,sister has ${LOCAL}`,
  `${LOCAL},${MTN_BUNDLE},row-3,Ada Obi,wrong format`,
  '',
].join('\n');

const requestFor = async (phoneNumber: string) => {
  const { pool, secretsKeys, client } = fixture;
  const stored = await requestErasure(pool, secretsKeys, client.accountId, phoneNumber, ACTOR);
  if (stored.kind !== 'stored') throw new Error(JSON.stringify(stored));
  return stored.erasure;
};
const run = async (id: `era_${string}`) =>
  (await createEraser(fixture.pool, fixture.secretsKeys).run(signal, id))?.isCompleted;
const get = async (url: string) => (await fixture.app.inject({ url, headers: authorized(fixture) })).body;

it('rows for the number keep what they bought; a campaign that has not ended is waited for', async () => {
  const { pool, client } = fixture;
  const { id } = await uploaded(fixture, FILE, {
    reference: 'march',
    start: 'manual',
    on_unknown_columns: 'keep',
  });
  const erasure = await requestFor(NUMBER);
  expect(await run(erasure.id)).toBe(false);
  expect((await findErasure(pool, client.accountId, erasure.id))?.waitsFor).toBe('campaign');

  await command(fixture, id, 'start');
  await releaseOnce(fixture, id);
  expect(await confirmAll(fixture)).toBe(2);
  expect(await run(erasure.id)).toBe(false);
  await completeBatch(pool, client.accountId, asBatchId(id), () => '{}');
  expect(await run(erasure.id)).toBe(true);

  expect(await findDigits(pool, client.accountId, NUMBER.slice(4))).toEqual([]);
  const results = await csvOf(fixture, id);
  expect(results).not.toContain('Ada');
  expect(results).not.toContain('ada@example.com');
  expect(results.split('\n')[1]).toMatch(
    new RegExp(`^'?\\${erasure.pseudonym},${MTN_BUNDLE},row-1,,,2,successful,row-1,pur_`),
  );
  expect(results.split('\n')[2]).toContain(
    `${OTHER},${MTN_BUNDLE},row-2,Ben Eze,sister has ${erasure.pseudonym}`,
  );
  expect(results.split('\n')[3]).toContain(`${MTN_BUNDLE},row-3,,,4,invalid`);
  expect((await findErasure(pool, client.accountId, erasure.id))?.counts).toEqual({
    purchases: 1,
    statementLines: 1,
    events: 1,
    campaignRows: 3,
    referencesKept: 0,
  });
  await expectBooksInOrder(pool);
});

it('an event loses the number and the metadata, and the client reads the purchase with the pseudonym', async () => {
  const { client, pool } = fixture;
  const number = phoneNumber(77);
  const file = `phone_number,bundle_id,reference,metadata.customer\n${number},${MTN_BUNDLE},ref-${number.slice(1)},Chi Ude\n`;
  const { id } = await uploaded(fixture, file, { reference: 'april', start: 'auto' });
  await releaseOnce(fixture, id);
  await confirmAll(fixture);
  await completeBatch(pool, client.accountId, asBatchId(id), () => '{}');
  const before = JSON.parse(await get(`/v1/purchases?phone_number=${encodeURIComponent(number)}`)).data[0];
  const erasure = await requestFor(number);
  expect(await run(erasure.id)).toBe(true);
  expect((await findErasure(pool, client.accountId, erasure.id))?.counts.referencesKept).toBe(1);

  const after = JSON.parse(await get(`/v1/purchases/${before.id}`));
  expect(after).toEqual({ ...before, phone_number: erasure.pseudonym, metadata: {} });
  const { rows } = await pool.query<{ body: string }>({
    text: 'SELECT body FROM events WHERE subject_id = $1',
    values: [uuidOf('pur', before.id)],
  });
  expect(JSON.parse(rows[0]?.body ?? '').data).toEqual({ object: after });
  // Its reference contains the number, and stays: it buys only once.
  expect(await findDigits(pool, client.accountId, number.slice(4))).toEqual([
    'batch_rows.cells',
    'batch_rows.reference',
    'events.body',
    'purchase_references.reference',
    'purchases.reference',
    'statement_lines.reference',
  ]);
  await expectBooksInOrder(pool);
});
