import { describe, expect, it } from 'vitest';
import { judgeSchedule, type ScheduleOrder } from '../../../domain/batch/schedule.ts';
import { judgeStage } from '../../../domain/batch/stage.ts';

const NOW = new Date('2026-12-01T08:00:00Z');
const EARLIER = new Date('2026-12-01T07:59:59.999Z');
const LATER = new Date('2026-12-01T08:00:00.001Z');
const ORDERS: Record<string, ScheduleOrder> = {
  later: { kind: 'schedule', startAt: LATER },
  now: { kind: 'schedule', startAt: NOW },
  start_now: { kind: 'start_now' },
  unschedule: { kind: 'unschedule' },
};

describe('an order', () => {
  it.each([
    ['ready', null, 'later', 'running'],
    ['ready', null, 'now', 'past'],
    ['ready', null, 'start_now', 'refused'],
    ['ready', null, 'unschedule', 'already'],
    ['ready', LATER, 'unschedule', 'ready'],
    ['running', LATER, 'later', 'running'],
    ['running', LATER, 'start_now', 'running'],
    ['running', LATER, 'unschedule', 'ready'],
    ['running', NOW, 'later', 'refused'],
    ['running', EARLIER, 'unschedule', 'refused'],
    ['running', null, 'start_now', 'already'],
    ['paused', LATER, 'later', 'refused'],
    ['paused', LATER, 'start_now', 'refused'],
    ['canceled', LATER, 'unschedule', 'refused'],
    ['validating', null, 'later', 'refused'],
  ] as const)('%s with start %s: %s is %s', (status, notBefore, name, expected) => {
    const order = ORDERS[name];
    if (order === undefined) throw new TypeError(name);
    const verdict = judgeSchedule({ status, notBefore, now: NOW }, order);
    expect(verdict.kind === 'moves' ? verdict.to : verdict.kind).toBe(expected);
  });

  it('that starts now leaves no wait, even for a clock that stands still', () => {
    const verdict = judgeSchedule({ status: 'running', notBefore: LATER, now: NOW }, { kind: 'start_now' });
    expect(verdict).toEqual({ kind: 'moves', to: 'running', notBefore: NOW });
    expect(judgeStage({ status: 'running', notBefore: NOW, now: NOW })).toEqual({
      stage: 'running',
      waitsFor: null,
    });
  });
});

it('only a batch that was started is scheduled', () => {
  expect(judgeStage({ status: 'ready', notBefore: LATER, now: NOW }).stage).toBe('ready');
  expect(judgeStage({ status: 'paused', notBefore: LATER, now: NOW }).stage).toBe('paused');
  const { stage, waitsFor } = judgeStage({ status: 'running', notBefore: LATER, now: NOW });
  expect(stage).toBe('scheduled');
  expect(waitsFor?.until).toEqual(LATER);
  expect(waitsFor?.message).toContain('2026-12-01 08:00 UTC');
});
