import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { ConfiguredRoutes } from '../../adapters/registry.ts';
import { addCalls, type CallSum } from '../../db/networks/gateway-calls.ts';
import { addRouteCalls, type RouteCallSum } from '../../db/networks/route-health.ts';
import type { CallVerdict } from './classify.ts';

/** A call that took longer counts as slow, whatever its outcome. */
export const SLOW_MS = 5_000;
const FLUSH_MS = 1_000;
/** Sums that are kept while PostgreSQL is away. Further ones are lost: they are statistics only. */
const KEPT_MAX = 10_000;

export interface MeasuredCall {
  readonly networkId: string;
  readonly livemode: boolean;
  readonly route: string;
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

/** @param routes if it is left out, every network has one gateway */
export function createCallRecorder(
  pool: Pool,
  log: Pick<Logger, 'warn'>,
  routes: Pick<ConfiguredRoutes, 'of'> = { of: () => [] },
): CallRecorder {
  let sums = new Map<string, CallSum>();
  let routeSums = new Map<string, RouteCallSum>();
  let flushing = Promise.resolve();

  const add = (sum: CallSum) => {
    const key = JSON.stringify([sum.networkId, sum.livemode, sum.call, sum.outcome]);
    const known = sums.get(key);
    if (known === undefined && sums.size >= KEPT_MAX) return;
    sums.set(key, known === undefined ? sum : combine(known, sum));
  };
  const addOfRoute = (sum: RouteCallSum) => {
    const key = JSON.stringify([sum.networkId, sum.route]);
    const known = routeSums.get(key);
    routeSums.set(key, known === undefined ? sum : combineOfRoute(known, sum));
  };
  const write = async () => {
    const written = [...sums.values()];
    const ofRoutes = [...routeSums.values()];
    sums = new Map();
    routeSums = new Map();
    await addCalls(pool, written).catch((error: unknown) => {
      log.warn({ err: error }, 'writing measured calls failed; will retry');
      for (const sum of written) add(sum);
    });
    await addRouteCalls(pool, ofRoutes).catch((error: unknown) => {
      log.warn({ err: error }, 'writing measured calls of routes failed; will retry');
      for (const sum of ofRoutes) addOfRoute(sum);
    });
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
    record({ networkId, livemode, route, call, verdict, durationMs }) {
      const { outcome, kind, completed } = verdict;
      const slow = durationMs > SLOW_MS ? 1 : 0;
      if (livemode && routes.of(networkId, true).length > 1) {
        const troubles = kind === 'good' ? 0 : 1;
        const accountRefusals = kind === 'account' ? 1 : 0;
        addOfRoute({ networkId, route, calls: 1, troubles, accountRefusals, slow });
      }
      add({
        networkId,
        livemode,
        call,
        outcome,
        kind,
        calls: 1,
        slow,
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

function combineOfRoute(one: RouteCallSum, other: RouteCallSum): RouteCallSum {
  return {
    ...one,
    calls: one.calls + other.calls,
    troubles: one.troubles + other.troubles,
    accountRefusals: one.accountRefusals + other.accountRefusals,
    slow: one.slow + other.slow,
  };
}
