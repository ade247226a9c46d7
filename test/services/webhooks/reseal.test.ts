import { randomBytes } from 'node:crypto';
import type { Pool, QueryConfig } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setWebhookEndpoint } from '../../../db/accounts/accounts.ts';
import { rotateSecret } from '../../../db/webhooks/secrets.ts';
import { openSecret, sealSecret } from '../../../domain/crypto/sealed-secret.ts';
import { resealSecrets } from '../../../services/webhooks/reseal.ts';
import { createLedgerFixture, type LedgerFixture } from '../../support/purchases/fixture.ts';

let fixture: LedgerFixture;

beforeAll(async () => {
  fixture = await createLedgerFixture();
});
afterAll(() => fixture.close());

it('leaves nothing under the former key, also where a secret is rotated meanwhile', async () => {
  const [former, current] = [randomBytes(32), randomBytes(32)];
  const accountId = await fixture.openAccount();
  const { pool } = fixture;
  const endpoint = 'https://hooks.example.com/';
  await setWebhookEndpoint(pool, accountId, endpoint, sealSecret('first', { current: former, former: [] }));

  const rotate = async () => {
    const sealedSecret = sealSecret('second', { current, former: [] });
    const actor = { operator: 'ada', reason: 'a leak' };
    await rotateSecret(pool, accountId, { sealedSecret, overlapMs: 3_600_000 }, actor);
  };
  const result = await resealSecrets(beforeReplacing(pool, rotate), { current, former: [former] });

  expect(result).toEqual({ resealed: 1, current: 0, unreadable: [] });
  const { rows } = await pool.query<{ current: Buffer; former: Buffer }>(
    `SELECT sealed_secret AS current, former_sealed_secret AS former FROM webhook_endpoints`,
  );
  const opened = rows.map((row) =>
    [row.current, row.former].map((sealed) => openSecret(sealed, { current, former: [] })),
  );
  expect(opened).toEqual([['second', 'first']]);
});

/** Does something once, between the reading of a secret and its replacement. */
function beforeReplacing(pool: Pool, act: () => Promise<void>): Pool {
  let done = false;
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'query') return Reflect.get(target, name);
      return async (query: QueryConfig | string) => {
        const text = typeof query === 'string' ? query : query.text;
        if (!done && text.includes('UPDATE webhook_endpoints')) {
          done = true;
          await act();
        }
        return target.query(query);
      };
    },
  });
}
