import type { Command } from 'commander';
import { z } from 'zod';
import { importRouteBundles, type RouteBundle } from '../../../db/networks/route-bundles.ts';
import { changeRoute, listRoutes, type RouteChange, type RouteState } from '../../../db/networks/routes.ts';
import { findRepeated, readRows } from '../../csv-rows.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { wholeNumber } from '../../whole-number.ts';
import { BUNDLE_ID, COST, CURRENCY, NETWORK_ID, ROUTE, ROUTE_NAME } from './fields.ts';
import { readInFlight, readRate } from './limits.ts';

interface RouteOptions {
  readonly weight?: string;
  readonly trial?: string;
  readonly drain?: boolean;
  readonly resume?: boolean;
  readonly rate?: string;
  readonly inFlight?: string;
}

const WEIGHT_MAX = 1_000;
const TRIAL_MAX = 50;

/** `network routes` and `network route`: the gateways of a network, and which of them gets the purchases. */
export function addNetworkRoute(network: Command, frame: Frame): void {
  frame
    .reads(network, 'routes <network>', 'Lists the gateways of a network: health, wallet and share.')
    .action(frame.does<object, [string]>(list));
  frame
    .changes(network, 'route <network> <route>', 'Changes which purchases one gateway of a network gets.')
    .option(
      '--weight <number>',
      'its part among gateways that are equally good and cost the same; 0 for none',
    )
    .option('--trial <percent>', 'percent of purchases that it gets while you try it, or none')
    .option('--drain', 'no new purchases; what it has continues there')
    .option('--resume', 'new purchases again')
    .option('--rate <number>', 'purchases per second that it gets at most, or none')
    .option('--in-flight <number>', 'how many purchases may wait for its answer at the same time, or none')
    .addHelpText(
      'after',
      '\nApplies immediately in all processes. A purchase whose order the gateway may have stays there.\nSee docs/routing.md.',
    )
    .action(frame.does<RouteOptions, [string, string]>(change));
}

/** `bundle routes`: under which code, and at which cost, each gateway sells a bundle. */
export function addBundleRoutes(bundle: Command, frame: Frame): void {
  frame
    .changes(
      bundle,
      'routes <file>',
      'Sets what each gateway of a network sells, and its cost, from a CSV file.',
    )
    .addHelpText(
      'after',
      `
The file is CSV with the columns network_id, route, bundle_id, product_code, cost and currency. The cost is what the gateway
takes from our wallet from now on, such as 1.25, and its currency, such as USD; leave both empty to keep it as it is. The import takes all
rows or none. Pending purchases keep the code that was ordered.`,
    )
    .action(frame.does<object, [string]>(importFile));
}

async function list(session: Session, _options: object, networkId: string): Promise<Shown> {
  const routes = await listRoutes(session.pool(), networkId);
  if (routes === null)
    throw new CliError(`There is no network ${networkId}. List them with: bundlewire network list`);
  const head = [
    'Route',
    'Takes purchases',
    'Health',
    'Since',
    'Our wallet',
    'Bundles',
    'Limits',
    'Sent, last hour',
  ];
  return { json: routes, text: table(head, routes.map(toRow)) };
}

function toRow(route: RouteState): string[] {
  const { walletAvailable, walletCurrency } = route;
  return [
    route.route,
    describeUse(route),
    route.phase ?? 'not measured',
    time(route.since),
    walletAvailable === null ? '–' : `${walletAvailable} ${walletCurrency ?? ''}`,
    String(route.bundles),
    describeLimits(route),
    String(route.sent),
  ];
}

function describeUse({ drainingSince, canaryPercent, weight }: UseOnly): string {
  if (drainingSince !== null) return `no, draining since ${time(drainingSince)}`;
  return canaryPercent === null ? `yes, weight ${weight}` : `${canaryPercent} %, on trial`;
}

type UseOnly = Pick<RouteState, 'drainingSince' | 'canaryPercent' | 'weight'>;

function describeLimits({
  ratePerSecond,
  inFlightMax,
}: Pick<RouteState, 'ratePerSecond' | 'inFlightMax'>): string {
  const limits = [
    ...(ratePerSecond === null ? [] : [`${ratePerSecond} per second`]),
    ...(inFlightMax === null ? [] : [`${inFlightMax} in flight`]),
  ];
  return limits.length === 0 ? "the network's" : limits.join(', ');
}

async function change(
  session: Session,
  options: RouteOptions,
  networkId: string,
  route: string,
): Promise<Shown> {
  if (!ROUTE_NAME.test(route)) {
    throw wrongUsage(`${route} is not a route: use small letters, digits and _, as in GATEWAYS_FILE.`);
  }
  const changed = await changeRoute(
    session.pool(),
    networkId,
    route,
    readChange(options),
    await session.actor(),
  );
  if (changed === null)
    throw new CliError(`There is no network ${networkId}. List them with: bundlewire network list`);
  return {
    json: { networkId, route, ...changed },
    text: `${networkId}, route ${route}: takes purchases: ${describeUse(changed)}. Limits: ${describeLimits(changed)}.`,
  };
}

function readChange({ weight, trial, drain, resume, rate, inFlight }: RouteOptions): RouteChange {
  if (drain === true && resume === true) throw wrongUsage('Use --drain or --resume, not both.');
  const change: RouteChange = {
    ...(weight === undefined ? {} : { weight: wholeNumber('--weight', weight, 0, WEIGHT_MAX) }),
    ...(trial === undefined
      ? {}
      : { canaryPercent: orNone(trial, (text) => wholeNumber('--trial', text, 1, TRIAL_MAX)) }),
    ...(drain === true ? { isDraining: true } : resume === true ? { isDraining: false } : {}),
    ...(rate === undefined ? {} : { ratePerSecond: orNone(rate, readRate) }),
    ...(inFlight === undefined ? {} : { inFlightMax: orNone(inFlight, readInFlight) }),
  };
  if (Object.keys(change).length === 0) {
    throw wrongUsage('Nothing to change. Add --weight, --trial, --drain, --resume, --rate or --in-flight.');
  }
  return change;
}

function orNone(text: string, read: (text: string) => number): number | null {
  return text === 'none' ? null : read(text);
}

const Row = z
  .object({
    network_id: NETWORK_ID,
    route: ROUTE,
    bundle_id: BUNDLE_ID,
    product_code: z.string().min(1).max(100),
    cost: COST.or(z.literal('')),
    currency: CURRENCY.or(z.literal('')),
  })
  .refine(({ cost, currency }) => (cost === '') === (currency === ''), {
    path: ['currency'],
    error: 'must be set exactly if there is a cost',
  })
  .transform(
    (row): RouteBundle => ({
      networkId: row.network_id,
      route: row.route,
      bundleId: row.bundle_id,
      productCode: row.product_code,
      cost: row.cost === '' ? null : row.cost,
      currency: row.currency === '' ? null : row.currency,
    }),
  );

async function importFile(session: Session, _options: object, path: string): Promise<Shown> {
  const imported = await importRouteBundles(
    session.pool(),
    await readRouteBundles(path),
    await session.actor(),
  );
  if (imported.kind === 'unknown') {
    throw new CliError(
      `${imported.bundleIds.join(', ')}: there is no such bundle on the network of its line. Nothing was changed.`,
    );
  }
  return { json: { count: imported.count }, text: `${imported.count} bundles of routes set.` };
}

async function readRouteBundles(path: string): Promise<RouteBundle[]> {
  const rows = await readRows(path, Row);
  if (rows.length === 0) throw wrongUsage(`${path} has no lines.`);
  const keys = rows.map(({ route, bundleId }) => `${route} ${bundleId}`);
  const twice = findRepeated(keys);
  if (twice !== undefined) throw wrongUsage(`${path} has ${twice} twice. Nothing was changed.`);
  return rows;
}
