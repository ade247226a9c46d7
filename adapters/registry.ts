import { z } from 'zod';
import { MAIN_ROUTE } from '../domain/network/route.ts';
import type { GatewayAdapter } from './adapter.ts';
import { ding } from './ding/settings.ts';
import { dtone } from './dtone/settings.ts';
import { pretups } from './pretups/settings.ts';
import { reloadly } from './reloadly/settings.ts';
import { resolveSecrets, type SecretSources } from './secret-references.ts';
import type { BoundGateway } from './settings.ts';
import { vtpass } from './vtpass/settings.ts';

/** All protocols. To add one, import it and add it here. */
export const PROTOCOLS = [dtone, reloadly, vtpass, pretups, ding] as const;

const [one, ...others] = PROTOCOLS;
const Gateway = z.discriminatedUnion('protocol', [one.settings, ...others.map(({ settings }) => settings)]);

const Modes = z.strictObject({
  live: Gateway.nullable().default(null),
  test: Gateway.nullable().default(null),
});
const RouteName = z.string().regex(/^(?!main$)[a-z][a-z0-9_]{0,30}$/, {
  error: 'must be small letters, digits or _, and not main, which is the network itself',
});

/** `live` and `test` are its main route. */
const Network = z
  .strictObject({ ...Modes.shape, routes: z.record(RouteName, Modes).optional() })
  .refine(keepsModesApart, {
    path: ['test'],
    error: 'must be another account than `live`, or test purchases would buy real bundles',
    when: isRead,
  })
  .refine(hasAccountEach, {
    path: ['routes'],
    error:
      'must each be another account than every other route, or an order could be sent twice to one account',
    when: isRead,
  });

const NetworkId = z.string().regex(/^net_[A-Za-z0-9_-]{1,60}$/, { error: 'must be a network id, net_…' });

/** The JSON file that the environment names in GATEWAYS_FILE. */
const GatewaysFile = z.strictObject({ networks: z.record(NetworkId, Network) });

export type GatewaysConfig = z.output<typeof GatewaysFile>;

const AT_POSITION = /at position \d+(?: \(line \d+ column \d+\))?/;

/** One account at one gateway of any protocol. */
export type GatewaySettings = z.output<typeof Gateway>;

/** The routes of networks that have a gateway. */
export interface ConfiguredRoutes {
  of(networkId: string, livemode: boolean): readonly string[];
  /** Whether any network has more than one. */
  readonly several: boolean;
}

/** One gateway of one network in one mode. */
export interface ConfiguredGateway {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly route: string;
  readonly settings: GatewaySettings;
}

/** The routes that a file configures. */
export function readRoutes(config: GatewaysConfig): ConfiguredRoutes {
  const routes = new Map<string, string[]>();
  for (const { networkId, livemode, route } of listGateways(config)) {
    const network = toKey(networkId, livemode);
    routes.set(network, [...(routes.get(network) ?? []), route]);
  }
  return {
    of: (networkId, livemode) => routes.get(toKey(networkId, livemode)) ?? [],
    several: [...routes.values()].some(({ length }) => length > 1),
  };
}

/** All gateways of a file, the main route of each network first. */
export function listGateways({ networks }: GatewaysConfig): ConfiguredGateway[] {
  return Object.entries(networks).flatMap(([networkId, { routes = {}, ...main }]) =>
    Object.entries({ [MAIN_ROUTE]: main, ...routes }).flatMap(([route, { live, test }]) => [
      ...(live === null ? [] : [{ networkId, livemode: true, route, settings: live }]),
      ...(test === null ? [] : [{ networkId, livemode: false, route, settings: test }]),
    ]),
  );
}

export interface Adapters {
  /** Null if the network is unknown or has no gateway for that mode on that route, which is the main one by default. */
  adapterFor(networkId: string, livemode: boolean, route?: string): GatewayAdapter | null;
  /** The minimum of our wallet at a network's live gateway; null if none is set. */
  walletMinimumFor(networkId: string, route?: string): string | null;
  readonly routes: ConfiguredRoutes;
  /** Waits for calls in progress, then closes all connections. */
  closeAll(): Promise<void>;
}

/** The gateways file cannot be used. The message says where and what to do, and contains no value of the file. */
export class GatewaysFileError extends Error {
  override readonly name = 'GatewaysFileError';
}

/**
 * Reads the text of a gateways file. Credentials are in the text, or it refers to them: `{"env": "NAME"}`,
 * `{"file": "/run/secrets/name"}`.
 * @throws GatewaysFileError
 */
export function parseGateways(
  text: string,
  sources: SecretSources = { environment: process.env },
): GatewaysConfig {
  const { json, bad } = resolveSecrets(parseJson(text), sources);
  const file = GatewaysFile.safeParse(json);
  if (file.success && bad.length === 0) return file.data;

  const issues = file.success || bad.length > 0 ? [] : file.error.issues;
  const problems = [
    ...bad.map(({ path, message }) => `  ${path}: ${message}`),
    ...issues.map((issue) => `  ${formatPath(issue.path)}: ${formatIssue(issue)}`),
  ];
  throw new GatewaysFileError(
    `The gateways file is not usable. Correct these places and start again:\n${problems.join('\n')}`,
  );
}

/** Creates the adapters of all networks in the file. They connect with their first call. */
export function createAdapters(config: GatewaysConfig): Adapters {
  const adapters = new Map<string, GatewayAdapter>();
  const minimums = new Map<string, string | null>();
  for (const { networkId, livemode, route, settings } of listGateways(config)) {
    adapters.set(toKey(networkId, livemode, route), bindGateway(settings).connect());
    if (livemode) minimums.set(toKey(networkId, true, route), settings.wallet_minimum);
  }

  return {
    adapterFor: (networkId, livemode, route = MAIN_ROUTE) =>
      adapters.get(toKey(networkId, livemode, route)) ?? null,
    walletMinimumFor: (networkId, route = MAIN_ROUTE) => minimums.get(toKey(networkId, true, route)) ?? null,
    routes: readRoutes(config),
    async closeAll() {
      await Promise.all([...adapters.values()].map((adapter) => adapter.close()));
    },
  };
}

/** Binds settings to their protocol. */
export function bindGateway(settings: GatewaySettings): BoundGateway {
  const protocol = PROTOCOLS.find(({ name }) => name === settings.protocol);
  if (protocol === undefined) throw new TypeError(`no protocol ${settings.protocol}`);
  return protocol.bind(settings);
}

/** The path at which our API receives a gateway's callbacks; null if it sends none. */
export function readCallbackPath({ callback_url }: GatewaySettings): string | null {
  return callback_url === null ? null : new URL(callback_url).pathname;
}

function readAccount(settings: GatewaySettings): string {
  return JSON.stringify([settings.protocol, new URL(settings.base_url).host, bindGateway(settings).customer]);
}

/** Whether the settings of all gateways could be read. */
function isRead({ issues }: { readonly issues: readonly unknown[] }): boolean {
  return issues.length === 0;
}

function keepsModesApart(network: NetworkModes): boolean {
  return everyGateway(network, true).every(
    (live) => !everyGateway(network, false).some((test) => readAccount(test) === readAccount(live)),
  );
}

function hasAccountEach(network: NetworkModes): boolean {
  return [true, false].every((livemode) => {
    const accounts = everyGateway(network, livemode).map(readAccount);
    return new Set(accounts).size === accounts.length;
  });
}

interface NetworkModes extends z.output<typeof Modes> {
  readonly routes?: Readonly<Record<string, z.output<typeof Modes>>> | undefined;
}

function everyGateway({ routes = {}, ...main }: NetworkModes, livemode: boolean): GatewaySettings[] {
  return [main, ...Object.values(routes)].flatMap(({ live, test }) => (livemode ? live : test) ?? []);
}

function toKey(networkId: string, livemode: boolean, route: string | null = null): string {
  return JSON.stringify([networkId, livemode, route]);
}

/** The message of JSON.parse quotes the text around an error, which may be a secret, so only the position is kept. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const place = error instanceof Error ? AT_POSITION.exec(error.message)?.[0] : undefined;
    const where = place === undefined ? '' : ` ${place}`;
    throw new GatewaysFileError(
      `The gateways file is not valid JSON${where}: check its quotes, commas and brackets.`,
    );
  }
}

function formatIssue(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_key' ? issue.issues.map(({ message }) => message).join(', ') : issue.message;
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? 'the file' : path.map(String).join('.');
}
