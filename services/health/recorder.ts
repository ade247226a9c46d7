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
  const sums = createSums<CallSum>(
    ({ networkId, livemode, call, outcome }) => [networkId, livemode, call, outcome],
    combine,
  );
  const routeSums = createSums<RouteCallSum>(({ networkId, route }) => [networkId, route], combineOfRoute);
  let flushing = Promise.resolve();

  const write = async () => {
    const written = sums.take();
    const ofRoutes = routeSums.take();
    await addCalls(pool, written).catch((error: unknown) => {
      log.warn({ err: error }, 'writing measured calls failed; will retry');
      written.forEach(sums.add);
    });
    await addRouteCalls(pool, ofRoutes).catch((error: unknown) => {
      log.warn({ err: error }, 'writing measured calls of routes failed; will retry');
      ofRoutes.forEach(routeSums.add);
    });
  };
  const flush = () => {
    flushing = flushing.then(write);
    return flushing;
  };
  const timer = setInterval(() => {
    if (!sums.isEmpty()) void flush();
  }, FLUSH_MS);
  timer.unref();

  return {
    record({ networkId, livemode, route, call, verdict, durationMs }) {
      const { outcome, kind, completed } = verdict;
      const slow = durationMs > SLOW_MS ? 1 : 0;
      if (livemode && routes.of(networkId, true).length > 1) {
        const troubles = kind === 'good' ? 0 : 1;
        const accountRefusals = kind === 'account' ? 1 : 0;
        routeSums.add({ networkId, route, calls: 1, troubles, accountRefusals, slow });
      }
      sums.add({
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

/** Sums by what they are of. `take` returns them and begins again. */
function createSums<Sum>(keyOf: (sum: Sum) => readonly unknown[], combined: (one: Sum, other: Sum) => Sum) {
  let sums = new Map<string, Sum>();
  return {
    add(sum: Sum): void {
      const key = JSON.stringify(keyOf(sum));
      const known = sums.get(key);
      if (known === undefined && sums.size >= KEPT_MAX) return;
      sums.set(key, known === undefined ? sum : combined(known, sum));
    },
    take(): Sum[] {
      const taken = [...sums.values()];
      sums = new Map();
      return taken;
    },
    isEmpty: () => sums.size === 0,
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
