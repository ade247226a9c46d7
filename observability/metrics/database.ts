import type { Pool } from 'pg';
import { Counter, Gauge, type Registry } from 'prom-client';
import { readLowBalances } from '../../db/accounts/low-balance.ts';
import { countUnarchivedFiles } from '../../db/archive.ts';
import { countBatches } from '../../db/batches/batches.ts';
import { countDeadlocks } from '../../db/deadlocks.ts';
import { readMonthsState } from '../../db/months/months.ts';
import { listNetworkHealth } from '../../db/networks/override.ts';
import { readBacklog, readRetryLateness } from '../../db/outbox/backlog.ts';
import { readPlatform } from '../../db/outbox/heartbeats.ts';
import { readQueueStates } from '../../db/outbox/queue-states.ts';
import { pingDatabase } from '../../db/ping.ts';
import { readPendingState } from '../../db/purchases/pending-ages.ts';
import { countAccountsToClose } from '../../db/statements/close-days.ts';
import { readLastVerification } from '../../db/statements/verifications.ts';
import {
  DELIVERY_QUEUE,
  HELD_DELIVERY_QUEUE,
  PROBE_QUEUE,
  TEMPORAL_QUEUE,
  WEBHOOK_QUEUE,
} from '../../domain/network/queues.ts';
import { databaseGauges, type GaugeGroup } from './database-gauges.ts';

/** Reported as 0 when empty. The queues of networks have separate gauges. */
const OUR_QUEUES = [TEMPORAL_QUEUE, WEBHOOK_QUEUE, PROBE_QUEUE, DELIVERY_QUEUE, HELD_DELIVERY_QUEUE] as const;

/** Gauges that are read from PostgreSQL at each scrape. They have the same values in every worker process. */
export function addDatabaseMetrics(registry: Registry, pool: Pool): void {
  const group = databaseGauges(registry, pool);
  addReachedGauge(registry, pool);
  addPurchaseGauges(group, pool);
  addNetworkGauges(group, pool);
  addPlatformGauges(group, pool);
  addDeadlockCounter(registry, pool);
}

/** The only gauge here with a sample while PostgreSQL is away, so that an alert can fire. */
function addReachedGauge(registry: Registry, pool: Pool): void {
  new Gauge({
    name: 'bundlewire_postgresql_reached',
    help: '1 if PostgreSQL answers this process within 2 s and takes writes, otherwise 0',
    registers: [registry],
    async collect() {
      this.set(Number((await pingDatabase(pool)) === null));
    },
  });
}

/** Counted by PostgreSQL, so it includes deadlocks of every process and of people's sessions. */
function addDeadlockCounter(registry: Registry, pool: Pool): void {
  const counter = new Counter({
    name: 'bundlewire_deadlocks_total',
    help: 'Deadlocks that PostgreSQL has ended in this database',
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
      purchases_pending: ['Pending purchases', []],
      purchases_oldest_pending_seconds: ['Age of the oldest pending purchase', []],
      purchases_overdue: ['Pending purchases past their resolve_by', []],
      purchases_overdue_seconds: ['Time since resolve_by of the most overdue pending purchase', []],
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
      outbox_waiting: ['Waiting outbox rows, by queue', ['queue']],
      outbox_oldest_seconds: ['Age of the oldest waiting outbox row, by queue', ['queue']],
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
      webhook_retry_late_seconds: ['How late the most overdue webhook retry (attempts 2 to 7) is', []],
    },
    async (set) => set('webhook_retry_late_seconds')({}, await readRetryLateness(pool)),
  );
}

function addNetworkGauges(group: GaugeGroup, pool: Pool): void {
  group(
    {
      network_status: ['1 for the current status of a network', ['network', 'status', 'cause']],
      supplier_balance: [
        'Our wallet at the gateway, in the major unit of the currency',
        ['network', 'currency'],
      ],
      supplier_balance_minimum: ['Below this, SupplierBalanceLow fires', ['network', 'currency']],
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
      network_in_flight: ['Purchases that are started and still pending', ['network', 'mode']],
      network_in_flight_max: ['Maximum number of purchases in flight', ['network', 'mode']],
      network_queue_waiting: ['Purchases that wait to be started', ['network', 'mode']],
      network_queue_oldest_seconds: ['How long the oldest of them has waited', ['network', 'mode']],
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
      relay_alive: ['1 if a worker process has sent a heartbeat within 15 s, otherwise 0', []],
      temporal_reached: ['1 if such a worker process reaches Temporal, otherwise 0', []],
    },
    async (set) => {
      const { relayAlive, temporalReached } = await readPlatform(pool);
      set('relay_alive')({}, Number(relayAlive));
      set('temporal_reached')({}, Number(temporalReached));
    },
  );
  group(
    { archive_waiting_files: ['Complete files of the write-ahead log that are not archived', []] },
    async (set) => set('archive_waiting_files')({}, await countUnarchivedFiles(pool)),
  );
  group(
    {
      months_ahead: ['Coming months for which every table by month has a partition', []],
      months_unplaced_rows: ['About how many rows are in default partitions, because they have no month', []],
    },
    async (set) => {
      const { ahead, unplaced } = await readMonthsState(pool);
      set('months_ahead')({}, ahead);
      set('months_unplaced_rows')({}, unplaced);
    },
  );
  group({ statements_unclosed: ['Accounts with an unclosed statement of a past day', []] }, async (set) => {
    set('statements_unclosed')({}, await countAccountsToClose(pool));
  });
  group(
    {
      accounts_below_threshold: ['Accounts whose available balance is below their low-balance threshold', []],
      low_balance_alerts: ['Low-balance alerts, by outcome of their mail', ['outcome']],
    },
    async (set) => {
      const { below, alerts } = await readLowBalances(pool);
      set('accounts_below_threshold')({}, below);
      for (const [outcome, count] of alerts) set('low_balance_alerts')({ outcome }, count);
    },
  );
  group(
    {
      invariants_broken: ['Broken invariants at the last bundlewire verify --record', []],
      invariants_verified_timestamp_seconds: ['Unix time of the last bundlewire verify --record, or 0', []],
    },
    async (set) => {
      const last = await readLastVerification(pool);
      set('invariants_broken')({}, last?.broken ?? 0);
      set('invariants_verified_timestamp_seconds')({}, (last?.at.getTime() ?? 0) / 1_000);
    },
  );
}
