import { assertNever } from '../assert-never.ts';
import { compareDecimals } from '../money/decimal.ts';
import { drainMs, isHeldBySilence, judgeBacklog } from './health-backlog.ts';
import { judgeCalls } from './health-phase.ts';
import type { Cause, HealthReading, HealthState } from './health-reading.ts';
import type { NetworkStatus } from './network.ts';

export interface Judgement {
  readonly state: HealthState;
  readonly status: NetworkStatus;
  readonly cause: Cause;
  /** What clients read; null while operational. */
  readonly message: string | null;
  /** When it is worth asking again, while unavailable. */
  readonly retryAfterMs: number | null;
}

/** Judges a network. An operator's override comes first, then the worst of backlog, calls, silence and wallet. */
export function judge(state: HealthState, reading: HealthReading): Judgement {
  const byCalls = reading.best ?? judgeCalls(state, reading);
  const judged = { ...byCalls, backlogged: judgeBacklog(state, reading.backlog) };
  const { override, now } = reading;
  if (override !== null) {
    const { status, message } = override;
    const untilMs = override.until === null ? null : override.until.getTime() - now.getTime();
    return { state: judged, status, cause: 'operator', message, retryAfterMs: toWaitMs(status, untilMs) };
  }
  if (judged.backlogged) {
    const message = 'More purchases wait for this network than it can complete in time.';
    const retryAfterMs = toWaitMs('unavailable', drainMs(reading.backlog, reading.backlog.waiting) / 2);
    return { state: judged, status: 'unavailable', cause: 'backlog', message, retryAfterMs };
  }
  return byPhase(judged, reading);
}

function byPhase(state: HealthState, { now, wallet, backlog }: HealthReading): Judgement {
  const { cause, phase } = state;
  switch (phase) {
    case 'unavailable': {
      const restLeftMs = state.since.getTime() + state.restMs - now.getTime();
      const message = 'The network does not answer, or refuses everything.';
      return {
        state,
        status: 'unavailable',
        cause,
        message,
        retryAfterMs: toWaitMs('unavailable', restLeftMs),
      };
    }
    case 'half_open': {
      const message = 'The network is recovering; purchases may take longer than usual.';
      return { state, status: 'degraded', cause, message, retryAfterMs: null };
    }
    case 'degraded': {
      const message = 'Purchases take longer than usual.';
      return { state, status: 'degraded', cause, message, retryAfterMs: null };
    }
    case 'operational':
      if (isHeldBySilence(backlog)) {
        const message = 'Purchases take longer than usual.';
        return { state, status: 'degraded', cause: 'silent', message, retryAfterMs: null };
      }
      if (wallet !== null && compareDecimals(wallet.available, wallet.minimum) < 0) {
        const message = 'Purchases may take longer than usual.';
        return { state, status: 'degraded', cause: 'wallet', message, retryAfterMs: null };
      }
      return { state, status: 'operational', cause, message: null, retryAfterMs: null };
    default:
      return assertNever(phase);
  }
}

const RETRY_MS = { least: 1_000, usual: 30_000, most: 300_000 } as const;

function toWaitMs(status: NetworkStatus, ms: number | null): number | null {
  if (status !== 'unavailable') return null;
  if (ms === null || !Number.isFinite(ms)) return RETRY_MS.usual;
  return Math.ceil(Math.min(Math.max(ms, RETRY_MS.least), RETRY_MS.most));
}
