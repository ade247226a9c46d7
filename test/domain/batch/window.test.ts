import { describe, expect, it } from 'vitest';
import {
  batchBudget,
  computeRowCapacity,
  computeWindow,
  fairShares,
  observe,
  roomAhead,
  type SharingBatch,
  untilNextLook,
} from '../../../domain/batch/window.ts';

const at = (ms: number) => new Date(1_700_000_000_000 + ms);
const network = { inFlightMax: 1_000, resolveWithinMs: 60_000 };

function batch(name: string, account: string, over: Partial<SharingBatch> = {}): SharingBatch {
  return {
    batchId: `bat_${name}`,
    accountId: `acc_${account}`,
    waiting: 1_000,
    pending: 0,
    perSecond: null,
    ...over,
  };
}

describe('observed completions', () => {
  it('give no rate, rather than zero, before the first completion', () => {
    const first = observe(null, at(0), 0, 0);
    expect(first.perSecond).toBeNull();
    expect(observe(first, at(5_000), 0, 10).perSecond).toBeNull();
    expect(observe(first, at(10_000), 50, 10)).toEqual({ at: at(10_000), finals: 50, perSecond: 5 });
  });

  it('are measured over at least a second', () => {
    const last = { at: at(0), finals: 10, perSecond: 4 };
    expect(observe(last, at(999), 20, 1)).toBe(last);
    expect(observe(last, at(-1_000), 12, 1)).toEqual({ at: at(-1_000), finals: 12, perSecond: 4 });
  });

  it('fade when a network stops answering, and stay while nothing is pending', () => {
    const last = { at: at(0), finals: 10, perSecond: 100 };
    expect(observe(last, at(60_000), 10, 0).perSecond).toBe(100);
    const silent = observe(last, at(60_000), 10, 500).perSecond ?? Number.NaN;
    expect(silent).toBeGreaterThan(0);
    expect(silent).toBeLessThan(2);
  });
});

describe('the window of a network', () => {
  it.each([
    [1, 1],
    [4, 2],
    [14, 9],
    [2_000, 1_350],
  ])("leaves a tenth of one account's share of a budget of %i to single purchases", (budget, expected) => {
    expect(batchBudget(budget)).toBe(expected);
  });

  it.each([
    ['a default while nothing is observed', null, 100],
    ['as many as complete in half of resolve_within', 10, 300],
    ['no more than the budget', 10_000, 675],
    ['a few, to notice when a silent network answers again', 0.001, 10],
  ])('holds %s', (_name, perSecond, expected) => {
    expect(computeWindow(network, [batch('a', 'x', { perSecond })])).toBe(expected);
  });

  it('follows the sum of the rates of all batches', () => {
    const sharing = [batch('a', 'x', { perSecond: 6 }), batch('b', 'y', { perSecond: 4 }), batch('c', 'z')];
    expect(computeWindow(network, sharing)).toBe(300);
  });
});

describe('the capacity of a batch', () => {
  it('is divided equally among accounts, and within an account among its batches', () => {
    const sharing = [batch('a', 'x'), batch('b', 'x'), batch('c', 'y')];
    expect(sharing.map(({ batchId }) => computeRowCapacity(batchId, network, sharing))).toEqual([25, 25, 50]);
  });

  it('includes what a small batch leaves free', () => {
    const sharing = [batch('a', 'x'), batch('b', 'y', { waiting: 3 })];
    expect(sharing.map(({ batchId }) => computeRowCapacity(batchId, network, sharing))).toEqual([97, 3]);
  });

  it('is zero while others fill the window; free places go to the batch that has none', () => {
    const full = [batch('a', 'x', { pending: 100 }), batch('b', 'y')];
    expect(full.map(({ batchId }) => computeRowCapacity(batchId, network, full))).toEqual([0, 0]);
    const freed = [batch('a', 'x', { pending: 90 }), batch('b', 'y')];
    expect(freed.map(({ batchId }) => computeRowCapacity(batchId, network, freed))).toEqual([0, 10]);
  });

  it('is never more than the waiting rows', () => {
    expect(computeRowCapacity('bat_a', network, [batch('a', 'x', { waiting: 2 })])).toBe(2);
    expect(computeRowCapacity('bat_gone', network, [batch('a', 'x')])).toBe(0);
  });
});

it('divides fairly: none gets more than it needs, and what some leave goes to the others', () => {
  const shares = fairShares(
    10,
    new Map([
      ['a', 100],
      ['b', 1],
      ['c', 100],
    ]),
  );
  expect(shares).toEqual(
    new Map([
      ['b', 1],
      ['a', 5],
      ['c', 4],
    ]),
  );
});

it.each([
  ['a hundred while nothing is known', null, 30, 70],
  ['what a second completes', 50, 20, 30],
  ['a few on a slow network', 0.5, 4, 6],
  ['none while more are unsent', 50, 80, 0],
])('releases ahead of the sends: %s', (_what, perSecond, unsent, expected) => {
  expect(roomAhead(perSecond, unsent)).toBe(expected);
});

describe('the next look at a batch whose rows wait for room', () => {
  const network = { perSecond: 20, before: 5, after: 12 };

  it.each([
    ['comes when half of what is left to send is sent', [network], 300],
    ['follows the fastest network', [network, { perSecond: 30, before: 2, after: 10 }], 167],
    ['comes soon while no rate is known', [network, { ...network, perSecond: null }], 100],
    ['comes soon when a network had nothing left to send', [network, { ...network, before: 0 }], 100],
    ['comes soon when nothing is left to send', [{ ...network, after: 0 }], 100],
    ['comes after half a second at the latest', [{ perSecond: 0, before: 1, after: 1 }], 500],
    ['comes after half a second where no network is open', [], 500],
  ])('%s', (_name, networks, expected) => {
    expect(untilNextLook(networks)).toBe(expected);
  });
});
