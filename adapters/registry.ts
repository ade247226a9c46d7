import { z } from 'zod';
import type { GatewayAdapter } from './adapter.ts';
import { dtone } from './dtone/settings.ts';
import { pretups } from './pretups/settings.ts';
import { reloadly } from './reloadly/settings.ts';
import { resolveSecrets, type SecretSources } from './secret-references.ts';
import type { BoundGateway } from './settings.ts';
import { vtpass } from './vtpass/settings.ts';

/** All protocols. To add one, import it and add it here. */
export const PROTOCOLS = [dtone, reloadly, vtpass, pretups] as const;

const [one, ...others] = PROTOCOLS;
const Gateway = z.discriminatedUnion('protocol', [one.settings, ...others.map(({ settings }) => settings)]);

const Network = z
  .strictObject({ live: Gateway.nullable().default(null), test: Gateway.nullable().default(null) })
  .refine(({ live, test }) => live === null || test === null || readAccount(live) !== readAccount(test), {
    path: ['test'],
    error: 'must be another account than `live`, or test purchases would buy real bundles',
  });

const NetworkId = z.string().regex(/^net_[A-Za-z0-9_-]{1,60}$/, { error: 'must be a network id, net_…' });

/** The JSON file that the environment names in GATEWAYS_FILE. */
const GatewaysFile = z.strictObject({ networks: z.record(NetworkId, Network) });

export type GatewaysConfig = z.output<typeof GatewaysFile>;

const AT_POSITION = /at position \d+(?: \(line \d+ column \d+\))?/;

/** One account at one gateway of any protocol. */
export type GatewaySettings = z.output<typeof Gateway>;

export interface Adapters {
  /** Null if the network is unknown or has no gateway for that mode. */
  adapterFor(networkId: string, livemode: boolean): GatewayAdapter | null;
  /** The minimum of our wallet at a network's live gateway; null if none is set. */
  walletMinimumFor(networkId: string): string | null;
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
  for (const [networkId, { live, test }] of Object.entries(config.networks)) {
    if (live !== null) adapters.set(toKey(networkId, true), bindGateway(live).connect());
    if (test !== null) adapters.set(toKey(networkId, false), bindGateway(test).connect());
  }

  return {
    adapterFor: (networkId, livemode) => adapters.get(toKey(networkId, livemode)) ?? null,
    walletMinimumFor: (networkId) => config.networks[networkId]?.live?.wallet_minimum ?? null,
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

function toKey(networkId: string, livemode: boolean): string {
  return `${networkId} ${livemode ? 'live' : 'test'}`;
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
