import { createHmac } from 'node:crypto';
import { NIGERIA } from './nigeria.ts';
import { DEFAULT_SETTINGS } from './seed.ts';

/** Where the parts that a gateway talks to are listening. */
export interface GatewaySurroundings {
  /** Base URL of our API, which receives the callbacks. */
  readonly apiUrl: string;
  /** Base URL of each simulator by name. */
  readonly simulators: Readonly<Record<SimulatorName, string>>;
  /** The stack's SECRETS_KEY: credentials and callback tokens are drawn from it, so that they outlive a restart. */
  readonly secretsKey: string;
}

/** The simulator holds no order back: an order that it does not know after this was never received. */
const HOLD_MS = 10_000;
const MODES = ['live', 'test'] as const;
type Mode = (typeof MODES)[number];

/** Settings of a gateway that replace those of the demo. */
export interface GatewayOverrides {
  readonly timeout_ms?: number;
  readonly hold_ms?: number;
  readonly mode?: 'async' | 'sync';
}

/** The demo networks whose gateway is not DT One, with their protocols. */
const PROTOCOLS: Readonly<Record<string, SimulatorName>> = { net_9mobile_ng: 'reloadly' };

/** The simulators of a stack, by the protocol that they speak. */
export const SIMULATORS = ['dtone', 'reloadly'] as const;
export type SimulatorName = (typeof SIMULATORS)[number];

/** As GATEWAYS_FILE has it. */
export interface GatewaysFile {
  readonly networks: Readonly<Record<string, unknown>>;
}

/**
 * The content of GATEWAYS_FILE for a stack whose networks, live and test, all answer from simulators.
 * @param byNetwork takes precedence over `overrides`, which apply to all networks
 */
export function demoGateways(
  surroundings: GatewaySurroundings,
  overrides: GatewayOverrides = {},
  byNetwork: Readonly<Record<string, GatewayOverrides>> = {},
): GatewaysFile {
  const account = (id: string, mode: Mode) => {
    const settings = { ...overrides, ...byNetwork[id] };
    return getProtocol(id) === 'reloadly'
      ? reloadlyAccount(surroundings, id, mode, settings)
      : dtOneAccount(surroundings, id, mode, settings);
  };
  const networks = NIGERIA.map(({ id }) => [id, { live: account(id, 'live'), test: account(id, 'test') }]);
  return { networks: Object.fromEntries(networks) };
}

/**
 * What a simulator's environment names: the credentials of every account, so that others are refused, and where and with
 * what secret accounts are called back that do not say so in each order.
 */
export function simulatorEnvironment(
  name: SimulatorName,
  { apiUrl, secretsKey }: Pick<GatewaySurroundings, 'apiUrl' | 'secretsKey'>,
): Readonly<Record<string, string>> {
  const accounts = NIGERIA.filter(({ id }) => getProtocol(id) === name).flatMap(({ id }) =>
    MODES.map((mode) => ({ id, mode, key: makeApiKey(id, mode) })),
  );
  const byAccount = (value: (id: string, mode: Mode) => string) =>
    JSON.stringify(Object.fromEntries(accounts.map(({ id, mode, key }) => [key, value(id, mode)])));
  return {
    SIMULATOR_ACCOUNTS: byAccount((id, mode) => draw(secretsKey, 'secret', id, mode)),
    CALLBACK_URLS: byAccount((id, mode) => makeCallbackUrl(apiUrl, secretsKey, id, mode)),
    SIGNING_SECRETS: byAccount((id, mode) => draw(secretsKey, 'signing', id, mode)),
  };
}

function getProtocol(networkId: string): SimulatorName {
  return PROTOCOLS[networkId] ?? 'dtone';
}

function dtOneAccount(
  { apiUrl, simulators, secretsKey }: GatewaySurroundings,
  networkId: string,
  mode: Mode,
  overrides: GatewayOverrides,
) {
  return {
    protocol: 'dtone',
    base_url: `${simulators.dtone}/v1`,
    api_key: makeApiKey(networkId, mode),
    api_secret: draw(secretsKey, 'secret', networkId, mode),
    timeout_ms: DEFAULT_SETTINGS.gatewayTimeoutMs,
    hold_ms: HOLD_MS,
    callback_url: makeCallbackUrl(apiUrl, secretsKey, networkId, mode),
    ...overrides,
  };
}

function reloadlyAccount(
  { apiUrl, simulators, secretsKey }: GatewaySurroundings,
  networkId: string,
  mode: Mode,
  overrides: GatewayOverrides,
) {
  return {
    protocol: 'reloadly',
    base_url: simulators.reloadly,
    auth_url: simulators.reloadly,
    client_id: makeApiKey(networkId, mode),
    client_secret: draw(secretsKey, 'secret', networkId, mode),
    webhook_secret: draw(secretsKey, 'signing', networkId, mode),
    country: { iso: 'NG', calling_code: '234', trunk_prefix: '0' },
    timeout_ms: DEFAULT_SETTINGS.gatewayTimeoutMs,
    hold_ms: HOLD_MS,
    callback_url: makeCallbackUrl(apiUrl, secretsKey, networkId, mode),
    ...overrides,
  };
}

function makeCallbackUrl(apiUrl: string, secretsKey: string, networkId: string, mode: Mode): string {
  return `${apiUrl}/gateways/${networkId}/callbacks/${draw(secretsKey, 'callback', networkId, mode)}`;
}

function makeApiKey(networkId: string, mode: Mode): string {
  return `${mode}-${networkId}`;
}

function draw(secretsKey: string, purpose: string, networkId: string, mode: Mode): string {
  const drawn = createHmac('sha256', secretsKey)
    .update(`${purpose} ${networkId} ${mode}`)
    .digest('base64url');
  return drawn.slice(0, 32);
}
