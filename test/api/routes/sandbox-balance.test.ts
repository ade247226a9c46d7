import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { SANDBOX_BALANCE_MAX } from '../../../contract/balance.ts';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { BALANCE_CHANGES_MAX } from '../../../db/accounts/sandbox.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, type Client, PRICE, startApi } from '../../support/api/fixture.ts';
import { type Answer, balanceOf, bought, buy, call, order } from '../../support/api/http.ts';
import { expectBooksInOrder, invalid, refusalOf } from '../../support/api/refusal.ts';
import { codesIn, sandboxRows } from '../../support/sandbox/page.ts';

const BALANCE = 1_000_000;

let api: ApiFixture;
let client: Client;
beforeAll(async () => {
  api = await startApi();
  client = await addClient(api.pool, { balance: BALANCE, livemode: false });
});
afterAll(() => api.close());

function setBalance(body: unknown, { key }: Client = client): Promise<Answer> {
  return call(api, '/v1/sandbox/balance', { method: 'PUT', body, key });
}

const Statement = z.object({
  totals: z.object({ adjustments: z.object({ count: z.int(), amount: z.int() }) }),
});
const Lines = z.object({ data: z.array(z.object({ type: z.string(), amount: z.int() })) });

const today = () => new Date().toISOString().slice(0, 10);

async function statementOf({ key }: Client, day: string) {
  const { text } = await call(api, `/v1/statements/${day}`, { key });
  const lines = await call(api, `/v1/statements/${day}/lines?limit=100`, { key });
  return {
    adjustments: Statement.parse(JSON.parse(text)).totals.adjustments,
    lines: Lines.parse(JSON.parse(lines.text)).data,
  };
}

it('[sandbox.balance] sets what is available, keeps what is held, and books the difference', async () => {
  await bought(api, order(), client);
  const day = today();
  const answer = await setBalance({ available: 5_000 });
  expect(answer.status).toBe(200);
  expect(JSON.parse(answer.text)).toMatchObject({
    object: 'balance',
    available: { amount: 5_000, currency: 'NGN' },
    held: { amount: PRICE },
  });
  expect(await balanceOf(api, client)).toEqual([5_000, PRICE]);
  const amount = 5_000 - (BALANCE - PRICE);
  const { adjustments, lines } = await statementOf(client, day);
  expect(adjustments).toEqual({ count: 1, amount });
  expect(lines.at(-1)).toEqual({ type: 'adjustment', amount });
  await expectBooksInOrder(api);
});

it('[sandbox.balance] books nothing if the balance is so already, and each of many concurrent changes once', async () => {
  const one = await addClient(api.pool, { livemode: false });
  const day = today();
  await setBalance({ available: 7_000 }, one);
  expect((await setBalance({ available: 7_000 }, one)).status).toBe(200);
  expect((await statementOf(one, day)).adjustments).toEqual({ count: 1, amount: 7_000 });

  const wanted = Array.from({ length: 20 }, (_, at) => 10_000 + at);
  await Promise.all(wanted.map((available) => setBalance({ available }, one)));
  const [available] = await balanceOf(api, one);
  expect(wanted).toContain(available);
  expect((await statementOf(one, day)).adjustments).toEqual({ count: 21, amount: available });
  await expectBooksInOrder(api);
});

const [ROW] = sandboxRows('request').filter(({ send }) => send.includes('PUT'));

it(`[sandbox.balance] ${ROW?.send}: ${ROW?.happens}`, async () => {
  const [, body = ''] = codesIn(ROW?.send ?? '');
  expect((await setBalance(JSON.parse(body))).status).toBe(200);
  const { status, code } = refusalOf(await buy(api, order(), client));
  expect(`every purchase: ${status} \`${code}\``).toBe(ROW?.sees);
  await setBalance({ available: SANDBOX_BALANCE_MAX });
  expect((await buy(api, order(), client)).status).toBe(201);
});

it.each([
  { available: -1 },
  { available: SANDBOX_BALANCE_MAX + 1 },
  { available: 0.5 },
  { available: '5' },
  {},
])('rejects %j', async (body) => {
  const before = await balanceOf(api, client);
  expect(refusalOf(await setBalance(body))).toEqual(invalid('available'));
  expect(await balanceOf(api, client)).toEqual(before);
});

it('[sandbox.live] is 404 in live mode, and changes nothing', async () => {
  const before = await balanceOf(api);
  const answer = await setBalance({ available: 5 }, api.client);
  expect(refusalOf(answer)).toEqual({ status: 404, code: 'not_found', retryable: false });
  expect(await balanceOf(api)).toEqual(before);
});

it('is limited per UTC day, and says when it is possible again; funding by an operator does not count', async () => {
  const busy = await addClient(api.pool, { balance: PRICE, livemode: false });
  await api.pool.query({
    text: `INSERT INTO audit_log (id, principal_kind, principal_id, action, account_id, subject, after)
           SELECT gen_random_uuid(), 'key', 'unknown', 'adjustment', $1, 'account', '{"amount": 1}'
             FROM generate_series(2, $2)`,
    values: [uuidOf('acc', busy.accountId), BALANCE_CHANGES_MAX],
  });
  await fundAccount(api.pool, busy.accountId, {
    type: 'adjustment',
    amount: 1,
    operator: 'ada',
    reason: 'test',
  });
  expect((await setBalance({ available: 1 }, busy)).status).toBe(200);
  const refused = await setBalance({ available: 2 }, busy);
  expect(refusalOf(refused)).toEqual({ status: 429, code: 'rate_limited', retryable: true });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(86_400);
  expect(await balanceOf(api, busy)).toEqual([1, 0]);
});
