import { createDtOneAdapter } from '../../../adapters/dtone/adapter.ts';
import { createPool } from '../../../db/pool.ts';
import { createSettleLane } from '../../../services/purchases/settle-lane.ts';
import { createReconciler } from '../../../services/reconciliations/run.ts';
import { createPurchasePorts } from '../purchases/ports.ts';

// A separate process that runs the request that is due first: DATABASE_URL, and the URL of the gateway.
const [, , url = '', gatewayUrl = ''] = process.argv;
const pool = createPool(url, { max: 2, applicationName: 'test-reconciler' });
const adapter = createDtOneAdapter({
  baseUrl: gatewayUrl,
  apiKey: 'test-key',
  apiSecret: 'secret',
  timeoutMs: 120_000,
  holdMs: 0,
  callbackUrl: null,
  mode: 'async',
  twoStep: false,
});
const ledger = createSettleLane({ pool, onOutbox: () => {} });
const ports = createPurchasePorts({ pool, ledger, adapterFor: () => adapter, alerts: { raise: () => {} } });
await createReconciler(ports).run(new AbortController().signal);
await adapter.close();
await pool.end();
