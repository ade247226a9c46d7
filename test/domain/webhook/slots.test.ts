import { describe, expect, it } from 'vitest';
import { judgeStanding } from '../../../domain/webhook/endpoint-standing.ts';
import {
  endpointShare,
  HELD_EACH,
  HELD_SLOTS,
  heldShare,
  judgeHeld,
  judgeOpen,
  OPEN_SLOTS,
  type SlotUse,
  UNPROVEN_SLOTS,
} from '../../../domain/webhook/slots.ts';

describe('the standing of an endpoint', () => {
  it.each([
    [false, 0, 'unproven'],
    [false, 1, 'failing'],
    [true, 0, 'proven'],
    [true, 2, 'proven'],
    [true, 3, 'failing'],
    [true, 1_000, 'failing'],
  ] as const)(
    'with an earlier delivery: %s, and %i failures since, is %s',
    (everDelivered, failures, standing) => expect(judgeStanding({ everDelivered, failures })).toBe(standing),
  );
});

const IDLE: SlotUse = { standing: 'proven', ofEndpoint: 0, ofHost: 0, unproven: 0, total: 0 };
const use = (change: Partial<SlotUse>) => judgeOpen({ ...IDLE, ...change });

describe('an attempt of the open queue', () => {
  it.each<[string, Partial<SlotUse>, ReturnType<typeof judgeOpen>]>([
    ['at a working endpoint is sent', {}, 'send'],
    ['at a failing endpoint is held', { standing: 'failing' }, 'hold'],
    ['at a new endpoint is sent', { standing: 'unproven', ofEndpoint: 3 }, 'send'],
    ['at a new endpoint with four in progress waits', { standing: 'unproven', ofEndpoint: 4 }, 'wait'],
    [
      'at a new endpoint, with enough at others, is held',
      { standing: 'unproven', unproven: UNPROVEN_SLOTS, total: 128 },
      'hold',
    ],
    ['waits if no slot is free', { total: OPEN_SLOTS }, 'wait'],
    [
      'waits if its endpoint has half of the free slots',
      { ofEndpoint: 171, ofHost: 171, total: 171 },
      'wait',
    ],
    ['is sent while its endpoint has less', { ofEndpoint: 169, ofHost: 169, total: 171 }, 'send'],
    [
      'gets one of four slots for its endpoint, however few are free',
      { ofEndpoint: 3, total: OPEN_SLOTS - 1 },
      'send',
    ],
    ['pauses if its host has as many slots as are free', { ofEndpoint: 1, ofHost: 256, total: 256 }, 'pause'],
    ['at a new endpoint of such a host is held', { standing: 'unproven', ofHost: 256, total: 256 }, 'hold'],
  ])('%s', (_name, change, verdict) => expect(use(change)).toBe(verdict));

  it('leaves slots free although several working endpoints keep all they get', () => {
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

describe('an attempt at a failing endpoint', () => {
  it.each([
    ['is sent', 0, 0, 0, 'send'],
    ['is sent beside others at its endpoint', HELD_EACH - 1, HELD_EACH - 1, HELD_EACH - 1, 'send'],
    ['waits if its endpoint has its maximum', HELD_EACH, HELD_EACH, HELD_EACH, 'wait'],
    ['waits if all slots are taken', 0, 0, HELD_SLOTS, 'wait'],
    ['waits if its endpoint has half of the free slots', 8, 8, HELD_SLOTS - 16, 'wait'],
    ['gets one of four slots, however few are free', 3, 3, HELD_SLOTS - 1, 'send'],
    ['pauses if its host has as many slots as are free', 0, 128, 128, 'pause'],
  ] as const)('%s', (_name, ofEndpoint, ofHost, total, verdict) =>
    expect(judgeHeld({ ofEndpoint, ofHost, total })).toBe(verdict),
  );

  it('finds a slot beside five other failing endpoints that hold all they get', () => {
    let total = 0;
    for (let endpoint = 0; endpoint < 5; endpoint++) {
      let mine = 0;
      while (mine < heldShare(total)) {
        mine += 1;
        total += 1;
      }
    }
    expect(total).toBeLessThan(HELD_SLOTS);
    expect(judgeHeld({ ofEndpoint: 0, ofHost: 0, total })).toBe('send');
  });
});
