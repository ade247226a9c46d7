import { afterAll, beforeAll, expect, it } from 'vitest';
import { takeRouteToken } from '../../../db/purchases/send-tokens.ts';
import { createLaneFixture, type LaneFixture, NETWORK } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

const ROUTE = { networkId: NETWORK, livemode: true, route: 'main' };
const PER_SECOND = 10;
const take = async () => (await takeRouteToken(fixture.pool, ROUTE, PER_SECOND)).kind;

it('a route with a pace refills from the new time when the clock is set back', async () => {
  let last = await take();
  while (last === 'taken') last = await take();
  await fixture.pool.query('UPDATE app_clock SET offset_ms = offset_ms - 60000');
  expect(await take()).toBe('taken');
  const { rows } = await fixture.pool.query(
    'SELECT tokens_at <= app_now() AS reset, tokens <= $1 AS full FROM route_tokens',
    [PER_SECOND],
  );
  expect(rows).toEqual([{ reset: true, full: true }]);
});
