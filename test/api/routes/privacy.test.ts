import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createEraser } from '../../../services/privacy/eraser.ts';
import {
  type ApiFixture,
  addClient,
  addScopedKey,
  PRICE,
  settle,
  startApi,
} from '../../support/api/fixture.ts';
import { type Answer, bought, call, order } from '../../support/api/http.ts';
import { refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
/** May erase, export and see numbers. */
let key: string;
beforeAll(async () => {
  api = await startApi();
  await api.pool.query('UPDATE accounts SET rate_limit_per_second = 10000');
  key = await addScopedKey(api.pool, api.client.accountId, [
    'privacy:manage',
    'privacy:export',
    'numbers:read',
  ]);
});
afterAll(() => api.close());

const post = (path: string, phone_number: string, by = key): Promise<Answer> =>
  call(api, path, { method: 'POST', key: by, body: { phone_number } });

const Erasure = z.looseObject({ id: z.string(), status: z.string(), purchases: z.number() });
const Exported = z.looseObject({
  purchases: z.array(z.looseObject({ id: z.string() })),
  statement_lines: z.array(z.unknown()),
  events: z.array(z.unknown()),
});
const read = <T extends z.ZodType>(schema: T, { text }: Answer): z.output<T> =>
  schema.parse(JSON.parse(text));

/** A number for which a purchase was delivered. */
async function deliveredTo(phoneNumber: string): Promise<string> {
  const { id } = await bought(api, order({ phone_number: phoneNumber }));
  await settle(api, id, { kind: 'confirmed', delivery: { confirmedAt: new Date(), networkReference: null } });
  return id;
}

const erase = () => createEraser(api.pool, api.secretsKeys).run(new AbortController().signal);

async function actions(action: string): Promise<object[]> {
  const { rows } = await api.pool.query({
    text: 'SELECT action, subject, after, before, reason FROM audit_log WHERE action = $1 AND account_id IS NOT NULL',
    values: [action],
  });
  return rows;
}

describe('an erasure over the API', () => {
  const number = '+2348030000501';

  it('starts once, however often it is requested, and the worker completes it', async () => {
    await deliveredTo(number);
    const first = await post('/v1/erasures', number);
    expect([first.status, read(Erasure, first).status]).toEqual([201, 'running']);
    expect(first.text).not.toContain(number.slice(4));
    const second = await post('/v1/erasures', number);
    expect([second.status, read(Erasure, second).id]).toEqual([200, read(Erasure, first).id]);
    expect(await actions('number_erase')).toHaveLength(1);

    await erase();
    const list = await call(api, '/v1/erasures', { key });
    expect(JSON.parse(list.text).data).toMatchObject([
      { id: read(Erasure, first).id, object: 'erasure', status: 'completed', waits_for: null, purchases: 1 },
    ]);
    expect(list.text).not.toContain(number.slice(4));
    expect(read(Exported, await post('/v1/number-exports', number)).purchases).toEqual([]);
  });

  it('is refused with the time to ask again while a purchase for the number is pending', async () => {
    const { id } = await bought(api, order({ phone_number: '+2348030000502' }));
    const refused = await post('/v1/erasures', '+2348030000502');
    expect(refusalOf(refused)).toMatchObject({
      status: 409,
      code: 'invalid_request',
      param: 'phone_number',
      details: { purchase_id: id, until: expect.stringMatching(/Z$/) },
    });
    expect(await actions('number_erase')).toHaveLength(1);
  });
});

describe('an export over the API', () => {
  it('has what the account holds about the number, is in the audit log, and has nothing of others', async () => {
    const number = '+2348030000503';
    const id = await deliveredTo(number);
    const before = (await actions('number_export')).length;
    const exported = read(Exported, await post('/v1/number-exports', number));
    expect(exported).toMatchObject({ object: 'number_export', phone_number: number, is_complete: true });
    expect(exported.purchases.map((purchase) => purchase.id)).toEqual([id]);
    expect([exported.statement_lines.length, exported.events.length]).toEqual([1, 1]);
    const logged = await actions('number_export');
    expect(logged).toHaveLength(before + 1);
    expect(JSON.stringify(logged)).not.toContain(number.slice(4));

    const other = await addClient(api.pool, { balance: PRICE });
    const stranger = await addScopedKey(api.pool, other.accountId, ['privacy:export', 'numbers:read']);
    expect(read(Exported, await post('/v1/number-exports', number, stranger)).purchases).toEqual([]);
  });

  it('needs the right to see numbers, and nothing is recorded without it', async () => {
    const before = (await actions('number_export')).length;
    const blind = await addScopedKey(api.pool, api.client.accountId, ['privacy:export']);
    expect(refusalOf(await post('/v1/number-exports', '+2348030000503', blind))).toMatchObject({
      status: 403,
      details: { required_right: 'numbers:read' },
    });
    expect(await actions('number_export')).toHaveLength(before);
  });
});

it.each(['/v1/erasures', '/v1/number-exports'])('%s takes no key with the scope all', async (path) => {
  const answer = await post(path, '+2348030000503', api.client.key);
  expect(refusalOf(answer)).toMatchObject({ status: 403, code: 'permission_denied' });
});

it('both are limited to a tenth of the rate, together with number lookups', async () => {
  // One per second, so that all could be answered only if they took fifteen seconds.
  const slow = await addClient(api.pool, { balance: PRICE, rateLimitPerSecond: 19 });
  const own = await addScopedKey(api.pool, slow.accountId, [
    'privacy:manage',
    'privacy:export',
    'numbers:read',
  ]);
  const paths = Array.from({ length: 15 }, (_, n) => (n % 2 === 0 ? '/v1/erasures' : '/v1/number-exports'));
  const answers = await Promise.all(paths.map((path) => post(path, '+2348030000504', own)));
  const limited = answers.filter(({ status }) => status === 429);
  expect(limited.length).toBeGreaterThan(0);
  expect(limited.map(({ text }) => text).join()).toMatch(/look up 1 numbers per second/);
});
