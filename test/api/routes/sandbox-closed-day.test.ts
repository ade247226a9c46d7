import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, reconcile } from '../../../clients/typescript/src/index.ts';
import { StatementResource } from '../../../contract/statement.ts';
import {
  type ApiFixture,
  addClient,
  type Client,
  PRICE,
  settle,
  startApi,
} from '../../support/api/fixture.ts';
import { bought, call, order } from '../../support/api/http.ts';
import { expectBooksInOrder } from '../../support/api/refusal.ts';
import { codesIn, sandboxRows } from '../../support/sandbox/page.ts';

const BALANCE = 1_000_000;

let api: ApiFixture;
let client: Client;
const references: string[] = [];
/** On which they were bought. */
let today: string;
beforeAll(async () => {
  api = await startApi();
  today = new Date().toISOString().slice(0, 10);
  client = await addClient(api.pool, { balance: BALANCE, livemode: false });
  for (let at = 0; at < 2; at++) {
    const purchase = await bought(api, order(), client);
    references.push(purchase.reference);
    const delivery = { confirmedAt: new Date(), networkReference: null };
    await settle({ ...api, client }, purchase.id, { kind: 'confirmed', delivery });
  }
});
afterAll(() => api.close());

async function statement(headers: Readonly<Record<string, string>>) {
  const answer = await call(api, `/v1/statements/${today}`, { key: client.key, headers });
  const shown = StatementResource.strict().parse(JSON.parse(answer.text));
  return { shown, mark: answer.headers.get('svc-sandbox') };
}

const [ROW] = sandboxRows('header').filter(({ send }) => send.includes('closed-day'));

it(`[sandbox.closed_day] ${ROW?.send}: ${ROW?.happens}, ${ROW?.sees}`, async () => {
  const [effect = ''] = codesIn(ROW?.send ?? '');
  const { shown, mark } = await statement({ 'svc-sandbox': effect });
  expect([shown.status, mark]).toEqual([codesIn(ROW?.sees ?? '')[0], effect]);
  expect(shown).toMatchObject({ opening_balance: 0, closing_balance: BALANCE - 2 * PRICE });

  // The day itself stays open, and no statement is stored.
  const open = await statement({});
  expect(open).toEqual({ shown: { ...shown, status: 'open', closing_balance: null }, mark: null });
  expect((await api.pool.query('SELECT 1 FROM statements')).rowCount).toBe(0);
  await expectBooksInOrder(api);
});

it('[sandbox.closed_day] a client reconciles today, and later movements are in the next answer', async () => {
  const typed = createClient({ baseUrl: api.baseUrl, apiKey: client.key, sandbox: 'closed-day' });
  const records = references.map((reference) => ({ type: 'purchase', reference, price: PRICE }) as const);
  const result = await reconcile(typed, { date: today, records });
  expect(result).toMatchObject({ addsUp: true, matched: 2, missing: [], unexpected: [] });

  await call(api, '/v1/sandbox/balance', { method: 'PUT', key: client.key, body: { available: 5 } });
  const { shown } = await statement({ 'svc-sandbox': 'closed-day' });
  expect(shown.closing_balance).toBe(5);
  expect(shown.totals.adjustments.count).toBe(1);
});
