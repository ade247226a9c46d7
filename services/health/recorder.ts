import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { addCalls, type CallSum } from '../../db/networks/gateway-calls.ts';
import type { CallVerdict } from './classify.ts';

/** A call that took longer counts as slow, whatever its outcome. */
export const SLOW_MS = 5_000;
const FLUSH_MS = 1_000;
/** Sums that are kept while PostgreSQL is away. Further ones are lost: they are statistics only. */
const KEPT_MAX = 10_000;

export interface MeasuredCall {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly call: 'submit' | 'inquire' | 'cancel' | 'callback' | 'wallet';
  readonly verdict: CallVerdict;
  readonly durationMs: number;
}

/** Sums up this process's calls and adds them to what all processes share. */
export interface CallRecorder {
  record(call: MeasuredCall): void;
  /** Writes what was recorded so far. */
  flush(): Promise<void>;
  /** Writes the rest and ends. */
  stop(): Promise<void>;
}

export function createCallRecorder(pool: Pool, log: Pick<Logger, 'warn'>): CallRecorder {
  let sums = new Map<string, CallSum>();
  let flushing = Promise.resolve();

  const add = (sum: CallSum) => {
    const key = JSON.stringify([sum.networkId, sum.livemode, sum.call, sum.outcome]);
    const known = sums.get(key);
    if (known === undefined && sums.size >= KEPT_MAX) return;
    sums.set(key, known === undefined ? sum : combine(known, sum));
  };
  const write = async () => {
    const written = [...sums.values()];
    sums = new Map();
    try {
      await addCalls(pool, written);
    } catch (error) {
      log.warn({ err: error }, 'writing measured calls failed; will retry');
      for (const sum of written) add(sum);
    }
  };
  const flush = () => {
    flushing = flushing.then(write);
    return flushing;
  };
  const timer = setInterval(() => {
    if (sums.size > 0) void flush();
  }, FLUSH_MS);
  timer.unref();

  return {
    record({ networkId, livemode, call, verdict, durationMs }) {
      const { outcome, kind, completed } = verdict;
      add({
        networkId,
        livemode,
        call,
        outcome,
        kind,
        calls: 1,
        slow: durationMs > SLOW_MS ? 1 : 0,
        completed: completed ? 1 : 0,
        durationMs,
      });
    },
    flush,
    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}

function combine(one: CallSum, other: CallSum): CallSum {
  return {
    ...one,
    calls: one.calls + other.calls,
    slow: one.slow + other.slow,
    completed: one.completed + other.completed,
    durationMs: one.durationMs + other.durationMs,
  };
}
