import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findStaffApproval } from '../../../db/approvals/staff/store.ts';
import { ANY_ENTRY, searchAudit } from '../../../db/audit/search.ts';
import { importPrices, type RoutePrice } from '../../../db/costs/prices.ts';
import { addRate, listRates } from '../../../db/costs/rates.ts';
import { importBundles, withdrawBundle } from '../../../db/networks/bundle-import.ts';
import { configureNetwork, type NetworkConfig } from '../../../db/networks/config.ts';
import { changePace } from '../../../db/networks/pace.ts';
import { importRouteBundles, type RouteBundle } from '../../../db/networks/route-bundles.ts';
import type { StaffKind } from '../../../domain/approvals/staff.ts';
import { ADA, BEN, staffCommands } from '../../support/approvals/staff.ts';
import { createLaneFixture, type LaneFixture, NETWORK, OFFER } from '../../support/purchases/lane-fixture.ts';

let fixture: LaneFixture;
beforeAll(async () => {
  fixture = await createLaneFixture();
  const onSale = ['bnd_ended', 'bnd_other'].map((id) => ({ ...BUNDLE, id }));
  await importBundles(fixture.pool, onSale, ADA);
});
afterEach(() => fixture.pool.query('DELETE FROM staff_approval_rules'));
afterAll(() => fixture.close());

const { rule, requested, decide, statusOf } = staffCommands(() => fixture);

const SOLD: RouteBundle = {
  networkId: NETWORK,
  route: 'reloadly',
  bundleId: OFFER.bundleId,
  productCode: '17',
  cost: '1.25',
  currency: 'USD',
};
const PRICE: RoutePrice = {
  networkId: NETWORK,
  route: 'main',
  bundleId: OFFER.bundleId,
  cost: '1.25',
  currency: 'USD',
  validFrom: null,
  validUntil: null,
};
const BUNDLE = {
  id: 'bnd_approved',
  networkId: NETWORK,
  name: 'Approved, 1 GB',
  dataMb: 1_024,
  validityHours: 24,
  productCode: 'A-1',
};
const CONFIG: NetworkConfig = {
  id: 'net_approved',
  name: 'Approved',
  country: 'NG',
  prefixes: ['+234555'],
  mccMnc: [],
  resolveWithinMs: 60_000,
  gatewayTimeoutMs: 1_000,
  submitMode: 'local',
  inquiryDelaysMs: [1_000],
  numberSpacingMs: 0,
  ratePerSecond: 5,
  inFlightMax: 10,
  bundles: [],
};

interface Change {
  readonly kind: StaffKind;
  /** The action in the audit log. */
  readonly action: string;
  readonly run: () => Promise<unknown>;
  /** The same command with one other value. */
  readonly other: () => Promise<unknown>;
  /** What the terms of the request show. */
  readonly shows: object;
}

const pool = () => fixture.pool;
const withdraw = async (bundleId: string) => {
  if (!(await withdrawBundle(pool(), bundleId, ADA))) throw new Error(`${bundleId} is not on sale`);
};
const CHANGES: readonly Change[] = [
  {
    kind: 'network_pace',
    action: 'network_pace',
    run: () => changePace(pool(), NETWORK, true, { ratePerSecond: 44 }, ADA),
    other: () => changePace(pool(), NETWORK, false, { ratePerSecond: 44 }, ADA),
    shows: { network: NETWORK, mode: 'live', rate: 44 },
  },
  {
    kind: 'network_configure',
    action: 'network_configure',
    run: () => configureNetwork(pool(), CONFIG, ADA),
    other: () => configureNetwork(pool(), { ...CONFIG, ratePerSecond: 6 }, ADA),
    shows: { content: expect.arrayContaining(['id,net_approved', 'ratePerSecond,5']) },
  },
  {
    kind: 'bundle_import',
    action: 'bundle_import',
    run: () => importBundles(pool(), [BUNDLE], ADA),
    other: () => importBundles(pool(), [{ ...BUNDLE, dataMb: 2_048 }], ADA),
    shows: { lines: 1, content: [`bnd_approved,${NETWORK},"Approved, 1 GB",1024,24,A-1`] },
  },
  {
    kind: 'bundle_routes',
    action: 'bundle_routes',
    run: () => importRouteBundles(pool(), [SOLD], ADA),
    other: () => importRouteBundles(pool(), [{ ...SOLD, cost: '1.26' }], ADA),
    shows: { content: [`${NETWORK},reloadly,${OFFER.bundleId},17,1.25,USD`] },
  },
  {
    kind: 'bundle_prices',
    action: 'route_prices',
    run: () => importPrices(pool(), [PRICE], ADA),
    other: () => importPrices(pool(), [{ ...PRICE, validUntil: new Date('2099-01-01') }], ADA),
    shows: { content: [`${NETWORK},main,${OFFER.bundleId},1.25,USD,,`] },
  },
  {
    kind: 'bundle_withdraw',
    action: 'bundle_withdraw',
    run: () => withdraw('bnd_ended'),
    other: () => withdraw('bnd_other'),
    shows: { bundle: 'bnd_ended' },
  },
  {
    kind: 'margin_rate',
    action: 'exchange_rate',
    run: () => addRate(pool(), { currency: 'USD', into: 'NGN', rate: '1532.50' }, ADA),
    other: () => addRate(pool(), { currency: 'USD', into: 'NGN', rate: '1532.51' }, ADA),
    shows: { currency: 'USD', into: 'NGN', rate: '1532.50' },
  },
];

const entries = async (action: string) =>
  (await searchAudit(pool(), { ...ANY_ENTRY, action }, null, 50)).length;

describe.each(CHANGES)('with a rule for $kind', ({ kind, action, run, other, shows }) => {
  it('it is done once another operator has approved exactly that', async () => {
    await rule(kind, 1);
    const before = await entries(action);
    const id = await requested(run());
    expect((await findStaffApproval(pool(), id))?.stored.terms).toMatchObject(shows);
    expect(await requested(run())).toBe(id);
    expect(await entries(action)).toBe(before);
    expect(await decide(id, 'approve', ADA)).toEqual({ kind: 'own', role: 'requester' });
    await decide(id, 'approve', BEN);
    expect(await requested(other())).not.toBe(id);
    expect(await entries(action)).toBe(before);

    await run();
    expect(await statusOf(id)).toBe('used');
    const [entry] = await searchAudit(pool(), { ...ANY_ENTRY, action }, null, 1);
    expect([await entries(action), entry]).toEqual([
      before + 1,
      expect.objectContaining({ after: expect.objectContaining({ approval: id }) }),
    ]);
  });

  it('an approval is used by one of two commands at the same time', async () => {
    await rule(kind, 1);
    await decide(await requested(other()), 'approve');
    const done = await Promise.allSettled([other(), other()]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

it('a file with an error asks no one', async () => {
  for (const kind of ['bundle_import', 'bundle_routes', 'bundle_prices'] as const) await rule(kind, 1);
  const before = await pool().query('SELECT FROM approvals');
  expect(await importPrices(pool(), [{ ...PRICE, bundleId: 'bnd_none' }], ADA)).toMatchObject({
    why: 'unknown',
  });
  expect(await importRouteBundles(pool(), [{ ...SOLD, bundleId: 'bnd_none' }], ADA)).toMatchObject({
    kind: 'unknown',
  });
  expect(await importBundles(pool(), [{ ...BUNDLE, networkId: 'net_none' }], ADA)).toMatchObject({
    kind: 'unknown_networks',
  });
  expect(await changePace(pool(), 'net_none', true, { burst: 2 }, ADA)).toBeNull();
  expect((await pool().query('SELECT FROM approvals')).rowCount).toBe(before.rowCount);
});

it('without a rule, one operator is enough', async () => {
  await addRate(pool(), { currency: 'EUR', into: 'NGN', rate: '1700' }, ADA);
  expect(await listRates(pool())).toContainEqual(expect.objectContaining({ currency: 'EUR', rate: '1700' }));
});
