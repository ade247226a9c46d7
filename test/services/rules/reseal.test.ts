import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { blockNumbers, lookUpBlocked, unblockNumbers } from '../../../services/rules/blocklist.ts';
import { resealBlocklistKeys } from '../../../services/rules/reseal.ts';
import { resealSecrets } from '../../../services/webhooks/reseal.ts';
import { createLedgerFixture, type LedgerFixture } from '../../support/purchases/fixture.ts';

const BY = { operator: 'test', reason: 'test' };
const NUMBER = '+2348031234567';

let fixture: LedgerFixture;

beforeAll(async () => {
  fixture = await createLedgerFixture();
});
afterAll(() => fixture.close());

it('keeps every blocked number when the key that seals the blocklist is replaced', async () => {
  const { pool } = fixture;
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const accountId = await fixture.openAccount();
  await blockNumbers(pool, { current: former, former: [] }, accountId, [NUMBER], BY);

  const keys = { current, former: [former] };
  expect(await resealSecrets(pool, keys)).toEqual({ resealed: 1, current: 0, unreadable: [] });
  expect(await resealSecrets(pool, keys)).toEqual({ resealed: 0, current: 1, unreadable: [] });

  const only = { current, former: [] };
  expect(await lookUpBlocked(pool, only, accountId, NUMBER)).toBeInstanceOf(Date);
  expect(await unblockNumbers(pool, only, accountId, [NUMBER], BY)).toBe(1);
  expect(await lookUpBlocked(pool, only, accountId, NUMBER)).toBeNull();
});

it('names the accounts whose key none of the keys opens, and leaves them as they are', async () => {
  const { pool } = fixture;
  const lost = { current: randomBytes(32), former: [] };
  const accountId = await fixture.openAccount();
  await blockNumbers(pool, lost, accountId, [NUMBER], BY);
  const { unreadable } = await resealBlocklistKeys(pool, { current: randomBytes(32), former: [] });
  expect(unreadable).toContain(accountId);
  expect(await lookUpBlocked(pool, lost, accountId, NUMBER)).toBeInstanceOf(Date);
});
