import { Counter, Histogram, type Registry } from 'prom-client';
import { readTime } from '../../domain/ids.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';

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
  // A series that appears with its first purchase has no increase: the alert for missed deadlines would not see a burst.
  for (const inTime of ['yes', 'no']) finals.labels(inTime).inc(0);
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
