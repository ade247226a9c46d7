import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { linePages, statementOf } from '../../../support/statements/fixture.ts';

let api: ApiFixture;
let history: StandardHistory;
let key: string;

beforeAll(async () => {
  api = await startApi();
  history = await writeStandardHistory(api.pool);
  key = await addKey(api.pool, history.account);
});
afterAll(() => api.close());

const list = async (query: string) => JSON.parse((await call(api, `/v1/statements${query}`, { key })).text);
const datesOf = ({ data }: { data: { date: string }[] }) => data.map(({ date }) => date);

describe('the list of statements', () => {
  it('has the closed days, newest first, exactly as each is read alone', async () => {
    const { data, has_more: hasMore } = await list('');
    expect(data).toEqual([
      await statementOf(api, EMPTY_DAY, { key }),
      await statementOf(api, FIRST_DAY, { key }),
    ]);
    expect(hasMore).toBe(false);
  });

  it('has the days of a range with both ends, a page at a time', async () => {
    expect(datesOf(await list(`?from=${EMPTY_DAY}`))).toEqual([EMPTY_DAY]);
    expect(datesOf(await list(`?to=${FIRST_DAY}`))).toEqual([FIRST_DAY]);
    expect(datesOf(await list(`?from=${TODAY}&to=${TODAY}`))).toEqual([]);
    const first = await list('?limit=1');
    expect([datesOf(first), first.has_more]).toEqual([[EMPTY_DAY], true]);
    expect(datesOf(await list(`?limit=1&cursor=${first.next_cursor}`))).toEqual([FIRST_DAY]);
  });

  it('shows nothing of another account', async () => {
    const other = await addKey(api.pool, history.otherAccount);
    const { data } = JSON.parse((await call(api, '/v1/statements', { key: other })).text);
    expect(data).toMatchObject([{ closing_balance: 5_000 }, { closing_balance: 5_000 }]);
  });

  it.each(['2026-02-30', '0000-01-01', 'yesterday', '2026-3-1'])(
    'rejects %s, which is no day',
    async (day) => {
      expect(refusalOf(await call(api, `/v1/statements?from=${day}`, { key }))).toEqual(invalid('from'));
      expect(refusalOf(await call(api, `/v1/statements?to=${day}`, { key }))).toEqual(invalid('to'));
    },
  );
});

describe('the lines of a day', () => {
  const shown = async (query: Record<string, string>) =>
    (await linePages(api, TODAY, { limit: '1', ...query }, { key })).flatMap(({ data }) => data);

  it('are filtered by type, by the reference of a purchase and by its number', async () => {
    const all = await shown({});
    const types = all.map(({ type }) => type);
    expect(types).toEqual(['purchase', 'reversal', 'adjustment']);
    for (const type of ['purchase', 'reversal', 'adjustment', 'funding'] as const)
      expect(await shown({ type })).toEqual(all.filter((line) => line.type === type));
    const [purchase] = all;
    if (purchase?.reference == null || purchase.phone_number === null) throw new Error('it has both');
    expect(await shown({ reference: purchase.reference })).toEqual([purchase]);
    expect(await shown({ phone_number: purchase.phone_number })).toEqual(
      all.filter(({ phone_number: number }) => number === purchase.phone_number),
    );
    expect(await shown({ reference: purchase.reference, type: 'reversal' })).toEqual([]);
  });

  it('reject a filter that cannot match, and a cursor of another filter', async () => {
    const at = `/v1/statements/${TODAY}/lines`;
    expect(refusalOf(await call(api, `${at}?type=gift`, { key }))).toEqual(invalid('type'));
    expect(refusalOf(await call(api, `${at}?phone_number=0803`, { key }))).toMatchObject({
      status: 400,
      param: 'phone_number',
    });
    const { next_cursor: cursor } = JSON.parse((await call(api, `${at}?limit=1`, { key })).text);
    expect(refusalOf(await call(api, `${at}?limit=1&type=purchase&cursor=${cursor}`, { key }))).toEqual(
      invalid('cursor'),
    );
  });
});
