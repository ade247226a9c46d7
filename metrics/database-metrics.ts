import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import { readBacklog } from '../db/backlog.ts';
import { countBatches } from '../db/batches.ts';
import { countAccountsToClose } from '../db/close-days.ts';
import { readPlatform } from '../db/heartbeats.ts';
import { readLowBalances } from '../db/low-balance.ts';
import { listNetworkHealth } from '../db/network-override.ts';
import { readPendingState } from '../db/pending-ages.ts';
import { readQueueStates } from '../db/queue-states.ts';
import { readLastVerification } from '../db/verifications.ts';

type Set = (labels: Readonly<Record<string, string>>, value: number) => void;
type Specs = Readonly<Record<string, readonly [help: string, labelNames: readonly string[]]>>;
type Group = (specs: Specs, read: (set: (name: string) => Set) => Promise<void>) => void;

/** Gauges that are read from PostgreSQL when they are asked for: the same in every worker process. */
export function addDatabaseMetrics(registry: Registry, pool: Pool): void {
  const group: Group = (specs, read) => addGroup(registry, specs, read);
  addPurchaseGauges(group, pool);
  addNetworkGauges(group, pool);
  addPlatformGauges(group, pool);
}

/** Gauges that one reading fills: each of them waits for the reading that a scrape has begun. */
function addGroup(registry: Registry, specs: Specs, read: Parameters<Group>[1]): void {
  const made = new Map<string, Gauge>();
  let reading: Promise<void> | null = null;
  const fill = async () => {
    for (const gauge of made.values()) gauge.reset();
    await read((name) => (labels, value) => made.get(name)?.set(labels, value));
  };
  const collect = () => {
    reading ??= fill().finally(() => {
      reading = null;
    });
    return reading;
  };
  for (const [name, [help, labelNames]] of Object.entries(specs)) {
    const labels = [...labelNames];
    made.set(
      name,
      new Gauge({ name: `bundlewire_${name}`, help, labelNames: labels, registers: [registry], collect }),
    );
  }
}

function addPurchaseGauges(group: Group, pool: Pool): void {
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
      for (const { queue, waiting, oldestSeconds } of await readBacklog(pool)) {
        set('outbox_waiting')({ queue }, waiting);
        set('outbox_oldest_seconds')({ queue }, oldestSeconds);
      }
    },
  );
}

function addNetworkGauges(group: Group, pool: Pool): void {
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

function addPlatformGauges(group: Group, pool: Pool): void {
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
      invariants_verified_timestamp_seconds: ['When it was', []],
    },
    async (set) => {
      const last = await readLastVerification(pool);
      if (last === null) return;
      set('invariants_broken')({}, last.broken);
      set('invariants_verified_timestamp_seconds')({}, last.at.getTime() / 1_000);
    },
  );
}
