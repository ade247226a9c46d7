import { assertNever } from './assert-never.ts';
import { compareDecimals } from './decimal.ts';
import type { NetworkStatus } from './network.ts';

/** Where a network stands by its gateway's calls. `half_open`: it answers again, and a few purchases try it. */
export type Phase = 'operational' | 'degraded' | 'unavailable' | 'half_open';

/** What a network's status is because of. */
export type Cause = 'none' | 'calls' | 'slow' | 'account' | 'recovering' | 'backlog' | 'wallet' | 'operator';

/** What is remembered of a network's health from one judgement to the next. */
export interface HealthState {
  readonly phase: Phase;
  /** Why the phase is not operational. */
  readonly cause: Extract<Cause, 'none' | 'calls' | 'slow' | 'account' | 'recovering'>;
  /** When the phase began; calls before it count no more. */
  readonly since: Date;
  /** How long the gateway is left alone after it was found unavailable; doubled each time a try fails. */
  readonly restMs: number;
  /** Whether the backlog guard keeps purchases out. */
  readonly backlogged: boolean;
}

/** Live calls of a window. */
export interface CallCounts {
  readonly calls: number;
  /** Answers that say that the gateway or its network is not well, or no answer at all. */
  readonly troubles: number;
  /** Of the troubles: refusals of our own account at the gateway (wallet, key). */
  readonly accountRefusals: number;
  /** Calls that took long, whatever their answer. */
  readonly slow: number;
}

/** What waits for a network, and how fast it has been completed lately. */
export interface BacklogReading {
  /** Single purchases that were accepted and are not yet started. */
  readonly waiting: number;
  /** Rows of batches that wait as well; they are released just in time and go last. */
  readonly waitingRows: number;
  readonly oldestWaitingMs: number;
  readonly inFlight: number;
  /** Purchases that became final, by the gateway's word, in the time that was observed. */
  readonly completed: number;
  readonly observedMs: number;
  readonly resolveWithinMs: number;
}

/** Our balance at the gateway: decimal texts of one currency. */
export interface WalletReading {
  readonly available: string;
  readonly minimum: string;
}

/** What an operator has said, which holds whatever is measured. */
export interface Override {
  readonly status: NetworkStatus;
  readonly message: string | null;
  readonly until: Date | null;
}

export interface HealthReading {
  readonly now: Date;
  readonly calls: CallCounts;
  /** The freshest of them: an outage shows here first. */
  readonly freshCalls: CallCounts;
  readonly backlog: BacklogReading;
  readonly wallet: WalletReading | null;
  readonly override: Override | null;
}

export interface Judgement {
  readonly state: HealthState;
  readonly status: NetworkStatus;
  readonly cause: Cause;
  /** What clients read; null while operational. */
  readonly message: string | null;
  /** When it is worth asking again, while unavailable. */
  readonly retryAfterMs: number | null;
}

export const POLICY = {
  windowMs: 60_000,
  /** An outage is judged by what is fresh; in the unavailable phase nothing else counts. */
  freshMs: 20_000,
  callsMin: 20,
  degradedAt: 0.25,
  healthyBelow: 0.1,
  unavailableAt: 0.9,
  slowAt: 0.5,
  /** A phase lasts at least this long before it may become better. */
  steadyMs: 30_000,
  restMs: { first: 15_000, longest: 300_000 },
  trialCallsMin: 5,
  trialFailsAt: 0.5,
  trialPassesWith: 10,
  /** A trial that nobody takes part in is over after this. */
  trialMs: 60_000,
  probesMin: 3,
  /** Parts of the time in which purchases are promised to be resolved. Batches plan to fill half of it by themselves. */
  backlog: { fullAt: 0.5, fullWithRowsAt: 0.8, emptyAt: 0.25, waitedAt: 0.25, waitingMin: 50 },
} as const;

/** The health of a network that was never judged; calls since then count. */
export function healthyState(since: Date): HealthState {
  return { phase: 'operational', cause: 'none', since, restMs: POLICY.restMs.first, backlogged: false };
}

/** From when on calls count for the next judgement. */
export function windowStart({ phase, since, restMs }: HealthState, now: Date): Date {
  const rested = phase === 'unavailable' ? since.getTime() + restMs : since.getTime();
  const lately = now.getTime() - (phase === 'unavailable' ? POLICY.freshMs : POLICY.windowMs);
  return new Date(Math.max(rested, lately));
}

/** Whether a gateway that was left alone should be asked something harmless now, to see whether it answers. */
export function isProbeDue({ phase, since, restMs }: HealthState, now: Date): boolean {
  return phase === 'unavailable' && now.getTime() >= since.getTime() + restMs;
}

/** Judges a network. An operator's word holds over everything; then the worst of backlog, calls and wallet. */
export function judge(state: HealthState, reading: HealthReading): Judgement {
  const judged = { ...judgeCalls(state, reading), backlogged: judgeBacklog(state, reading.backlog) };
  const { override, now } = reading;
  if (override !== null) {
    const { status, message } = override;
    const untilMs = override.until === null ? null : override.until.getTime() - now.getTime();
    return { state: judged, status, cause: 'operator', message, retryAfterMs: waitOf(status, untilMs) };
  }
  if (judged.backlogged) {
    const message = 'More purchases wait for this network than it can complete in time.';
    const retryAfterMs = waitOf('unavailable', drainMs(reading.backlog, reading.backlog.waiting) / 2);
    return { state: judged, status: 'unavailable', cause: 'backlog', message, retryAfterMs };
  }
  return byPhase(judged, reading);
}

function byPhase(state: HealthState, { now, wallet }: HealthReading): Judgement {
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
        retryAfterMs: waitOf('unavailable', restLeftMs),
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
      if (wallet !== null && compareDecimals(wallet.available, wallet.minimum) < 0) {
        const message = 'Purchases may take longer than usual.';
        return { state, status: 'degraded', cause: 'wallet', message, retryAfterMs: null };
      }
      return { state, status: 'operational', cause, message: null, retryAfterMs: null };
    default:
      return assertNever(phase);
  }
}

function judgeCalls(state: HealthState, { calls, freshCalls, now }: HealthReading): HealthState {
  const { phase, since } = state;
  const share = calls.calls === 0 ? 0 : calls.troubles / calls.calls;
  const steady = now.getTime() - since.getTime() >= POLICY.steadyMs;
  const become = (next: Phase, cause: HealthState['cause'], restMs = POLICY.restMs.first as number) => ({
    ...state,
    phase: next,
    cause,
    since: now,
    restMs,
  });
  const culprit = calls.accountRefusals * 2 > calls.troubles ? 'account' : 'calls';

  const slowShare = calls.calls === 0 ? 0 : calls.slow / calls.calls;
  const worsen = () => {
    if (calls.calls < POLICY.callsMin) return state;
    if (share >= POLICY.degradedAt) return become('degraded', culprit);
    return slowShare >= POLICY.slowAt ? become('degraded', 'slow') : state;
  };
  const improve = () =>
    share < POLICY.healthyBelow && slowShare < POLICY.slowAt / 2 ? become('operational', 'none') : state;

  switch (phase) {
    case 'operational':
    case 'degraded':
      if (isOutage(calls) || isOutage(freshCalls)) return become('unavailable', culprit);
      return phase === 'operational' ? worsen() : steady ? improve() : state;
    case 'unavailable':
      return calls.calls >= POLICY.probesMin && share < POLICY.trialFailsAt
        ? become('half_open', 'recovering', state.restMs)
        : state;
    case 'half_open':
      if (calls.calls >= POLICY.trialCallsMin && share >= POLICY.trialFailsAt) {
        return become('unavailable', culprit, Math.min(state.restMs * 2, POLICY.restMs.longest));
      }
      if (calls.calls >= POLICY.trialPassesWith && share < POLICY.healthyBelow)
        return become('operational', 'none');
      return now.getTime() - since.getTime() >= POLICY.trialMs && share < POLICY.trialFailsAt
        ? become('operational', 'none')
        : state;
    default:
      return assertNever(phase);
  }
}

function isOutage({ calls, troubles }: CallCounts): boolean {
  return calls >= POLICY.callsMin && troubles / calls >= POLICY.unavailableAt;
}

/**
 * A queue that has shown that it drains slowly, and at that pace would not be empty within half of the time in which
 * purchases are promised to be resolved, takes no more; it opens again at half of that.
 */
function judgeBacklog({ backlogged }: HealthState, backlog: BacklogReading): boolean {
  const { oldestWaitingMs, resolveWithinMs, waiting, waitingRows } = backlog;
  const part = drainMs(backlog, waiting) / resolveWithinMs;
  const partWithRows = drainMs(backlog, waiting + waitingRows) / resolveWithinMs;
  const { emptyAt, fullAt, fullWithRowsAt, waitedAt, waitingMin } = POLICY.backlog;
  if (backlogged) return waiting + waitingRows > 0 && (part > emptyAt || partWithRows > fullAt);

  const isSlow = waiting + waitingRows >= waitingMin && oldestWaitingMs >= waitedAt * resolveWithinMs;
  return isSlow && ((waiting > 0 && part > fullAt) || partWithRows > fullWithRowsAt);
}

/** How long so many waiting purchases, and those in flight before them, would take at the pace that was observed. */
function drainMs({ inFlight, completed, observedMs }: BacklogReading, waiting: number): number {
  const left = waiting + inFlight;
  return left === 0 ? 0 : completed === 0 ? Number.POSITIVE_INFINITY : (left / completed) * observedMs;
}

const RETRY_MS = { least: 1_000, usual: 30_000, most: 300_000 } as const;

function waitOf(status: NetworkStatus, ms: number | null): number | null {
  if (status !== 'unavailable') return null;
  if (ms === null || !Number.isFinite(ms)) return RETRY_MS.usual;
  return Math.ceil(Math.min(Math.max(ms, RETRY_MS.least), RETRY_MS.most));
}
