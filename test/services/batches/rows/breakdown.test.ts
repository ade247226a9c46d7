import { afterAll, beforeAll, expect, it } from 'vitest';
import { BatchBreakdownResource } from '../../../../contract/batches/batch-breakdown.ts';
import { newId } from '../../../../domain/crypto/new-id.ts';
import { uuidOf } from '../../../../domain/ids.ts';
import { atPrice } from '../../../support/batches/at-price.ts';
import { send } from '../../../support/batches/changes.ts';
import {
  addClient,
  asBatchId,
  type BatchFixture,
  command,
  confirmAll,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { settleOne } from '../../../support/batches/settle-one.ts';

/** Two rows of MTN are bought for less than at the check. */
const PAID = PRICE - 7;

let fixture: BatchFixture;
let id: string;
beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  const rows = [
    ...[1, 2, 3, 4, 5].map((index) => `${phoneNumber(index)},${MTN_BUNDLE}`),
    ...[1, 2].map((index) => `${phoneNumber(index, '+234805')},${GLO_BUNDLE}`),
    `${phoneNumber(1)},${MTN_BUNDLE}`,
    `0803,${MTN_BUNDLE}`,
    `${phoneNumber(9)},bnd_other`,
    `${phoneNumber(10)},bnd_of_no_one`,
  ];
  const file = ['phone_number,bundle_id', ...rows].join('\n');
  const options = { reference: 'parts', start: 'manual', duplicate_window_hours: '72' };
  ({ id } = await uploaded(fixture, file, options));
});
afterAll(() => fixture.close());

const read = async (batch = id) =>
  BatchBreakdownResource.parse((await send(fixture, 'GET', `${batch}/breakdown`)).body).outcomes;

type Outcomes = BatchBreakdownResource['outcomes'];

/** Each outcome in brief: network, bundle, state, reason, rows, amount. */
function inBrief(outcomes: Outcomes) {
  return outcomes.map(({ network_id, bundle_id, state, reason, rows, amount }) =>
    [network_id?.slice(4), bundle_id?.slice(4), state, reason, rows, amount.amount]
      .map((part) => part ?? '-')
      .join(' '),
  );
}

function sumOf(outcomes: Outcomes, ...states: string[]) {
  const meant = outcomes.filter(({ state }) => states.includes(state));
  return [
    meant.reduce((sum, { rows }) => sum + rows, 0),
    meant.reduce((sum, { amount }) => sum + amount.amount, 0),
  ];
}

/** Requires that the parts add up to the batch and to the statement. */
async function expectToAddUp(): Promise<Outcomes> {
  const [outcomes, { counts, charged, refunded, held }] = [await read(), await getBatch(fixture, id)];
  const { rows, valid, duplicates, ...states } = counts;
  for (const [state, count] of Object.entries(states))
    expect([state, sumOf(outcomes, state)[0]]).toEqual([state, count]);
  expect(outcomes.reduce((sum, one) => sum + one.rows, 0)).toBe(rows);
  expect(sumOf(outcomes, 'successful', 'reversed')[1]).toBe(charged.amount);
  expect(sumOf(outcomes, 'reversed')[1]).toBe(refunded.amount);
  expect(sumOf(outcomes, 'pending')[1]).toBe(held.amount);
  const { rows: lines } = await fixture.pool.query({
    text: `
      SELECT coalesce(-sum(amount) FILTER (WHERE type = 'purchase'), 0)::bigint AS charged,
             coalesce(sum(amount) FILTER (WHERE type = 'reversal'), 0)::bigint AS refunded
        FROM statement_lines WHERE purchase_id IN (SELECT id FROM purchases WHERE batch_id = $1)`,
    values: [uuidOf('bat', asBatchId(id))],
  });
  expect(lines).toEqual([{ charged: charged.amount, refunded: refunded.amount }]);
  return outcomes;
}

const NEVER_BOUGHT = [
  `mtn mtn_small refused duplicate_purchase 1 ${PRICE}`,
  '- - invalid bundle_unavailable 2 0',
  '- - invalid invalid_phone_number 1 0',
];

it('[rows.breakdown] adds up to the counts and the statement at each stage', async () => {
  expect(inBrief(await expectToAddUp()).sort()).toEqual(
    [
      `glo glo_small waiting - 2 ${2 * PRICE}`,
      `mtn mtn_small waiting - 5 ${5 * PRICE}`,
      ...NEVER_BOUGHT,
    ].sort(),
  );

  await command(fixture, id, 'start');
  await releaseOnce(await atPrice(fixture, PAID), id);
  expect(inBrief(await expectToAddUp())).toContain(`mtn mtn_small pending - 5 ${5 * PAID}`);
  for (const as of ['refused', 'reversed', 'confirmed'] as const) await settleOne(fixture, as);
  await expectToAddUp();

  await confirmAll(fixture);
  await releaseOnce(fixture, id);
  expect((await getBatch(fixture, id)).status).toBe('completed');
  const outcomes = await expectToAddUp();
  expect(sumOf(outcomes, 'successful', 'failed', 'reversed', 'pending')).toEqual([7, 5 * PAID + 2 * PRICE]);
  expect(
    sumOf(
      outcomes.filter(({ reason }) => reason === 'number_barred'),
      'failed',
    )[0],
  ).toBe(1);
  expect(inBrief(outcomes)).toEqual(expect.arrayContaining(NEVER_BOUGHT));
  const chances = outcomes.map(({ state, reason, retry }) => [state, reason, retry]);
  expect(chances).toContainEqual(['failed', 'number_barred', 'never']);
  expect(chances).toContainEqual(['invalid', 'invalid_phone_number', 'never']);
  expect(chances).toContainEqual(['successful', null, null]);
});

it('counts a row whose release was cut off as its purchase, and the rows of a cancelled batch as canceled', async () => {
  const file = `phone_number,bundle_id\n${[21, 22].map((n) => `${phoneNumber(n)},${MTN_BUNDLE}`).join('\n')}`;
  const cut = await uploaded(fixture, file, { reference: 'cut' });
  await releaseOnce(fixture, cut.id);
  await fixture.pool.query({
    text: `UPDATE batch_rows SET state = 'waiting', purchase_id = NULL WHERE batch_id = $1`,
    values: [uuidOf('bat', asBatchId(cut.id))],
  });
  expect(inBrief(await read(cut.id)).map((one) => one.replace(/ \d+$/, ''))).toEqual([
    'mtn mtn_small pending - 2',
  ]);

  const left = await uploaded(fixture, file, { reference: 'left', start: 'manual' });
  await command(fixture, left.id, 'cancel');
  expect(inBrief(await read(left.id))).toEqual([`mtn mtn_small waiting canceled 2 ${left.cost.amount}`]);
  expect((await read(left.id)).map(({ retry }) => retry)).toEqual(['may_work']);
});

it('is not shown to another account, and not made for a batch that does not exist', async () => {
  const client = await addClient(fixture.pool, 0);
  expect((await send({ ...fixture, client }, 'GET', `${id}/breakdown`)).status).toBe(404);
  expect((await send(fixture, 'GET', `${newId('bat')}/breakdown`)).status).toBe(404);
});
