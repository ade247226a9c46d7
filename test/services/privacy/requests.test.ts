import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { storeRequests } from '../../../db/requests/request-log.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, uuidOf } from '../../../domain/ids.ts';
import { keepPath, keepText } from '../../../domain/requests/kept-text.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';
import { buy, fail, fund, openAccount } from '../../support/invariants/history.ts';
import { erased, findDigits } from '../../support/privacy/fixture.ts';

/** The number of every purchase of these histories. */
const NUMBER = '+2348031234567';
const AT = new Date('2026-03-01T08:00:00.000Z');

let database: PooledDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openTestDatabase({ max: 4 });
  pool = database.pool;
});
afterAll(() => database.close());

/** A request for each of these addresses and bodies. */
function store(accountId: AccountId, requests: readonly (readonly [url: string, body: object])[]) {
  return storeRequests(
    pool,
    requests.map(([url, body]) => ({
      id: newId('req'),
      accountId,
      at: AT,
      method: 'POST',
      path: keepPath(url),
      status: 201,
      durationMs: 5,
      principalKind: 'key' as const,
      principalId: newId('key'),
      address: null,
      request: keepText(JSON.stringify(body)),
      response: { text: null, isCut: false },
    })),
  );
}

async function pathsLeft(accountId: AccountId): Promise<string[]> {
  const { rows } = await pool.query<{ path: string }>({
    text: 'SELECT path FROM request_log WHERE account_id = $1 ORDER BY path',
    values: [uuidOf('acc', accountId)],
  });
  return rows.map(({ path }) => path);
}

it('the erasure of a number deletes requests that mention it or its purchases, of one account only', async () => {
  const [account, other] = [await openAccount(pool, AT), await openAccount(pool, AT)];
  await fund(pool, account, 10_000, AT);
  const purchase = await buy(pool, account, { price: 300, at: AT });
  await fail(pool, purchase, AT);
  const mentions = [
    ['/v1/purchases', { phone_number: NUMBER }],
    ['/v1/number-lookups', { phone_number: '0803 123 4567' }],
    [`/v1/purchases?phone_number=${encodeURIComponent(NUMBER)}`, {}],
    [`/v1/purchases/${purchase}`, { metadata: { customer: 'Amina' } }],
  ] as const;
  const others = [
    ['/v1/balance', {}],
    ['/v1/purchases/of-another', { phone_number: '+2348037654321' }],
  ] as const;
  await store(account, [...mentions, ...others]);
  await store(other, mentions);

  await erased(pool, account, NUMBER);
  expect(await pathsLeft(account)).toEqual(['/v1/balance', '/v1/purchases/of-another']);
  expect(await findDigits(pool, account, NUMBER.slice(4))).toEqual([]);
  expect(await pathsLeft(other)).toHaveLength(mentions.length);
});
