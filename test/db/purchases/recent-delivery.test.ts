import { expect, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { readRecentDeliveries } from '../../../db/purchases/recent-delivery.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { createLedgerFixture, NETWORK } from '../../support/purchases/fixture.ts';

it('recent delivery times cover all purchases confirmed in the window, whenever they were accepted', async () => {
  const fixture = await createLedgerFixture();
  const pool = createPool(fixture.url, { max: 1, applicationName: 'test' });
  const account = uuidOf('acc', await fixture.openAccount());
  const confirm = (count: number, agoMinutes: number, seconds: number) =>
    pool.query(
      `INSERT INTO purchases
              (id, account_id, reference, fingerprint, livemode, phone_number, network_id, bundle_id, bundle_name, data_mb,
               validity_hours, product_code, price, currency, metadata, created_at, resolve_by, next_action_at, status,
               confirmed_at, completed_at)
       SELECT uuidv7(), $1, gen_random_uuid(), '\\x00', true, '+2348030000001', $5, 'bnd_mtn', 'MTN', 1, 1, '1', 1,
              'NGN', '{}', at - $4 * interval '1 second', at + interval '1 hour', at, 'successful', at, at
         FROM generate_series(1, $2::int), (SELECT app_now() - $3 * interval '1 minute' AS at) c`,
      [account, count, agoMinutes, seconds, NETWORK],
    );
  await confirm(2_000, 1, 1);
  await confirm(1_000, 10, 10);
  // Accepted before the window starts.
  await confirm(200, 2, 1_200);
  // Confirmed before it starts.
  await confirm(50, 16, 1);

  expect((await readRecentDeliveries(pool)).get(NETWORK)).toEqual({
    medianSeconds: 1,
    p95Seconds: 1_200,
    windowMinutes: 15,
    sampleSize: 3_200,
  });
  await pool.end();
  await fixture.close();
});
