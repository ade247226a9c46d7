import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { readId, uuidOf } from '../../../domain/ids.ts';
import { listStuck } from '../../../services/staff/stuck.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { bought, order } from '../../support/api/http.ts';
import { keepWorkerAlive } from '../../support/console/decisions.ts';
import { browse } from '../../support/people/fixture.ts';
import { staffAs } from '../../support/people/staff.ts';

const OTHERS = 5;
let api: ApiFixture;
let cookie: string;
let unknown: string[];

/** A purchase that was sent, and whose answer was read so. */
async function sent(outcome: string): Promise<string> {
  const id = readId('pur', (await bought(api, order())).id);
  if (id === null) throw new Error('it has an id');
  await openSubmission(api.pool, id, 1);
  await api.pool.query(
    'UPDATE submissions SET answered_at = app_now(), outcome = $2 WHERE purchase_id = $1',
    [uuidOf('pur', id), outcome],
  );
  return id;
}

beforeAll(async () => {
  api = await startApi();
  cookie = (await staffAs(api, 'operator')).cookie;
  for (let at = 0; at < OTHERS; at += 1) await sent('accepted');
  unknown = [await sent('unknown'), await sent('unknown')];
  await api.pool.query(`UPDATE purchases SET created_at = created_at - interval '5 minutes'`);
  await keepWorkerAlive(api);
});
afterAll(() => api.close());

async function read(query: string) {
  const { text } = await browse(api, `/v1/staff/purchases/stuck?cause=outcome_unknown&${query}`, { cookie });
  const { data, ...page } = JSON.parse(text);
  return { ...page, ids: data.map(({ id }: { id: string }) => id) };
}

it('a page has the purchases with a cause, however many with others come before them', async () => {
  expect(await read('limit=2')).toMatchObject({
    ids: unknown,
    has_more: false,
    next_cursor: null,
    causes: [
      { cause: 'waiting_for_network', count: OTHERS },
      { cause: 'outcome_unknown', count: 2 },
    ],
  });
});

it('another page follows only if another purchase has the cause, and each is counted once', async () => {
  const first = await read('limit=1');
  expect(first).toMatchObject({ ids: [unknown[0]], has_more: true });
  const second = await read(`limit=1&cursor=${first.next_cursor}`);
  expect(second).toMatchObject({ ids: [unknown[1]], has_more: false, next_cursor: null });
  expect(second.causes).toEqual([{ cause: 'outcome_unknown', count: 1 }]);
});

it('a page ends after so many purchases as one request may examine, and the next one continues there', async () => {
  const filter = { networkId: null, accountId: null, olderThanMs: 60_000, limit: 1 };
  const none = await listStuck(api.pool, filter, 'outcome_unknown', null, OTHERS);
  expect(none.page).toMatchObject({ data: [], has_more: true });
  const next = await listStuck(api.pool, filter, 'outcome_unknown', none.last, OTHERS);
  expect(next.page).toMatchObject({ data: [{ id: unknown[0] }], has_more: true });
});
