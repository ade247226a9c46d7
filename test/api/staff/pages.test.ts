import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, addClient, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';
import { fillStaffLists, STAFF_LIST_ITEMS } from '../../support/api/staff-lists.ts';
import { staffOperationsOf } from '../../support/api/staff-operations.ts';
import { browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

/** The lists with pages, each with the filters that a page must keep, and the fields that name an item. */
const LISTS: Readonly<Record<string, readonly [query: string, ...key: string[]]>> = {
  '/v1/staff/accounts': ['q=test', 'id'],
  '/v1/staff/people': ['q=acme', 'id', 'organisation_id'],
  '/v1/staff/purchases/stuck': ['network_id=net_mtn', 'id'],
  '/v1/staff/purchases/failed': ['network_id=net_mtn', 'id'],
  '/v1/staff/late-confirmations': ['network_id=net_mtn', 'purchase_id'],
  '/v1/staff/contradictions': ['network_id=net_mtn&all=true', 'purchase_id', 'kind'],
  '/v1/staff/batches': ['status=all&search=page', 'id'],
  '/v1/staff/webhook-endpoints/failing': ['', 'account_id', 'endpoint_id'],
  '/v1/staff/queues/webhook-endpoints': ['', 'account_id', 'endpoint_id'],
  '/v1/staff/approvals': ['all=true', 'id'],
  '/v1/staff/reconciliations': ['network_id=net_mtn', 'id'],
  '/v1/staff/reconciliation-requests': ['network_id=net_mtn', 'id'],
  '/v1/staff/audit-log': ['action=gateway_reconcile', 'id'],
};

/** Those whose numbers change: the first page has the largest, and later pages have the others in another order. */
const WORST_FIRST = ['/v1/staff/webhook-endpoints/failing', '/v1/staff/queues/webhook-endpoints'];

let api: ApiFixture;
let cookie: string;
beforeAll(async () => {
  api = await startApi();
  cookie = (await staffAs(api, 'operator')).cookie;
  await fillStaffLists(api, cookie);
});
afterAll(() => api.close());

const get = (path: string) => browse(api, path, { cookie });

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
async function read(path: string): Promise<any> {
  const answer = await get(path);
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
  return JSON.parse(answer.text);
}

/** The items of every page, and how many each page had. */
async function walk(path: string, query: string, limit: number) {
  const items: object[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { data: object[]; has_more: boolean; next_cursor: string | null } = await read(
      `${path}?${query}&limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`,
    );
    expect(page.has_more).toBe(page.next_cursor !== null);
    items.push(...page.data);
    sizes.push(page.data.length);
    cursor = page.next_cursor;
  }
  return { items, sizes };
}

describe('the staff lists', () => {
  it('have pages wherever they have a limit', () => {
    const withLimit = staffOperationsOf(api).filter(({ queryParameters }) =>
      queryParameters.includes('limit'),
    );
    expect(withLimit.map(({ path }) => path).toSorted()).toEqual(Object.keys(LISTS).toSorted());
    expect(withLimit.filter(({ queryParameters }) => !queryParameters.includes('cursor'))).toEqual([]);
  });

  it.each(Object.entries(LISTS))(
    '%s has every item once, page after page, in the same order if that does not change',
    async (path, [query, ...key]) => {
      const all = await read(`${path}?${query}&limit=100`);
      const keysOf = (items: readonly object[]) =>
        items.map((item) =>
          key.map((name) => Object.entries(item).find(([field]) => field === name)?.[1]).join(' '),
        );
      const { items, sizes } = await walk(path, query, 2);
      expect(all.data.length).toBeGreaterThanOrEqual(STAFF_LIST_ITEMS);
      expect([all.has_more, all.next_cursor]).toEqual([false, null]);
      const isOrdered = !WORST_FIRST.includes(path);
      const inOrder = (keys: readonly string[]) => (isOrdered ? keys : keys.toSorted());
      expect(inOrder(keysOf(items))).toEqual(inOrder(keysOf(all.data)));
      expect(new Set(keysOf(items)).size).toBe(items.length);
      expect(sizes.slice(0, -1).every((size) => size === 2)).toBe(true);
    },
  );

  it.each(WORST_FIRST)('%s repeats and leaves out nothing while its numbers change', async (path) => {
    const keysOf = (page: { data: { account_id: string; endpoint_id: string | null }[] }) =>
      page.data.map(({ account_id: account, endpoint_id: id }) => `${account} ${id}`);
    const all = keysOf(await read(`${path}?limit=100`));
    const first = await read(`${path}?limit=3`);
    expect(keysOf(first)).toEqual(all.slice(0, 3));
    // What was last is worst now, and the other way round.
    for (const table of ['webhook_endpoints', 'client_endpoints'])
      await api.pool.query(`UPDATE ${table} SET failures = 10 - failures WHERE failures > 0`);
    const second = await read(`${path}?limit=3&cursor=${first.next_cursor}`);
    const third = await read(`${path}?limit=100&cursor=${second.next_cursor}`);
    const seen = [first, second, third].flatMap(keysOf);
    expect(seen.toSorted()).toEqual(all.toSorted());
    expect(third.next_cursor).toBeNull();
  });

  it('refuse the cursor of another list, of other filters, and of a client', async () => {
    const { next_cursor: cursor } = await read('/v1/staff/late-confirmations?limit=1');
    const clients = JSON.parse((await call(api, '/v1/purchases?limit=1')).text).next_cursor;
    expect([typeof cursor, typeof clients]).toEqual(['string', 'string']);
    for (const path of [
      `/v1/staff/contradictions?cursor=${cursor}`,
      `/v1/staff/late-confirmations?all=true&cursor=${cursor}`,
      `/v1/staff/late-confirmations?cursor=${clients}`,
      `/v1/staff/purchases/stuck?cursor=${cursor}`,
    ]) {
      const { status, code } = refusalOf(await get(path));
      expect([path, status, code]).toEqual([path, 400, 'invalid_request']);
    }
    const own = await call(api, `/v1/purchases?cursor=${cursor}`);
    expect(own.status).toBe(400);
  });
});

describe('GET /v1/staff/batches', () => {
  const found = async (query: string) =>
    (await read(`/v1/staff/batches?${query}`)).data.map(({ reference }: { reference: string }) => reference);

  it('finds campaigns by account, and by a part of their reference or note', async () => {
    const { accountId } = await addClient(api.pool, { balance: 0 });
    await api.pool.query(`UPDATE batches SET note = 'For the Winter sale' WHERE reference = 'page-2'`);
    expect(await found(`status=all&account_id=${api.client.accountId}&search=GE-4`)).toEqual(['page-4']);
    expect(await found('status=ready&search=winter')).toEqual(['page-2']);
    expect(await found(`status=all&account_id=${accountId}`)).toEqual([]);
    expect(await found('search=winter')).toEqual([]);
    expect((await get('/v1/staff/batches?account_id=acc_x')).status).toBe(404);
  });
});
