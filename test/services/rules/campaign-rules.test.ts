import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceAllowedBundles } from '../../../db/rules/allowed-bundles.ts';
import { blockNumbers } from '../../../services/rules/blocklist.ts';
import {
  addClient,
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
  uploaded,
} from '../../support/batches/fixture.ts';

const BY = { operator: 'test', reason: 'test' };

let fixture: BatchFixture;
/** The same parts, with an account that has no rules yet. */
let own: BatchFixture;
let serial = 0;

beforeAll(async () => {
  fixture = await createBatchFixture(0);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  own = { ...fixture, client: await addClient(fixture.pool, 100 * PRICE) };
});

const checked = (csv: string) => {
  serial += 1;
  return uploaded(own, csv, { reference: `rules-${serial}`, start: 'manual' });
};
const block = (...numbers: string[]) =>
  blockNumbers(own.pool, own.secretsKeys, own.client.accountId, numbers, BY);
const allow = (...bundles: string[]) => replaceAllowedBundles(own.pool, own.client.accountId, bundles, BY);

describe('a campaign of an account with rules', () => {
  it('[rules.rows] names the row, the rule and what to do in its check', async () => {
    await block(phoneNumber(2));
    await allow(MTN_BUNDLE);
    const batch = await checked(`${goodFile(3)}${phoneNumber(4, '+234805')},${GLO_BUNDLE},c\n`);

    expect(batch.counts).toMatchObject({ rows: 4, valid: 2, invalid: 2 });
    expect(batch.cost.amount).toBe(2 * PRICE);
    expect(batch.errors.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 'phone_number', 'number_blocked'],
      [5, 'bundle_id', 'bundle_not_allowed'],
    ]);
    expect(batch.errors[0]?.message).toContain(phoneNumber(2));
    expect(batch.errors[0]?.message).toContain('remove it from the blocklist');
    expect(batch.errors[1]?.message).toContain('allowed bundles');
  });

  it('[rules.release] refuses a row whose number was blocked after the check, and buys the others', async () => {
    const batch = await checked(goodFile(3));
    expect(batch.counts.valid).toBe(3);
    await block(phoneNumber(2));
    await command(own, batch.id, 'start');
    await releaseOnce(own, batch.id);

    const { counts } = await getBatch(own, batch.id);
    expect(counts).toMatchObject({ pending: 2, refused: 1, waiting: 0 });
    const { rows } = await own.pool.query<{ line: number; errors: readonly { code: string }[] }>(
      `SELECT r.line, r.errors FROM batch_rows r JOIN batches b ON b.id = r.batch_id
        WHERE b.reference = $1 AND r.state = 'refused'`,
      [batch.reference],
    );
    expect(rows.map(({ line, errors }) => [line, errors[0]?.code])).toEqual([[3, 'number_blocked']]);
  });

  it('[rules.release] refuses rows of a bundle that was taken off the list after the check', async () => {
    const batch = await checked(goodFile(2));
    await allow(GLO_BUNDLE);
    await command(own, batch.id, 'start');
    await releaseOnce(own, batch.id);
    expect((await getBatch(own, batch.id)).counts).toMatchObject({ pending: 0, refused: 2 });
  });

  it('[rules.rows] chooses no bundle by data and validity that is not allowed', async () => {
    await allow(GLO_BUNDLE);
    const rows = [`${phoneNumber(1)},500,24`, `${phoneNumber(1, '+234805')},500,24`];
    const batch = await checked(['phone_number,data_mb,validity_hours', ...rows, ''].join('\n'));
    expect(batch.counts).toMatchObject({ valid: 1, invalid: 1 });
    expect(batch.errors.map(({ line }) => line)).toEqual([2]);
  });
});
