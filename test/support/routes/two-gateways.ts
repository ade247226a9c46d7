import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import type { ScriptInput } from '../../../adapters/dtone/simulator/scripts.ts';
import { createSimulator as createDtOne } from '../../../adapters/dtone/simulator/server.ts';
import { createReloadlyAdapter } from '../../../adapters/reloadly/adapter.ts';
import { createSimulator as createReloadly } from '../../../adapters/reloadly/simulator/server.ts';
import type { PlainScriptInput } from '../../../adapters/simulation/scripts.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { toGatewayReference } from '../../../domain/purchase/gateway-reference.ts';
import type { InquiryVerdict, SubmitVerdict } from '../../../domain/purchase/verdict.ts';
import type { Book } from '../../../services/invariants/book.ts';
import { submitPurchase } from '../../../services/purchases/submit.ts';
import { NO_ALERTS } from '../no-alerts.ts';
import {
  createLedgerFixture,
  GATEWAY_TIMEOUT_MS,
  type LedgerFixture,
  NETWORK,
  nextNumber,
} from '../purchases/fixture.ts';
import { CALL } from '../purchases/gateway.ts';
import { createPurchasePorts, type PurchasePorts } from '../purchases/ports.ts';

const KEY = 'routed';
/** As the catalogue of the fixture sells it at DT One. */
const PRODUCT = { dtone: '17', reloadly: '341:500:local' } as const;

interface Sent {
  readonly route: string;
  readonly sent_at: Date;
  readonly answered_at: Date | null;
  readonly outcome: string | null;
  readonly detail: string | null;
  readonly cleared_as: string | null;
}

/** One network with two routes: DT One is the main one, and cheaper; Reloadly is the other one. */
export interface TwoGateways extends LedgerFixture {
  readonly ports: PurchasePorts;
  /** Buys for a number with a script at each gateway; without one, the gateway confirms in its answer. */
  buyTold(told: { readonly dtone?: DtOneTold; readonly reloadly?: ReloadlyTold }): Promise<PurchaseId>;
  /** The books of both gateways, as verification reads them. */
  books(): readonly Book[];
  /** What each gateway's own book says that it delivered. */
  deliveriesOf(purchaseId: PurchaseId): { readonly dtone: number; readonly reloadly: number };
  /** Every submission, oldest first. */
  submissionsOf(purchaseId: PurchaseId): Promise<Sent[]>;
  /** An unsigned callback of DT One: the order has changed. */
  hint(purchaseId: PurchaseId): Promise<void>;
}

type DtOneTold = Omit<ScriptInput, 'number'>;
type ReloadlyTold = Omit<PlainScriptInput, 'number'>;

export interface HoldsAndRoutes {
  /** How long Reloadly may hold an order back. */
  readonly reloadlyHoldMs?: number;
  /** The routes that the network has; both by default. */
  readonly routes?: readonly ('main' | 'reloadly')[];
  /** How long the adapters wait for an answer. */
  readonly timeoutMs?: number;
}

/** @param dtOneHoldMs how long DT One may hold an order back; 0 makes each "not found" conclusive. */
export async function createTwoGateways(
  dtOneHoldMs = 0,
  dtOneUrl: string | null = null,
  { reloadlyHoldMs = 0, routes = ['main', 'reloadly'], timeoutMs = GATEWAY_TIMEOUT_MS }: HoldsAndRoutes = {},
): Promise<TwoGateways> {
  const fixture = await createLedgerFixture();
  const accounts = { [KEY]: 'secret' };
  const [dtone, reloadly] = await Promise.all([createDtOne({ accounts }), createReloadly({ accounts })]);
  const adapters = connect(dtOneUrl ?? dtone.url, reloadly.url, timeoutMs, dtOneHoldMs, reloadlyHoldMs);
  const { pool } = fixture;
  await addRoutes(fixture);
  const accountId = await fixture.openAccount();
  const ports = createPurchasePorts({
    pool,
    ledger: fixture.settleLane,
    adapterFor: (_network, _livemode, route = 'main') => adapters[route as keyof typeof adapters] ?? null,
    routes: { of: () => routes, several: routes.length > 1 },
    alerts: NO_ALERTS,
  });
  const delivered = (simulator: Pick<typeof dtone, 'book'>, purchaseId: PurchaseId) =>
    simulator.book(KEY).entries.find(({ external_id }) => external_id === toGatewayReference(purchaseId))
      ?.deliveries ?? 0;

  return {
    ...fixture,
    ports,
    async buyTold(told) {
      const number = nextNumber();
      if (told.dtone !== undefined) dtone.script({ ...told.dtone, number });
      if (told.reloadly !== undefined)
        reloadly.script({ ...told.reloadly, number: number.replace('+234', '0') });
      return fixture.buy(accountId, number);
    },
    books: () =>
      Object.entries({ dtone, reloadly }).map(([name, simulator]) => ({
        name,
        covers: [{ networkId: NETWORK, livemode: true }],
        deliveries: simulator.book(KEY).entries.map((entry) => ({
          gatewayReference: entry.external_id,
          deliveries: entry.deliveries,
          submits: entry.submits,
          reversed: entry.reversed_at !== null,
        })),
      })),
    deliveriesOf: (id) => ({ dtone: delivered(dtone, id), reloadly: delivered(reloadly, id) }),
    async submissionsOf(purchaseId) {
      const { rows } = await pool.query<Sent>(
        'SELECT route, sent_at, answered_at, outcome, detail, cleared_as FROM submissions WHERE purchase_id = $1 ORDER BY attempt',
        [uuidOf('pur', purchaseId)],
      );
      return rows;
    },
    async hint(purchaseId) {
      const body = Buffer.from(JSON.stringify({ external_id: toGatewayReference(purchaseId), id: 1 }));
      const stored = await storeCallback(pool, NETWORK, true, { body, headers: {}, route: 'main' });
      if (stored !== null) await ports.callbacks.handle(stored, CALL);
    },
    async close() {
      await Promise.all(Object.values(adapters).map((adapter) => adapter.close()));
      await Promise.all([dtone.close(), reloadly.close()]);
      await fixture.close();
    },
  };
}

function connect(
  dtOneUrl: string,
  reloadlyUrl: string,
  timeoutMs: number,
  holdMs: number,
  reloadlyHoldMs: number,
) {
  return {
    main: createDtOneAdapter({
      baseUrl: `${dtOneUrl}/v1`,
      apiKey: KEY,
      apiSecret: 'secret',
      timeoutMs,
      holdMs,
      callbackUrl: null,
      mode: 'sync',
      twoStep: false,
    }),
    reloadly: createReloadlyAdapter({
      baseUrl: reloadlyUrl,
      authUrl: reloadlyUrl,
      audience: 'https://topups-sandbox.reloadly.com',
      clientId: KEY,
      clientSecret: 'secret',
      webhookSecret: null,
      country: { iso: 'NG', callingCode: '234', trunkPrefix: '0' },
      timeoutMs,
      holdMs: reloadlyHoldMs,
      mode: 'sync',
    }),
  };
}

async function addRoutes({ pool }: LedgerFixture): Promise<void> {
  await pool.query(`
    INSERT INTO bundles (id, network_id, name, data_mb, validity_hours, product_code)
    VALUES ('bnd_1gb', '${NETWORK}', '1 GB', 1024, 24, '${PRODUCT.dtone}');
    INSERT INTO route_bundles (network_id, route, bundle_id, product_code)
    VALUES ('${NETWORK}', 'main', 'bnd_1gb', '${PRODUCT.dtone}'),
           ('${NETWORK}', 'reloadly', 'bnd_1gb', '${PRODUCT.reloadly}');
    INSERT INTO route_prices (network_id, route, bundle_id, valid_from, cost, currency)
    VALUES ('${NETWORK}', 'main', 'bnd_1gb', '2020-01-01Z', 1.00, 'USD'),
           ('${NETWORK}', 'reloadly', 'bnd_1gb', '2020-01-01Z', 1.25, 'USD')`);
}

/** What the workflow of a purchase does, without its pauses: submits, and inquires while the outcome is open. */
export async function runPurchase(
  { ports }: Pick<TwoGateways, 'ports'>,
  purchaseId: PurchaseId,
  inquiriesMax = 3,
): Promise<(SubmitVerdict | InquiryVerdict)['kind'][]> {
  const kinds: (SubmitVerdict | InquiryVerdict)['kind'][] = [];
  let inquiries = 0;
  for (let attempt = 1; attempt <= 6; ) {
    let verdict: SubmitVerdict | InquiryVerdict = await submitPurchase(
      ports,
      { purchaseId, attempt, nextActionMs: 3_000 },
      CALL,
    );
    kinds.push(verdict.kind);
    while (verdict.kind === 'accepted' || verdict.kind === 'unknown' || verdict.kind === 'not_received') {
      if (inquiries === inquiriesMax) return kinds;
      inquiries += 1;
      verdict = await ports.inquirer.inquire({ purchaseId, source: 'inquiry', endWorkflow: false }, CALL);
      kinds.push(verdict.kind);
    }
    if (verdict.kind !== 'resendable') return kinds;
    attempt += 1;
  }
  return kinds;
}
