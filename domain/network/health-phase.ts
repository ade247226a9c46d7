import { assertNever } from '../assert-never.ts';
import {
  type CallCounts,
  type HealthReading,
  type HealthState,
  type Phase,
  POLICY,
} from './health-reading.ts';

/** The health of a network that was never judged; calls since then count. */
export function healthyState(since: Date): HealthState {
  return { phase: 'operational', cause: 'none', since, restMs: POLICY.restMs.first, backlogged: false };
}

/** The time from which calls count for the next judgement. */
export function windowStart({ phase, since, restMs }: HealthState, now: Date): Date {
  const rested = phase === 'unavailable' ? since.getTime() + restMs : since.getTime();
  const lately = now.getTime() - (phase === 'unavailable' ? POLICY.freshMs : POLICY.windowMs);
  return new Date(Math.max(rested, lately));
}

/** Whether to probe a resting gateway now with a harmless question. */
export function isProbeDue({ phase, since, restMs }: HealthState, now: Date): boolean {
  return phase === 'unavailable' && now.getTime() >= since.getTime() + restMs;
}

export function judgeCalls(
  state: HealthState,
  { calls, freshCalls, now }: Pick<HealthReading, 'calls' | 'freshCalls' | 'now'>,
): HealthState {
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
