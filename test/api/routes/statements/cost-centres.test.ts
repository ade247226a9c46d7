import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, type NewBatch } from '../../../../db/batches/upload.ts';
import { newId } from '../../../../domain/crypto/new-id.ts';
import { type PurchaseId, uuidOf } from '../../../../domain/ids.ts';
import { type ApiFixture, addKey, startApi } from '../../../support/api/fixture.ts';
import { call } from '../../../support/api/http.ts';
import { invalid, refusalOf } from '../../../support/api/refusal.ts';
import {
  EMPTY_DAY,
  FIRST_DAY,
  type StandardHistory,
  TODAY,
  writeStandardHistory,
} from '../../../support/invariants/standard-history.ts';
import { statementOf } from '../../../support/statements/fixture.ts';

let api: ApiFixture;
let history: StandardHistory;
let key: string;
let otherKey: string;

beforeAll(async () => {
  api = await startApi();
  history = await writeStandardHistory(api.pool);
  key = await addKey(api.pool, history.account);
  otherKey = await addKey(api.pool, history.otherAccount);
  await mark(history.successful, { cost_centre: ' sales ' });
});
afterAll(() => api.close());

async function mark(purchase: PurchaseId, metadata: object): Promise<void> {
  await api.pool.query('UPDATE purchases SET metadata = $2 WHERE id = $1', [
    uuidOf('pur', purchase),
    JSON.stringify(metadata),
  ]);
}

const read = (day: string, query = '', as = key) =>
  call(api, `/v1/statements/${day}/cost-centres?${query}`, { key: as });
const list = async (day: string, query = '', as = key) => JSON.parse((await read(day, query, as)).text);

const total = (
  name: string | null,
  [charged, refunded]: readonly [number, number],
  [purchases, reversals]: readonly [number, number],
) => ({
  object: 'cost_centre_total',
  cost_centre: name,
  charged: { amount: charged, currency: 'NGN' },
  refunded: { amount: refunded, currency: 'NGN' },
  purchases,
  reversals,
});

async function label(costCentre: string | null): Promise<string | null> {
  const path = `/v1/batches/${history.batch}`;
  const body = { cost_centre: costCentre };
  const answer = await call(api, path, { method: 'PATCH', key: otherKey, body });
  expect(answer.status).toBe(200);
  return JSON.parse(answer.text).cost_centre;
}

describe('the totals of cost centres', () => {
  it('are by the metadata of purchases, by name, and purchases without a cost centre come last', async () => {
    expect((await list(FIRST_DAY, `to=${TODAY}`)).data).toEqual([
      total('sales', [700, 0], [1, 0]),
      total(null, [300, 300], [1, 1]),
    ]);
    expect((await list(FIRST_DAY)).data).toEqual([total(null, [300, 0], [1, 0])]);
    expect((await list(EMPTY_DAY)).data).toEqual([]);
  });

  it('are together what the statements of the days say', async () => {
    const { data } = await list(FIRST_DAY, `to=${TODAY}`);
    const sum = (name: 'charged' | 'refunded') =>
      data.reduce((all: number, one: ReturnType<typeof total>) => all + one[name].amount, 0);
    const days = await Promise.all([FIRST_DAY, TODAY].map((day) => statementOf(api, day, { key })));
    const booked = (name: 'purchases_successful' | 'reversals') =>
      days.reduce((all, { totals }) => all + totals[name].amount, 0);
    expect([sum('charged'), sum('refunded')]).toEqual([-booked('purchases_successful'), booked('reversals')]);
  });

  it('are read a page at a time', async () => {
    const query = `to=${TODAY}&limit=1`;
    const first = await list(FIRST_DAY, query);
    expect(first).toMatchObject({ data: [{ cost_centre: 'sales' }], has_more: true });
    const second = await list(FIRST_DAY, `${query}&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({ data: [{ cost_centre: null }], has_more: false, next_cursor: null });
  });

  it('are by the cost centre of the campaign as it is now, unless a row has its own', async () => {
    const sums: readonly [[number, number], [number, number]] = [
      [400, 0],
      [1, 0],
    ];
    expect((await list(TODAY, '', otherKey)).data).toEqual([total(null, ...sums)]);
    expect(await label(' marketing ')).toBe('marketing');
    expect((await list(TODAY, '', otherKey)).data).toEqual([total('marketing', ...sums)]);
    await mark(history.otherSuccessful, { cost_centre: 'special' });
    expect((await list(TODAY, '', otherKey)).data).toEqual([total('special', ...sums)]);
    await mark(history.otherSuccessful, {});
    expect(await label('')).toBeNull();
    expect((await list(TODAY, '', otherKey)).data).toEqual([total(null, ...sums)]);
  });

  it.each(['2026-02-28', '2026-06-01', 'x'])(
    'are of at most 92 days: rejects %s as the last one',
    async (to) => {
      expect(refusalOf(await read(FIRST_DAY, `to=${to}`))).toEqual(invalid('to'));
    },
  );
});

describe('the cost centre of a campaign', () => {
  it('has up to 60 characters, and its change is in the audit log without the text', async () => {
    const path = `/v1/batches/${history.batch}`;
    const long = { cost_centre: 'x'.repeat(61) };
    const refused = await call(api, path, { method: 'PATCH', key: otherKey, body: long });
    expect(refusalOf(refused)).toEqual(invalid('cost_centre'));
    await label('Lagos branch');
    await label('Lagos branch');
    const answer = await call(api, `/v1/audit-log?action=batch_label&subject=${history.batch}`, {
      key: otherKey,
    });
    expect(JSON.parse(answer.text).data[0].after).toEqual({
      archived: false,
      has_note: false,
      note_changed: false,
      cost_centre_changed: true,
    });
    expect(answer.text).not.toContain('Lagos');
    await label(null);
  });

  it('is that of the campaign which a retry tries again', async () => {
    await label('marketing');
    const id = newId('bat');
    const retry = { of: history.batch, root: history.batch, reasons: ['failed'] };
    const batch = { ...NEW_BATCH, id, accountId: history.otherAccount, retry } as NewBatch;
    expect(await insertBatch(api.pool, batch)).toBeNull();
    const answer = await call(api, `/v1/batches/${id}`, { key: otherKey });
    expect(JSON.parse(answer.text).cost_centre).toBe('marketing');
    const unrelated = { ...NEW_BATCH, id: newId('bat'), accountId: history.otherAccount, reference: 'new' };
    await insertBatch(api.pool, unrelated as NewBatch);
    const other = await call(api, `/v1/batches/${unrelated.id}`, { key: otherKey });
    expect(JSON.parse(other.text).cost_centre).toBeNull();
  });
});

const NEW_BATCH = {
  reference: 'again',
  currency: 'NGN',
  options: {
    start: 'manual',
    onInvalid: 'skip',
    onInsufficientBalance: 'pause',
    notBefore: null,
    sendBetween: null,
    duplicates: { windowHours: 0, on: 'buy' },
  },
};
