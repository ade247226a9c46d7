import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { readLowBalances } from '../../db/accounts/low-balance.ts';
import { countBatches } from '../../db/batches/batches.ts';
import { countDeadlocks } from '../../db/deadlocks.ts';
import { listNetworkHealth } from '../../db/networks/override.ts';
import { readBacklog, readRetryLateness } from '../../db/outbox/backlog.ts';
import { readPlatform } from '../../db/outbox/heartbeats.ts';
import { readQueueStates } from '../../db/outbox/queue-states.ts';
import { pingDatabase } from '../../db/ping.ts';
import { readPendingState } from '../../db/purchases/pending-ages.ts';
import { countAccountsToClose } from '../../db/statements/close-days.ts';
import { readLastVerification } from '../../db/statements/verifications.ts';
import { PROBE_QUEUE, TEMPORAL_QUEUE, WEBHOOK_QUEUE } from '../../domain/network/queues.ts';
import { databaseGauges, type GaugeGroup } from './database-gauges.ts';

/** Shown with 0 when they are empty; those of networks have gauges of their own. */
const OUR_QUEUES = [TEMPORAL_QUEUE, WEBHOOK_QUEUE, PROBE_QUEUE] as const;

/** Gauges that are read from PostgreSQL when they are asked for: the same in every worker process. */
export function addDatabaseMetrics(registry: Registry, pool: Pool): void {
  const group = databaseGauges(registry, pool);
  addReachedGauge(registry, pool);
  addPurchaseGauges(group, pool);
  addNetworkGauges(group, pool);
  addPlatformGauges(group, pool);
  addDeadlockCounter(registry, pool);
}

/** The one gauge that is there without PostgreSQL, so that an alert can fire on it. */
function addReachedGauge(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'bundlewire_postgresql_reached',
    help: '1 while PostgreSQL answers this process within two seconds and takes writes',
    registers: [registry],
    async collect() {
      this.set(Number((await pingDatabase(pool)) === null));
    },
  });
}

/** Counted by PostgreSQL, so that those of every process and of a person's own session are among them. */
function addDeadlockCounter(registry: Registry, pool: Pool): void {
  const counter = new Counter({
    name: 'bundlewire_deadlocks_total',
    help: 'Deadlocks that PostgreSQL has broken in this database',
    registers: [registry],
    async collect() {
      const deadlocks = await countDeadlocks(pool).catch(() => null);
      if (deadlocks === null) return;
      counter.reset();
      counter.inc(deadlocks);
    },
  });
}

function addPurchaseGauges(group: GaugeGroup, pool: Pool): void {
  group(
    {
      purchases_pending: ['Purchases that are not final', []],
      purchases_oldest_pending_seconds: ['Age of the oldest purchase that is not final', []],
      purchases_overdue: ['Purchases that are not final though resolve_by has passed', []],
      purchases_overdue_seconds: ['By how much the worst of them is past resolve_by', []],
    },
    async (set) => {
      const state = await readPendingState(pool);
      set('purchases_pending')({}, state.pending);
      set('purchases_oldest_pending_seconds')({}, state.oldestSeconds);
      set('purchases_overdue')({}, state.overdue);
      set('purchases_overdue_seconds')({}, state.overdueSeconds);
    },
  );
  group({ batches: ['Campaigns by status', ['status']] }, async (set) => {
    for (const { status, count } of await countBatches(pool)) set('batches')({ status }, count);
  });
  group(
    {
      outbox_waiting: ['Outbox rows that wait, by queue', ['queue']],
      outbox_oldest_seconds: ['Age of the oldest outbox row, by queue', ['queue']],
    },
    async (set) => {
      for (const queue of OUR_QUEUES) {
        set('outbox_waiting')({ queue }, 0);
        set('outbox_oldest_seconds')({ queue }, 0);
      }
      for (const { queue, waiting, oldestSeconds } of await readBacklog(pool)) {
        set('outbox_waiting')({ queue }, waiting);
        set('outbox_oldest_seconds')({ queue }, oldestSeconds);
      }
    },
  );
  group(
    {
      webhook_retry_late_seconds: [
        'By how much the latest waiting webhook attempt 2 to 7 is past its time',
        [],
      ],
    },
    async (set) => set('webhook_retry_late_seconds')({}, await readRetryLateness(pool)),
  );
}

function addNetworkGauges(group: GaugeGroup, pool: Pool): void {
  group(
    {
      network_status: ['1 for the status that a network has', ['network', 'status', 'cause']],
      supplier_balance: ['Our balance at the gateway, in the major unit', ['network', 'currency']],
      supplier_balance_minimum: ['Below it operators are told', ['network', 'currency']],
    },
    async (set) => {
      for (const { networkId: network, status, cause, wallet } of await listNetworkHealth(pool)) {
        set('network_status')({ network, status, cause }, 1);
        if (wallet === null) continue;
        const labels = { network, currency: wallet.currency };
        set('supplier_balance')(labels, Number(wallet.available));
        if (wallet.minimum !== null) set('supplier_balance_minimum')(labels, Number(wallet.minimum));
      }
    },
  );
  group(
    {
      network_in_flight: ['Purchases handed to Temporal and not final', ['network', 'mode']],
      network_in_flight_max: ['Most that may be in flight', ['network', 'mode']],
      network_queue_waiting: ['Purchases that wait for their turn', ['network', 'mode']],
      network_queue_oldest_seconds: ['How long the first of them has waited', ['network', 'mode']],
    },
    async (set) => {
      for (const queue of await readQueueStates(pool)) {
        const labels = { network: queue.networkId, mode: queue.livemode ? 'live' : 'test' };
        set('network_in_flight')(labels, queue.inFlight);
        set('network_in_flight_max')(labels, queue.inFlightMax);
        set('network_queue_waiting')(labels, queue.waiting);
        set('network_queue_oldest_seconds')(labels, queue.oldestSeconds);
      }
    },
  );
}

function addPlatformGauges(group: GaugeGroup, pool: Pool): void {
  group(
    {
      relay_alive: ['1 while a worker process shows itself', []],
      temporal_reached: ['1 while a worker process reaches Temporal', []],
    },
    async (set) => {
      const { relayAlive, temporalReached } = await readPlatform(pool);
      set('relay_alive')({}, Number(relayAlive));
      set('temporal_reached')({}, Number(temporalReached));
    },
  );
  group({ statements_unclosed: ['Accounts with an ended day that is not closed', []] }, async (set) => {
    set('statements_unclosed')({}, await countAccountsToClose(pool));
  });
  group(
    {
      accounts_below_threshold: ['Accounts whose available balance is below their low-balance threshold', []],
      low_balance_alerts: ['Low-balance alerts by what became of their mail', ['outcome']],
    },
    async (set) => {
      const { below, alerts } = await readLowBalances(pool);
      set('accounts_below_threshold')({}, below);
      for (const [outcome, count] of alerts) set('low_balance_alerts')({ outcome }, count);
    },
  );
  group(
    {
      invariants_broken: ['Invariants that the last bundlewire verify --record found broken', []],
      invariants_verified_timestamp_seconds: ['When it was; 0 if it never ran', []],
    },
    async (set) => {
      const last = await readLastVerification(pool);
      set('invariants_broken')({}, last?.broken ?? 0);
      set('invariants_verified_timestamp_seconds')({}, (last?.at.getTime() ?? 0) / 1_000);
    },
  );
}
