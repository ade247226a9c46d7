import { createHmac } from 'node:crypto';
import { NIGERIA } from '../seed/nigeria.ts';
import { DEFAULT_SETTINGS } from '../seed/seed.ts';

/** Where the parts that a gateway talks to are listening. */
export interface GatewaySurroundings {
  /** Base URL of our API, which receives the callbacks. */
  readonly apiUrl: string;
  /** Base URL of each simulator by name. */
  readonly simulators: Readonly<Record<string, string>>;
  /** The stack's SECRETS_KEY: credentials and callback tokens are drawn from it, so that they outlive a restart. */
  readonly secretsKey: string;
}

/** The simulator holds no order back: what it does not know after this was never received. */
const HOLD_MS = 10_000;
const MODES = ['live', 'test'] as const;
type Mode = (typeof MODES)[number];

/** Settings of a gateway that replace those of the demo, for all networks. */
export interface GatewayOverrides {
  readonly timeout_ms?: number;
  readonly hold_ms?: number;
  readonly mode?: 'async' | 'sync';
}

/** The content of GATEWAYS_FILE for a stack whose networks, live and test, all answer from the DT One simulator. */
export function demoGateways(surroundings: GatewaySurroundings, overrides: GatewayOverrides = {}): unknown {
  const networks = NIGERIA.map(({ id }) => [
    id,
    {
      live: dtOneAccount(surroundings, id, 'live', overrides),
      test: dtOneAccount(surroundings, id, 'test', overrides),
    },
  ]);
  return { networks: Object.fromEntries(networks) };
}

/** What the simulator's environment names: the credentials of every account, so that others are refused. */
export function simulatorEnvironment(secretsKey: string): Readonly<Record<string, string>> {
  const accounts = NIGERIA.flatMap(({ id }) =>
    MODES.map((mode) => [apiKeyOf(id, mode), draw(secretsKey, 'secret', id, mode)]),
  );
  return { SIMULATOR_ACCOUNTS: JSON.stringify(Object.fromEntries(accounts)) };
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
    api_key: apiKeyOf(networkId, mode),
    api_secret: draw(secretsKey, 'secret', networkId, mode),
    timeout_ms: DEFAULT_SETTINGS.gatewayTimeoutMs,
    hold_ms: HOLD_MS,
    callback_url: `${apiUrl}/gateways/${networkId}/callbacks/${draw(secretsKey, 'callback', networkId, mode)}`,
    ...overrides,
  };
}

function apiKeyOf(networkId: string, mode: Mode): string {
  return `${mode}-${networkId}`;
}

function draw(secretsKey: string, purpose: string, networkId: string, mode: Mode): string {
  const drawn = createHmac('sha256', secretsKey)
    .update(`${purpose} ${networkId} ${mode}`)
    .digest('base64url');
  return drawn.slice(0, 32);
}
