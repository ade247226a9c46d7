import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCursors } from '../../../api/routes/cursor.ts';
import type { PurchaseResource } from '../../../contract/purchase.ts';
import {
  type ApiFixture,
  addClient,
  type Client,
  PRICE,
  settle,
  startApi,
} from '../../support/api/fixture.ts';
import { bought, call, list, order, type Page } from '../../support/api/http.ts';
import { invalid, refusalOf } from '../../support/api/refusal.ts';

const COUNT = 60;

let api: ApiFixture;
/** Of the fixture's own account, newest first. */
let purchases: PurchaseResource[];

beforeAll(async () => {
  api = await startApi();
  purchases = await Promise.all(Array.from({ length: COUNT }, () => bought(api)));
  for (let i = 0; i < 3; i++) purchases.push(await bought(api));
  const delivery = { confirmedAt: new Date(), networkReference: null };
  const [a, b, c] = purchases;
  if (a === undefined || b === undefined || c === undefined) throw new Error('nothing was bought');
  await settle(api, a.id, { kind: 'confirmed', delivery });
  await settle(api, b.id, { kind: 'refused', code: 'number_not_eligible' });
  await settle(api, c.id, { kind: 'confirmed', delivery });
  const reversal = { reversedAt: new Date(), reason: 'Credited by mistake' };
  await settle(api, c.id, { kind: 'reversed', delivery, reversal });
  purchases.sort((x, y) => (x.created_at + x.id < y.created_at + y.id ? 1 : -1));
});

afterAll(() => api.close());

/** Every page of a list, from the first to the one that says it is the last. */
async function pages(query: Record<string, string>, between = async () => {}, key?: string): Promise<Page[]> {
  const read: Page[] = [];
  let cursor: string | null = null;
  do {
    const page: Page = await list(
      api,
      cursor === null ? query : { ...query, cursor },
      key === undefined ? {} : { key },
    );
    read.push(page);
    expect(page.has_more).toBe(page.next_cursor !== null);
    cursor = page.next_cursor;
    await between();
  } while (cursor !== null);
  return read;
}

function idsOf(read: readonly Page[]): string[] {
  return read.flatMap(({ data }) => data.map(({ id }) => id));
}

describe('the list of purchases', () => {
  it('[conventions.list] [list.order] comes newest first, 25 a page', async () => {
    const read = await pages({});
    expect(read.map(({ data }) => data.length)).toEqual([25, 25, 13]);
    expect(idsOf(read)).toEqual(purchases.map(({ id }) => id));
  });

  it.each(['1', '7', '62', '63', '64', '100'])(
    '[paging.limit] is the same in pages of %s, and only the last says there is no more',
    async (limit) => {
      const read = await pages({ limit });
      expect(idsOf(read)).toEqual(purchases.map(({ id }) => id));
      expect(read).toHaveLength(Math.ceil(purchases.length / Number(limit)));
    },
  );

  it('shows each purchase as its own address does', async () => {
    for (const shown of (await list(api, { limit: '4' })).data)
      expect(JSON.parse((await call(api, `/v1/purchases/${shown.id}`)).text)).toEqual(shown);
  });

  it('stays the same list page by page while new purchases arrive', async () => {
    const client: Client = await addClient(api.pool, { balance: 100 * PRICE });
    const own = { key: client.key };
    const before: string[] = [];
    for (let i = 0; i < 9; i++) before.unshift((await bought(api, order(), own)).id);
    const arrive = async () => void (await bought(api, order(), own));
    expect(idsOf(await pages({ limit: '2' }, arrive, client.key))).toEqual(before);
  });

  it('of an account that bought nothing is empty', async () => {
    const { key } = await addClient(api.pool);
    const empty = { object: 'list', data: [], has_more: false, next_cursor: null };
    expect(await list(api, {}, { key })).toEqual(empty);
  });
});

describe('a filter', () => {
  const matching = (test: (purchase: PurchaseResource) => boolean) =>
    purchases.filter(test).map(({ id }) => id);

  it('[list.reference] reference finds the one purchase, or none', async () => {
    const { reference } = purchases[30] ?? order();
    const found = idsOf([await list(api, { reference })]);
    expect(found).toEqual(matching((purchase) => purchase.reference === reference));
    expect(found).toHaveLength(1);
    expect((await list(api, { reference: reference.toUpperCase() })).data).toEqual([]);
  });

  it('[list.phone_number] phone_number finds the purchases for that number', async () => {
    const { phone_number } = purchases[30] ?? order();
    const found = await pages({ phone_number });
    expect(idsOf(found)).toEqual(matching((purchase) => purchase.phone_number === phone_number));
  });

  it('same_number_as finds all purchases for the number of a purchase of the account', async () => {
    const { key } = await addClient(api.pool, { balance: 100 * PRICE });
    const own = { key };
    const number = { phone_number: '+2348039998866' };
    const [first, second, other] = [
      await bought(api, { ...order(), ...number }, own),
      await bought(api, { ...order(), ...number }, own),
      await bought(api, { ...order(), phone_number: '+2348039998877' }, own),
    ];
    const found = await pages({ same_number_as: first.id, limit: '1' }, undefined, key);
    expect(idsOf(found)).toEqual([second.id, first.id]);
    expect(idsOf([await list(api, { same_number_as: other.id }, own)])).toEqual([other.id]);
    const both = { same_number_as: first.id, phone_number: other.phone_number };
    expect((await list(api, both, own)).data).toEqual([]);
    // Those of another account, and what is not an id, find nothing.
    expect((await list(api, { same_number_as: first.id })).data).toEqual([]);
    expect((await list(api, { same_number_as: 'order-1' })).data).toEqual([]);
  });

  it.each([
    ['pending', COUNT],
    ['successful', 1],
    ['failed', 1],
    ['reversed', 1],
  ])('[list.status] status=%s finds the %i purchases in that state', async (status, count) => {
    const found = await pages({ status });
    expect(idsOf(found)).toHaveLength(count);
    expect(new Set(found.flatMap(({ data }) => data.map((purchase) => purchase.status)))).toEqual(
      new Set([status]),
    );
  });

  it('[list.created] created_from includes its time and created_to does not', async () => {
    const at = purchases[20]?.created_at ?? '';
    const from = await pages({ created_from: at });
    const to = await pages({ created_to: at });
    expect(idsOf(from)).toEqual(matching((purchase) => purchase.created_at >= at));
    expect(idsOf(to)).toEqual(matching((purchase) => purchase.created_at < at));
    expect(idsOf(from).length + idsOf(to).length).toBe(purchases.length);
  });

  it('of time may be written with an offset', async () => {
    const at = purchases[20]?.created_at ?? '';
    const shifted = new Date(Date.parse(at) + 3_600_000).toISOString().replace('Z', '+01:00');
    expect(idsOf(await pages({ created_from: shifted }))).toEqual(idsOf(await pages({ created_from: at })));
  });

  it('holds together with others, over all pages', async () => {
    const at = purchases[50]?.created_at ?? '';
    const found = await pages({ status: 'pending', created_from: at, limit: '5' });
    const ids = new Set(idsOf(await pages({ status: 'pending' })));
    expect(idsOf(found)).toEqual(matching(({ id, created_at }) => created_at >= at && ids.has(id)));
  });
});

describe('a cursor', () => {
  let cursor: string;

  beforeAll(async () => {
    cursor = (await list(api, { limit: '2', status: 'pending' })).next_cursor ?? '';
  });

  const opened = (query: Record<string, string>) =>
    call(api, `/v1/purchases?${new URLSearchParams({ status: 'pending', ...query })}`);

  it('[paging.cursor] opens the next page of its list, of any size, repeatedly', async () => {
    for (const limit of ['1', '5', '5']) expect((await opened({ cursor, limit })).status).toBe(200);
  });

  it('opens no list with other filters', async () => {
    const others: Record<string, string>[] = [
      { status: 'failed' },
      { reference: 'a' },
      { created_from: '2020-01-01T00:00:00Z' },
    ];
    for (const filters of others)
      expect(refusalOf(await opened({ cursor, ...filters }))).toEqual(invalid('cursor'));
    expect(refusalOf(await call(api, `/v1/purchases?cursor=${cursor}`))).toEqual(invalid('cursor'));
  });

  it('[paging.cursor] opens nothing once any character of it was changed', async () => {
    for (let at = 0; at < cursor.length; at++) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(refusalOf(await opened({ cursor: changed }))).toEqual(invalid('cursor'));
    }
    for (const changed of [cursor.slice(1), cursor.slice(0, -1), `${cursor}A`, `${cursor}=`])
      expect(refusalOf(await opened({ cursor: changed }))).toEqual(invalid('cursor'));
  });

  it.each<[string, string[]]>([
    ['a time that is none', ['yesterday', 'pur_00000000000000000000000000']],
    ['a time out of range', ['+275760-09-13T00:00:00.001Z', 'pur_00000000000000000000000000']],
    ['an id that is none', ['2026-01-01T00:00:00.000Z', 'pur_x']],
    ['an id of another kind', ['2026-01-01T00:00:00.000Z', 'bat_00000000000000000000000000']],
    ['nothing', []],
  ])('that a client built itself opens nothing: %s', async (_name, position) => {
    const scope = {
      accountId: api.client.accountId,
      endpoint: 'purchases',
      filters: { status: 'pending' },
    };
    const forged = createCursors().seal(scope, position);
    expect(refusalOf(await opened({ cursor: forged }))).toEqual(invalid('cursor'));
  });
});
