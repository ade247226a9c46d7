import { afterAll, beforeAll, expect, it } from 'vitest';
import { newApiKey } from '../../domain/crypto/api-key.ts';
import { type ApiFixture, addClient, type Client, startApi } from '../support/api/fixture.ts';
import { type Answer, balanceOf, bought, buy, order } from '../support/api/http.ts';
import { refusalOf } from '../support/api/refusal.ts';
import { codesIn, sandboxRows } from '../support/sandbox/page.ts';

let api: ApiFixture;
let client: Client;
beforeAll(async () => {
  api = await startApi();
  client = await addClient(api.pool, { balance: 1_000_000, livemode: false });
});
afterAll(() => api.close());

/** The balance has its own test. */
const ROWS = sandboxRows('request').filter(({ send }) => !send.includes('PUT'));

it.each(ROWS)('$send: $happens, $sees', async ({ send, sees }) => {
  const earlier = await bought(api, order(), client);
  const before = await balanceOf(api, client);
  const { status, code } = refusalOf(await sendRow(send, earlier.reference));
  expect(`${status} \`${code}\``).toBe(sees);
  expect(await balanceOf(api, client)).toEqual(before);
});

/** Sends what a row says. @throws when it says what this test does not know. */
function sendRow(send: string, earlier: string): Promise<Answer> {
  const [field = '', value] = codesIn(send);
  if (send.startsWith('the reference of an earlier purchase'))
    return buy(api, order({ reference: earlier }), client);
  if (send === 'a wrong key') return buy(api, order(), { key: newApiKey(false) });
  if (value === undefined) throw new Error(`this row is not tested: ${send}`);
  return buy(api, order({ [field]: value }), client);
}
