import { afterAll, beforeAll, expect, it } from 'vitest';
import { DIRECT_ACCESS } from '../../../../cli/session.ts';
import { completeBatch } from '../../../../db/batches/complete.ts';
import { storeCallback } from '../../../../db/purchases/callbacks.ts';
import { readId } from '../../../../domain/ids.ts';
import { urlAs } from '../../../../tools/stack/servers/roles.ts';
import {
  asBatchId,
  type BatchFixture,
  confirmAll,
  createBatchFixture,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { run } from '../../../support/cli/terminal.ts';

const NUMBER = phoneNumber(41);
const OTHER = phoneNumber(42);
const REASON = ['--reason', 'request 119'];

let fixture: BatchFixture;
let environment: Record<string, string>;

beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  const { current } = fixture.secretsKeys;
  environment = {
    DATABASE_URL: urlAs('operator', fixture.url),
    BUNDLEWIRE_OPERATOR: 'ada',
    SECRETS_KEY: current.toString('base64'),
  };
});
afterAll(() => fixture.close());

const FILE = [
  'phone_number,bundle_id,reference,metadata.customer,metadata.friend',
  `${NUMBER},${MTN_BUNDLE},row-1,Ada Obi,`,
  `${OTHER},${MTN_BUNDLE},row-2,Ben Eze,0${NUMBER.slice(4)}`,
  '',
].join('\n');

const exported = async (number: string) => {
  const { accountId } = fixture.client;
  const { out, err, exitCode } = await run(['number', 'export', accountId, number, ...REASON], {
    environment,
  });
  expect([err, exitCode]).toEqual([DIRECT_ACCESS, 0]);
  return JSON.parse(out);
};

it('prints everything that is held about a number, and nothing of others', async () => {
  const { pool, client } = fixture;
  const { id } = await uploaded(fixture, FILE, { reference: 'march', start: 'auto' });
  await releaseOnce(fixture, id);
  await confirmAll(fixture);
  await completeBatch(pool, client.accountId, asBatchId(id), () => '{}');
  const [purchase] = (await exported(NUMBER)).purchases;
  const body = Buffer.from(`{"recipient":"${NUMBER}"}`);
  await storeCallback(pool, 'net_mtn', true, { body, headers: {} }, readId('pur', purchase.id));

  const held = await exported(NUMBER);
  expect(held).toMatchObject({
    account_id: client.accountId,
    phone_number: NUMBER,
    purchases: [
      { phone_number: NUMBER, reference: 'row-1', status: 'successful', metadata: { customer: 'Ada Obi' } },
    ],
    statement_lines: [{ type: 'purchase', amount: -PRICE, currency: 'NGN', purchase_id: purchase.id }],
    events: [
      { type: 'purchase.successful', body: { data: { object: { phone_number: NUMBER } } }, answers: [] },
    ],
    callbacks: [{ network_id: 'net_mtn', body: body.toString() }],
    campaign_rows: [
      { batch_id: id, line: 2, cells: { phone_number: NUMBER, 'metadata.customer': 'Ada Obi' } },
      { batch_id: id, line: 3, cells: { phone_number: OTHER, 'metadata.friend': `0${NUMBER.slice(4)}` } },
    ],
    blocked_at: null,
    lookup: null,
    is_complete: true,
  });
  const other = await exported(OTHER);
  expect(other.purchases.length).toBe(1);
  expect(other.campaign_rows.map(({ line }: { line: number }) => line)).toEqual([3]);
});

it('records that it was read, without the number', async () => {
  const { rows } = await fixture.pool.query(
    `SELECT principal_id AS operator, subject, reason, after AS details FROM audit_log WHERE action = 'number_export' LIMIT 1`,
  );
  expect(rows).toEqual([{ operator: 'ada', subject: 'number', reason: 'request 119', details: {} }]);
});

it('has nothing of a number that was erased', async () => {
  const { accountId } = fixture.client;
  const erased = await run(['number', 'erase', accountId, NUMBER, '--yes', '--json', ...REASON], {
    environment,
  });
  expect(erased.exitCode).toBe(0);
  const { campaign_rows, ...held } = await exported(NUMBER);
  expect(held).toMatchObject({ purchases: [], statement_lines: [], events: [], callbacks: [] });
  expect(campaign_rows).toEqual([]);
});
