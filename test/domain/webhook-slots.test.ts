import { describe, expect, it } from 'vitest';
import { standingOf } from '../../domain/endpoint-standing.ts';
import {
  endpointShare,
  HELD_SLOTS,
  judgeHeld,
  judgeOpen,
  OPEN_SLOTS,
  type SlotUse,
  UNPROVEN_SLOTS,
} from '../../domain/webhook-slots.ts';

describe('the standing of an endpoint', () => {
  it.each([
    [false, 0, 'unproven'],
    [false, 1, 'failing'],
    [true, 0, 'proven'],
    [true, 2, 'proven'],
    [true, 3, 'failing'],
    [true, 1_000, 'failing'],
  ] as const)(
    'that delivered before: %s, and has failed %i times since, is %s',
    (everDelivered, failures, standing) => expect(standingOf({ everDelivered, failures })).toBe(standing),
  );
});

const IDLE: SlotUse = { standing: 'proven', ofEndpoint: 0, ofHost: 0, unproven: 0, total: 0 };
const use = (change: Partial<SlotUse>) => judgeOpen({ ...IDLE, ...change });

describe('an attempt of the open queue', () => {
  it.each<[string, Partial<SlotUse>, ReturnType<typeof judgeOpen>]>([
    ['at a working endpoint is sent', {}, 'send'],
    ['at a failing endpoint is held', { standing: 'failing' }, 'hold'],
    ['at a new endpoint is sent', { standing: 'unproven', ofEndpoint: 3 }, 'send'],
    ['at a new endpoint with four under way waits', { standing: 'unproven', ofEndpoint: 4 }, 'wait'],
    [
      'at a new endpoint, with enough at others, is held',
      { standing: 'unproven', unproven: UNPROVEN_SLOTS, total: 128 },
      'hold',
    ],
    ['waits where no slot is free', { total: OPEN_SLOTS }, 'wait'],
    [
      'waits where its endpoint has half of what is free',
      { ofEndpoint: 171, ofHost: 171, total: 171 },
      'wait',
    ],
    ['is sent while its endpoint has less', { ofEndpoint: 169, ofHost: 169, total: 171 }, 'send'],
    [
      'has four slots of its endpoint, however few are free',
      { ofEndpoint: 3, total: OPEN_SLOTS - 1 },
      'send',
    ],
    ['pauses where its host has as much as is free', { ofEndpoint: 1, ofHost: 256, total: 256 }, 'pause'],
    ['at a new endpoint of such a host is held', { standing: 'unproven', ofHost: 256, total: 256 }, 'hold'],
  ])('%s', (_name, change, verdict) => expect(use(change)).toBe(verdict));

  it('never takes the last slots for one working endpoint after another that keeps all it gets', () => {
    let total = 0;
    for (let endpoint = 0; endpoint < 5; endpoint++) {
      let mine = 0;
      while (mine < endpointShare('proven', total)) {
        mine += 1;
        total += 1;
      }
      expect(mine).toBeGreaterThan(4);
    }
    expect(total).toBeLessThan(OPEN_SLOTS);
  });
});

describe('a probe', () => {
  it.each([
    ['is sent', 0, 0, 'send'],
    ['waits where all slots of probes are taken', 0, HELD_SLOTS, 'wait'],
    ['pauses where eight others are at its host', 8, 8, 'pause'],
  ] as const)('%s', (_name, ofHost, total, verdict) => expect(judgeHeld({ ofHost, total })).toBe(verdict));
});
