import { describe, expect, it } from 'vitest';
import { judge } from '../../../domain/network/health.ts';
import { healthyState, isProbeDue, windowStart } from '../../../domain/network/health-phase.ts';
import {
  type BacklogReading,
  type CallCounts,
  type HealthReading,
  type HealthState,
  POLICY,
} from '../../../domain/network/health-reading.ts';

const T0 = new Date('2026-11-20T12:00:00.000Z');
const later = (ms: number) => new Date(T0.getTime() + ms);

const QUIET: CallCounts = { calls: 0, troubles: 0, accountRefusals: 0, slow: 0 };
const NO_BACKLOG: BacklogReading = {
  waiting: 0,
  waitingRows: 0,
  oldestWaitingMs: 0,
  inFlight: 0,
  inFlightLong: 0,
  inFlightMax: 100,
  completedLately: 0,
  completed: 0,
  observedMs: 60_000,
  resolveWithinMs: 900_000,
};

function calls(count: number, troubles = 0, more: Partial<CallCounts> = {}): CallCounts {
  return { ...QUIET, calls: count, troubles, ...more };
}

function judged(state: HealthState, reading: Partial<HealthReading> = {}) {
  return judge(state, {
    now: later(0),
    calls: QUIET,
    freshCalls: QUIET,
    backlog: NO_BACKLOG,
    wallet: null,
    override: null,
    ...reading,
  });
}

function state(phase: HealthState['phase'], more: Partial<HealthState> = {}): HealthState {
  return { ...healthyState(T0), phase, ...more };
}

describe('a network whose purchases stay in flight', () => {
  it.each([
    ['half of the budget, and none becomes final', { inFlight: 60, inFlightLong: 50 }, 'degraded'],
    [
      'half of the budget, and too few become final',
      { inFlight: 90, inFlightLong: 50, completedLately: 11 },
      'degraded',
    ],
    [
      'half of the budget, and enough become final',
      { inFlight: 90, inFlightLong: 50, completedLately: 12 },
      'operational',
    ],
    ['less than half of the budget', { inFlight: 100, inFlightLong: 49 }, 'operational'],
    ['all of the budget, for less than a minute', { inFlight: 100 }, 'operational'],
    ['no budget is set', { inFlightMax: 0 }, 'operational'],
  ] as const)('for long: %s', (_what, backlog, status) => {
    const { cause, ...judgement } = judged(state('operational'), { backlog: { ...NO_BACKLOG, ...backlog } });
    expect(judgement.status).toBe(status);
    expect(cause).toBe(status === 'degraded' ? 'silent' : 'none');
  });
});

describe('a network judged by its calls', () => {
  it.each([
    ['nothing is known', QUIET, 'operational'],
    ['all is well', calls(100), 'operational'],
    ['some go wrong', calls(100, 20), 'operational'],
    ['a quarter goes wrong', calls(100, 25), 'degraded'],
    ['nearly all go wrong', calls(100, 90), 'unavailable'],
    ['all of too few go wrong', calls(19, 19), 'operational'],
    ['half take long', calls(100, 0, { slow: 50 }), 'degraded'],
  ])('while %s', (_what, counts, status) => {
    expect(judged(state('operational'), { calls: counts }).status).toBe(status);
  });

  it('sees an outage in the fresh calls first', () => {
    const reading = { calls: calls(1_000, 30), freshCalls: calls(30, 30) };
    expect(judged(state('operational'), reading).status).toBe('unavailable');
    expect(judged(state('degraded'), reading).status).toBe('unavailable');
  });

  it('says whether the gateway or our account at it is the cause', () => {
    expect(judged(state('operational'), { calls: calls(30, 30) }).cause).toBe('calls');
    expect(judged(state('operational'), { calls: calls(30, 30, { accountRefusals: 30 }) }).cause).toBe(
      'account',
    );
    expect(judged(state('operational'), { calls: calls(30, 0, { slow: 30 }) }).cause).toBe('slow');
  });

  it('has a message for clients only while it is not operational, and a retry time only while it is unavailable', () => {
    const shown = [QUIET, calls(40, 20), calls(40, 40)].map((counts) => {
      const { status, message, retryAfterMs } = judged(state('operational'), { calls: counts });
      return [status, message !== null, retryAfterMs !== null];
    });
    expect(shown).toEqual([
      ['operational', false, false],
      ['degraded', true, false],
      ['unavailable', true, true],
    ]);
  });

  it('does not flap: it recovers only after a while, and below a lower threshold', () => {
    const degraded = state('degraded', { cause: 'calls' });
    const better = calls(100, 15);
    const well = calls(100, 5);
    expect(judged(degraded, { calls: better, now: later(POLICY.steadyMs) }).status).toBe('degraded');
    expect(judged(degraded, { calls: well, now: later(POLICY.steadyMs - 1) }).status).toBe('degraded');
    expect(judged(degraded, { calls: well, now: later(POLICY.steadyMs) }).status).toBe('operational');
    expect(judged(degraded, { now: later(POLICY.steadyMs) }).status).toBe('operational');
  });

  it('counts only calls since its last change', () => {
    expect(windowStart(state('operational'), later(600_000))).toEqual(later(540_000));
    expect(windowStart(state('degraded'), later(5_000))).toEqual(T0);
  });
});

describe('a network that is unavailable', () => {
  const down = state('unavailable', { cause: 'calls' });

  it('is probed only after a rest, and does not recover on one good answer', () => {
    expect(isProbeDue(down, later(POLICY.restMs.first - 1))).toBe(false);
    expect(isProbeDue(down, later(POLICY.restMs.first))).toBe(true);
    expect(windowStart(down, later(1_000))).toEqual(later(POLICY.restMs.first));
    expect(judged(down, { calls: calls(2) }).status).toBe('unavailable');
    expect(judged(down, { calls: calls(3, 2) }).status).toBe('unavailable');
    expect(judged(down, { calls: calls(3) })).toMatchObject({ status: 'degraded', cause: 'recovering' });
  });

  it('gets a few trial purchases, and is operational when they succeed', () => {
    const trial = state('half_open', { cause: 'recovering' });
    expect(judged(trial, { calls: calls(9) }).state.phase).toBe('half_open');
    expect(judged(trial, { calls: calls(10) }).status).toBe('operational');
    expect(judged(trial, { calls: calls(10, 1) }).state.phase).toBe('half_open');
    expect(judged(trial, { now: later(POLICY.trialMs) }).status).toBe('operational');
  });

  it('rests twice as long each time the trial fails, up to five minutes', () => {
    let current = down;
    const rests: number[] = [];
    for (let nth = 0; nth < 7; nth++) {
      const trial = judged(current, { calls: calls(3) }).state;
      current = judged(trial, { calls: calls(5, 3) }).state;
      expect(current.phase).toBe('unavailable');
      rests.push(current.restMs);
    }
    expect(rests).toEqual([30_000, 60_000, 120_000, 240_000, 300_000, 300_000, 300_000]);
  });
});

describe('a network with more purchases than it can complete', () => {
  const RESOLVE = 900_000;
  // 60 in a minute: one a second.
  const slow = { ...NO_BACKLOG, completed: 60, oldestWaitingMs: RESOLVE / 4, resolveWithinMs: RESOLVE };

  it.each([
    ['would be done in half of the time', { ...slow, waiting: 450 }, 'operational'],
    ['would need more', { ...slow, waiting: 451 }, 'unavailable'],
    ['counts what is in flight', { ...slow, waiting: 400, inFlight: 51 }, 'unavailable'],
    [
      'has not been slow for long',
      { ...slow, waiting: 5_000, oldestWaitingMs: RESOLVE / 4 - 1 },
      'operational',
    ],
    ['completes nothing', { ...slow, waiting: 50, completed: 0 }, 'unavailable'],
    ['is too short to judge', { ...slow, waiting: 49, completed: 0 }, 'operational'],
    ['holds rows that batches planned', { ...slow, waitingRows: 700 }, 'operational'],
    ['holds more rows than it can complete', { ...slow, waitingRows: 721 }, 'unavailable'],
  ] as const)('whose queue %s', (_what, backlog, status) => {
    expect(judged(state('operational'), { backlog }).status).toBe(status);
  });

  it('opens again when the queue is half as long', () => {
    const closed = judged(state('operational'), { backlog: { ...slow, waiting: 600 } });
    expect(closed).toMatchObject({ cause: 'backlog', message: expect.any(String), retryAfterMs: 300_000 });
    expect(judged(closed.state, { backlog: { ...slow, waiting: 300 } }).status).toBe('unavailable');
    expect(judged(closed.state, { backlog: { ...slow, waiting: 225 } }).status).toBe('operational');
    expect(judged(closed.state, {}).status).toBe('operational');
  });
});

describe('our wallet at the gateway', () => {
  it.each([
    ['249999.99', 'degraded'],
    ['250000.00', 'operational'],
    ['-1', 'degraded'],
  ])('with %s of at least 250000', (available, status) => {
    const judgement = judged(state('operational'), { wallet: { available, minimum: '250000' } });
    expect(judgement.status).toBe(status);
    expect(judgement.message ?? '').not.toMatch(/wallet|balance/);
  });
});

describe('an override by an operator', () => {
  it('takes precedence, while the measured status continues to change', () => {
    const override = { status: 'operational', message: null, until: null } as const;
    const judgement = judged(state('operational'), { calls: calls(100, 100), override });
    expect(judgement).toMatchObject({ status: 'operational', cause: 'operator', message: null });
    expect(judgement.state.phase).toBe('unavailable');
  });

  it('gives clients a retry time if it has an end', () => {
    const until = later(120_000);
    const override = { status: 'unavailable', message: 'Maintenance until noon', until } as const;
    expect(judged(state('operational'), { override })).toMatchObject({
      status: 'unavailable',
      message: 'Maintenance until noon',
      retryAfterMs: 120_000,
    });
  });
});
