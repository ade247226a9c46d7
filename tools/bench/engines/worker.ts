import { readFile } from 'node:fs/promises';
import { createAdapters, parseGateways } from '../../../adapters/registry.ts';
import { readWorkerConfig, toSecretsKeys } from '../../../config.ts';
import { readNetworkQueues } from '../../../db/networks/networks.ts';
import { admitPurchases } from '../../../db/outbox/admission.ts';
import { createNotifier } from '../../../db/outbox/notifier.ts';
import { completeRows } from '../../../db/outbox/outbox.ts';
import { createPool } from '../../../db/pool.ts';
import { idFromUuid, parseId } from '../../../domain/ids.ts';
import { logGatewayAlerts } from '../../../observability/log/gateway-alerts.ts';
import { createLog } from '../../../observability/log/log.ts';
import { type Loop, type NextPass, startLoop } from '../../../services/loop.ts';
import { createAlerts } from '../../../services/purchases/alerts.ts';
import { createSettleLane } from '../../../services/purchases/settle-lane.ts';
import { type SubmitRequest, submitPurchase } from '../../../services/purchases/submit.ts';
import { createDeliveries } from '../../../services/webhooks/deliver.ts';
import { createSender } from '../../../services/webhooks/send.ts';
import { listenForOutbox } from '../../../worker/relay/listen.ts';
import { startRelay } from '../../../worker/relay/relay.ts';
import type { TemporalLink } from '../../../worker/relay/temporal-link.ts';
import { startDbos } from './dbos.ts';
import { startGraphile } from './graphile.ts';

const PAGE = 64;
const LEASE_MS = 15_000;
const SWEEP_MS = 1_000;
const NEXT_ACTION_MS = 60_000;

/** The product's worker process with another engine in Temporal's place: everything else is the product's own code. */
const config = readWorkerConfig(process.env);
const log = createLog('warn', 'worker');
const adapters = createAdapters(parseGateways(await readFile(config.GATEWAYS_FILE, 'utf8')));
const sender = createSender({ allowPrivate: config.WEBHOOK_ALLOW_PRIVATE, refuse: config.WEBHOOK_REFUSE });
const pool = createPool(config.DATABASE_URL, { max: 10, applicationName: 'bench-engine' });
const hotPathPool = createPool(config.DATABASE_URL, {
  max: 25,
  applicationName: 'bench-engine',
  use: 'hot-path',
});
const lanePool = createPool(config.DATABASE_URL, {
  max: 20,
  applicationName: 'bench-engine',
  use: 'lanes',
});
const enginePool = createPool(config.DATABASE_URL, { max: 20, applicationName: 'bench-engine' });
const onOutbox = createNotifier(pool);
const settleLane = createSettleLane({ pool: lanePool, onOutbox });
const alerts = createAlerts({ pool, ...logGatewayAlerts(log) });
const deps = { pool: hotPathPool, settleLane, alerts, adapterFor: adapters.adapterFor };
const deliveries = createDeliveries({
  pool: hotPathPool,
  sender,
  secretsKeys: toSecretsKeys(config),
  onOutbox,
});

const submit = (id: string) => {
  const purchaseId = idFromUuid('pur', parseId('pur', id) ?? '');
  const request: SubmitRequest = { purchaseId, attempt: 1, nextActionMs: NEXT_ACTION_MS };
  return submitPurchase(deps, request, AbortSignal.timeout(60_000));
};
const startEngine = process.env.ENGINE === 'dbos' ? startDbos : startGraphile;
const engine = await startEngine({ databaseUrl: config.DATABASE_URL, pool: enginePool, submit });

/** The relay without Temporal: webhooks and deadlines; what would go to Temporal goes to the engine instead. */
const noTemporal: TemporalLink = {
  isOpen: () => false,
  open: () => {},
  connected: Promise.resolve(null),
  unreachable: Promise.resolve(),
  call: () => Promise.reject(new Error('there is no Temporal here')),
  stopConnecting: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
const relay = startRelay({
  ...deps,
  pools: { hotPath: hotPathPool, guard: pool, background: pool },
  guardLane: settleLane,
  temporal: noTemporal,
  deliveries,
  queues: [],
  log,
});
const queues = await readNetworkQueues(pool);
const loops = new Map<string, Loop>(
  queues.map(({ queue }) => [
    queue,
    startLoop({ name: queue, everyMs: SWEEP_MS, pass: () => admit(queue), log }),
  ]),
);

async function admit(queue: string): Promise<NextPass> {
  const { admitted, stoppedBy } = await admitPurchases(hotPathPool, queue, PAGE, LEASE_MS);
  await engine.start(admitted.map(({ purchaseId }) => purchaseId));
  await completeRows(
    hotPathPool,
    admitted.map(({ outboxId }) => outboxId),
  );
  return stoppedBy === 'queue_empty' ? 'done' : 'more';
}

const listener = listenForOutbox(
  config.DATABASE_URL,
  (queue) => {
    relay.wake(queue);
    loops.get(queue)?.wake();
  },
  log,
);
process.stdout.write(`${JSON.stringify({ msg: 'ready' })}\n`);

process.once('SIGTERM', () => {
  void stop();
});

async function stop(): Promise<void> {
  await Promise.all([listener.stop(), relay.stop(), ...[...loops.values()].map((loop) => loop.stop())]);
  await engine.stop();
  await settleLane.idle();
  await Promise.all([adapters.closeAll(), sender.close()]);
  await Promise.all([pool.end(), hotPathPool.end(), lanePool.end(), enginePool.end()]);
  process.exit(0);
}
