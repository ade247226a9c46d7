import type { GatewayAdapter } from '../../../adapters/adapter.ts';
import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import { createSimulator, type Simulator } from '../../../adapters/dtone/simulator/server.ts';
import type { AccountId, PurchaseId } from '../../../domain/ids.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import { type Alerts, createAlerts } from '../../../services/purchases/alerts.ts';
import {
  createLedgerFixture,
  GATEWAY_TIMEOUT_MS,
  type LedgerFixture,
  NETWORK,
  nextNumber,
} from './fixture.ts';
import { createPurchasePorts, type PurchasePorts } from './ports.ts';

const KEY = 'test-key';

/** A gateway with its own book, its adapter, and the lanes. */
export interface GatewayFixture extends LedgerFixture {
  readonly simulator: Simulator;
  readonly ports: PurchasePorts;
  /** Buys for a number with a script. */
  buyTold(script: Omit<ScriptInput, 'number'>): Promise<PurchaseId>;
  readonly alerts: Alerts;
  readonly accountId: AccountId;
  /** Counts in the gateway's own book: submits received, bundles delivered. */
  bookOf(purchaseId: PurchaseId): { readonly submits: number; readonly deliveries: number };
}

export async function createGatewayFixture(timeoutMs = GATEWAY_TIMEOUT_MS): Promise<GatewayFixture> {
  const fixture = await createLedgerFixture();
  const simulator = await createSimulator({ accounts: { [KEY]: 'secret' } });
  const adapter = connect(simulator, timeoutMs);
  const accountId = await fixture.openAccount();
  const alerts = createAlerts({ pool: fixture.pool, onAlert: () => {}, onFault: failTest });
  const adapterFor = (networkId: string, livemode: boolean): GatewayAdapter | null =>
    networkId === NETWORK && livemode ? adapter : null;

  return {
    ...fixture,
    simulator,
    accountId,
    ports: createPurchasePorts({ pool: fixture.pool, ledger: fixture.settleLane, adapterFor, alerts }),
    alerts,
    async buyTold(script) {
      const number = nextNumber();
      simulator.script({ ...script, number });
      return fixture.buy(accountId, number);
    },
    bookOf(purchaseId) {
      const { entries } = simulator.book(KEY);
      const entry = entries.find(({ external_id }) => external_id === toGatewayReference(purchaseId));
      return { submits: entry?.submits ?? 0, deliveries: entry?.deliveries ?? 0 };
    },
    async close() {
      await alerts.idle();
      await adapter.close();
      await simulator.close();
      await fixture.close();
    },
  };
}

function failTest(error: unknown): never {
  throw error;
}

function connect({ url }: Simulator, timeoutMs: number): GatewayAdapter {
  return createDtOneAdapter({
    baseUrl: `${url}/v1`,
    apiKey: KEY,
    apiSecret: 'secret',
    timeoutMs,
    holdMs: 0,
    callbackUrl: null,
    mode: 'async',
    twoStep: false,
  });
}

export const CALL = new AbortController().signal;
