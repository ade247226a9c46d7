import type { Pool } from 'pg';
import { Counter, Histogram, type Registry } from 'prom-client';
import { readProvedVolume } from '../../db/purchases/proved-volume.ts';
import { readTime } from '../../domain/ids.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import { databaseGauges } from './database-gauges.ts';
import { reuse } from './reuse.ts';

/** The volume of a day that has ended changes only when someone reconciles it late. */
const VOLUME_FRESH_MS = 3_600_000;

/** What a process does about promises with a time: a final status by `resolve_by`, and a webhook soon after. */
export interface PromiseMetrics {
  /** Counts a purchase that has become final, by whether that was in time. */
  readonly final: (purchase: Purchase) => void;
  /** Measures how long an event had waited at `begunAt` (Unix milliseconds) for its first attempt, which has ended. */
  readonly firstAttempt: (eventId: string, begunAt: number, outcome: 'delivered' | 'failed') => void;
}

/** Adds the metrics of promises that a process keeps itself. */
export function createPromiseMetrics(registers: Registry[]): PromiseMetrics {
  const finals = new Counter({
    name: 'bundlewire_purchases_final_total',
    help: 'Purchases that this process made successful or failed, by whether it was by their resolve_by',
    labelNames: ['in_time'],
    registers,
  });
  const delays = new Histogram({
    name: 'bundlewire_webhook_first_attempt_delay_seconds',
    help: 'Time from an event to the start of its first webhook attempt, by outcome',
    labelNames: ['outcome'],
    buckets: [0.1, 0.5, 1, 2, 5, 10, 30, 60, 300],
    registers,
  });
  return {
    final: ({ order, state }) => {
      // A reversal follows a purchase that was final before.
      if (state.status === 'pending' || state.status === 'reversed') return;
      finals.labels(state.completedAt <= order.resolveBy ? 'yes' : 'no').inc();
    },
    firstAttempt: (eventId, begunAt, outcome) => {
      const createdAt = readTime('evt', eventId);
      if (createdAt !== null) delays.labels(outcome).observe(Math.max(0, begunAt - createdAt) / 1_000);
    },
  };
}

/** Adds gauges of the share of charged volume that carriers' lists prove, read from PostgreSQL once an hour. */
export function addProvedVolume(registry: Registry, pool: Pool): void {
  const read = reuse(() => readProvedVolume(pool), VOLUME_FRESH_MS);
  databaseGauges(registry, pool)(
    {
      charged_volume: ['Charged on the day before yesterday, in minor units', ['currency']],
      proved_volume: [
        "The part of it that was compared with the gateway's list within 24 h after the day",
        ['currency'],
      ],
    },
    async (set) => {
      for (const { currency, charged, proved } of await read()) {
        set('charged_volume')({ currency }, charged);
        set('proved_volume')({ currency }, proved);
      }
    },
  );
}
