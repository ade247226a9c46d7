import { afterAll, beforeAll, expect, it } from 'vitest';
import { changeRoute, listRoutes, type RouteChange } from '../../../db/networks/routes.ts';
import { ADA, BEN, staffCommands } from '../../support/approvals/staff.ts';
import { createLaneFixture, type LaneFixture, NETWORK } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
});
afterAll(() => fixture.close());

const { rule, requested, decide, statusOf } = staffCommands(() => fixture);
const change = (wanted: RouteChange, route = 'main') =>
  changeRoute(fixture.pool, NETWORK, route, wanted, ADA);
const main = async () => (await listRoutes(fixture.pool, NETWORK))?.find(({ route }) => route === 'main');

it('a route is changed by one operator without a rule', async () => {
  expect(await change({ weight: 3 })).toMatchObject({ weight: 3, drainingSince: null });
  expect(await change({ ratePerSecond: 2.5, inFlightMax: 9 })).toMatchObject({ weight: 3, inFlightMax: 9 });
  expect(await change({ ratePerSecond: null })).toMatchObject({ ratePerSecond: null, inFlightMax: 9 });
  expect(await changeRoute(fixture.pool, 'net_none', 'main', { weight: 1 }, ADA)).toBeNull();
});

it.each<[string, RouteChange, RouteChange]>([
  ['drained', { isDraining: true }, { isDraining: false }],
  ['put on trial', { canaryPercent: 5 }, { canaryPercent: 6 }],
  ['given another weight', { weight: 7 }, { weight: 8 }],
  ['given other limits', { ratePerSecond: 4, inFlightMax: 20 }, { ratePerSecond: 4, inFlightMax: 21 }],
  ['freed of its limits', { ratePerSecond: null }, { inFlightMax: null }],
])('a route is %s once another operator has approved exactly that', async (_, wanted, other) => {
  await rule('network_route', 1);
  const before = await main();
  const id = await requested(change(wanted));
  expect(await main()).toEqual(before);
  expect(await decide(id, 'approve', ADA)).toEqual({ kind: 'own', role: 'requester' });
  await decide(id, 'approve', BEN);

  const others = [await requested(change(other)), await requested(change(wanted, 'reloadly'))];
  expect(others).not.toContain(id);
  expect(await main()).toEqual(before);

  const changed = await change(wanted);
  expect(await statusOf(id)).toBe('used');
  expect({ ...changed }).toMatchObject(withoutDraining(wanted));
  expect(changed?.drainingSince !== null).toBe(wanted.isDraining ?? before?.drainingSince !== null);
  await requested(change(wanted));
});

it('an approval is used by one of two commands at the same time', async () => {
  await rule('network_route', 1);
  const wanted = { weight: 11 };
  await decide(await requested(change(wanted)), 'approve');
  const done = await Promise.allSettled([change(wanted), change(wanted)]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

function withoutDraining({ isDraining: _, ...rest }: RouteChange) {
  return rest;
}
