import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ANY_ENTRY, searchAudit } from '../../../db/audit/search.ts';
import { judgeNetworks } from '../../../db/networks/health.ts';
import { readNetworks } from '../../../db/networks/networks.ts';
import { readRouteGauges } from '../../../db/networks/route-gauges.ts';
import { addRouteCalls, claimRouteWallet, storeRouteWallet } from '../../../db/networks/route-health.ts';
import { changeRoute, listRoutes } from '../../../db/networks/routes.ts';
import { ONLY_ROUTE, openSubmission } from '../../../db/purchases/fence.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { addRouteMetrics } from '../../../observability/metrics/routes.ts';
import { createCallRecorder } from '../../../services/health/recorder.ts';
import { listAlerts } from '../../../services/staff/alerts.ts';
import { NETWORK } from '../../support/purchases/fixture.ts';
import { createTwoGateways, runPurchase, type TwoGateways } from '../../support/routes/two-gateways.ts';

const ROUTES = ['main', 'reloadly'];
const ACTOR = { operator: 'ada', reason: 'ticket 4711' };

let network: TwoGateways;
beforeAll(async () => {
  network = await createTwoGateways();
});
afterAll(() => network.close());
beforeEach(async () => {
  await network.pool.query(`
    DELETE FROM route_calls; DELETE FROM route_health; DELETE FROM network_routes; DELETE FROM network_health;
    UPDATE networks SET status = 'operational', status_message = NULL`);
});

const calls = (route: string, troubles: number) =>
  addRouteCalls(network.pool, [
    { networkId: NETWORK, route, calls: 30, troubles, accountRefusals: 0, slow: 0 },
  ]);
const judge = () => judgeNetworks(network.pool, (id) => (id === NETWORK ? ROUTES : ['main']));
const statusOf = async () => (await readNetworks(network.pool)).find(({ id }) => id === NETWORK)?.status;
const phasesOf = async () =>
  (await listRoutes(network.pool, NETWORK))?.map(({ route, phase }) => `${route} ${phase}`);

it('is measured for each gateway: purchases leave the one that is down, and the network stays operational', async () => {
  await Promise.all([calls('main', 30), calls('reloadly', 0)]);
  await judge();
  expect(await phasesOf()).toEqual(['main unavailable', 'reloadly operational']);
  expect(await statusOf()).toBe('operational');

  const id = await network.buyTold({});
  expect(await runPurchase(network, id)).toEqual(['settled']);
  expect(network.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
});

it('makes a network unavailable only if each of its gateways is', async () => {
  await Promise.all([calls('main', 30), calls('reloadly', 30)]);
  await judge();
  expect(await statusOf()).toBe('unavailable');
});

it('counts no gateway that drains', async () => {
  await changeRoute(network.pool, NETWORK, 'reloadly', { isDraining: true }, ACTOR);
  await Promise.all([calls('main', 30), calls('reloadly', 0)]);
  await judge();
  expect(await statusOf()).toBe('unavailable');
});

it('lists every gateway to be probed that rests', async () => {
  await calls('main', 30);
  await judge();
  const round = await judge();
  expect(round?.judged.filter(({ networkId }) => networkId === NETWORK)).toMatchObject([
    { route: 'main', state: { phase: 'unavailable' } },
    { route: 'reloadly', state: { phase: 'operational' } },
  ]);
});

it('passes over a gateway at which our wallet is low', async () => {
  await judge();
  const route = { networkId: NETWORK, route: 'main' };
  expect(await claimRouteWallet(network.pool, route, 60_000)).toBe(true);
  expect(await claimRouteWallet(network.pool, route, 60_000)).toBe(false);
  await storeRouteWallet(network.pool, route, { available: '9.99', currency: 'USD', minimum: '10' });
  const id = await network.buyTold({});
  await runPurchase(network, id);
  expect(network.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });
  await judge();
  expect(await statusOf()).toBe('operational');
});

it('has metrics of each gateway: health, calls, our wallet, and what is in flight', async () => {
  const limits = { inFlightMax: 7, ratePerSecond: 2.5 };
  await changeRoute(network.pool, NETWORK, 'reloadly', limits, ACTOR);
  await Promise.all([calls('main', 30), calls('reloadly', 2)]);
  await judge();
  const route = { networkId: NETWORK, route: 'reloadly' };
  await claimRouteWallet(network.pool, route, 60_000);
  await storeRouteWallet(network.pool, route, { available: '9.99', currency: 'USD', minimum: '10' });
  const before = (await readRouteGauges(network.pool)).find((one) => one.route === 'reloadly')?.inFlight ?? 0;
  const id = await network.buyTold({});
  await openSubmission(network.pool, id, 1, { ...ONLY_ROUTE, name: 'reloadly' });
  await network.pool.query('UPDATE purchases SET dispatched_at = app_now() WHERE id = $1', [
    uuidOf('pur', id),
  ]);

  const registry = new Registry();
  addRouteMetrics(registry, network.pool);
  const labels = `network="${NETWORK}",route="reloadly"`;
  const wanted = [
    `bundlewire_route_status{network="${NETWORK}",route="main",status="unavailable"} 1`,
    `bundlewire_route_status{${labels},status="operational"} 1`,
    `bundlewire_route_calls{${labels}} 30`,
    `bundlewire_route_troubles{${labels}} 2`,
    `bundlewire_route_in_flight{${labels}} ${before + 1}`,
    `bundlewire_route_in_flight_max{${labels}} 7`,
    `bundlewire_route_rate_max{${labels}} 2.5`,
    `bundlewire_route_balance{${labels},currency="USD"} 9.99`,
    `bundlewire_route_balance_minimum{${labels},currency="USD"} 10`,
  ];
  // A read that takes too long on a busy machine is left out.
  await expect
    .poll(async () => (await registry.metrics()).split('\n'))
    .toEqual(expect.arrayContaining(wanted));
  expect(await listAlerts(network.pool)).toContainEqual(
    expect.objectContaining({ name: 'SupplierBalanceLow', detail: 'reloadly: 9.99 USD, minimum 10 USD' }),
  );
});

it('does not believe a wallet that could not be read for 15 minutes', async () => {
  await judge();
  const route = { networkId: NETWORK, route: 'main' };
  await storeRouteWallet(network.pool, route, { available: '9.99', currency: 'USD', minimum: '10' });
  await network.pool.query(`
    UPDATE route_health
       SET wallet_read_at = app_now() - interval '16 minutes', wallet_claimed_at = app_now() - interval '2 minutes'`);
  // The gateway does not answer.
  expect(await claimRouteWallet(network.pool, route, 60_000)).toBe(true);
  const gauges = (await readRouteGauges(network.pool)).find((one) => one.route === 'main');
  expect(gauges?.wallet).toBeNull();
  const id = await network.buyTold({});
  await runPurchase(network, id);
  expect(network.deliveriesOf(id)).toEqual({ dtone: 1, reloadly: 0 });
});

it('counts the live calls of networks that have several gateways', async () => {
  const routes = { of: (id: string) => (id === NETWORK ? ROUTES : ['main']) };
  const recorder = createCallRecorder(network.pool, pino({ level: 'silent' }), routes);
  const verdict = { outcome: 'unknown:timed_out', kind: 'trouble', completed: false } as const;
  const call = { networkId: NETWORK, livemode: true, call: 'submit', verdict, durationMs: 6_000 } as const;
  recorder.record({ ...call, route: 'reloadly' });
  recorder.record({ ...call, route: 'reloadly' });
  recorder.record({ ...call, route: 'main', livemode: false });
  recorder.record({ ...call, route: 'main', networkId: 'net_glo' });
  await recorder.stop();
  const { rows } = await network.pool.query(
    'SELECT network_id, route, calls, troubles, slow FROM route_calls',
  );
  expect(rows).toEqual([{ network_id: NETWORK, route: 'reloadly', calls: 2, troubles: 2, slow: 2 }]);
});

it('drains by hand: new purchases go elsewhere, and the change is on record', async () => {
  await changeRoute(network.pool, NETWORK, 'main', { isDraining: true }, ACTOR);
  const id = await network.buyTold({});
  await runPurchase(network, id);
  expect(network.deliveriesOf(id)).toEqual({ dtone: 0, reloadly: 1 });

  await changeRoute(network.pool, NETWORK, 'main', { isDraining: false, weight: 2 }, ACTOR);
  const next = await network.buyTold({});
  await runPurchase(network, next);
  expect(network.deliveriesOf(next)).toEqual({ dtone: 1, reloadly: 0 });
  const entries = await searchAudit(network.pool, { ...ANY_ENTRY, action: 'network_route' }, null, 2);
  expect(entries).toMatchObject([
    { subject: NETWORK, reason: 'ticket 4711' },
    { subject: NETWORK, reason: 'ticket 4711' },
  ]);
});
