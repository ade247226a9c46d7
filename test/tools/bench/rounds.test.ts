import { expect, it } from 'vitest';
import { machineMs, othersShare } from '../../../tools/bench/load/others.ts';
import { measurementBlocks } from '../../../tools/bench/measurement-blocks.ts';
import {
  type BenchRow,
  benchRow,
  countedRow,
  latencyRow,
  type Measuring,
  OTHERS_MAX,
  ratioAtMostRow,
} from '../../../tools/bench/report.ts';
import { rowsWithFigures } from '../../../tools/bench/results.ts';
import { type Machine, measureRounds, measureThereAndBack } from '../../../tools/bench/rounds.ts';

const BUSY = { before: 0, during: OTHERS_MAX };
const QUIET = { before: 0, during: OTHERS_MAX - 0.01 };
const SEVEN = Array.from({ length: 7 }, () => ({ product: 600, yardstick: 100, others: QUIET }));
const SPOILT = { product: 1, yardstick: 100, others: BUSY };

/** A machine on which other programs take a share of the processors, until it was looked at so often. */
function scripted(share: number, quietAfter: number) {
  const others = { share };
  const now = { at: 0, all: 0, own: 0 };
  let looks = 0;
  const machine: Machine = {
    read: () => {
      now.at += 1;
      now.all += others.share * 1_000_000;
      return { ...now };
    },
    sleep: () => {
      looks += 1;
      if (looks >= quietAfter) others.share = 0;
      return Promise.resolve();
    },
  };
  return { machine, others, looks: () => looks };
}

const nothing = () => Promise.resolve({});

it('counts as others what the machine did and this process did not, on all processors', () => {
  const before = { at: 0, all: 1_000, own: 500 };
  expect(othersShare(before, { at: 1_000, all: 2_900, own: 2_200 }, 2)).toBeCloseTo(0.1);
  expect(othersShare(before, { at: 1_000, all: 2_000, own: 1_520 }, 2)).toBe(0);
  expect(othersShare(before, null, 2)).toBeNull();
});

it('reads user, nice, system and stolen time of all processors, without idle time and interrupts', () => {
  expect(machineMs('cpu  100 20 3 9999 9999 50 60 7 0 0\ncpu0 1 1 1 1 1 1 1 1 0 0\n')).toBe(1_300);
});

it('measures a busy round again, and returns it with what other programs took', async () => {
  const { machine, others } = scripted(0, 0);
  const said: string[] = [];
  const once = (round: number) => {
    others.share = round === 2 ? 1 : 0;
    return Promise.resolve({ product: round });
  };
  const rounds = await measureRounds((line) => said.push(line), once, 3, machine);
  expect(rounds.map(({ product }) => product)).toEqual([1, 2, 3, 4]);
  expect(rounds.map(({ others: seen }) => seen.during)).toEqual([0, 1, 0, 0]);
  expect(said).toEqual(['  round 2 does not count: other programs took 100% of the processors']);
});

it('waits for a quiet second before a round', async () => {
  const { machine, looks } = scripted(1, 3);
  expect(await measureRounds(() => {}, nothing, 2, machine)).toHaveLength(2);
  expect(looks()).toBe(4);
});

it('ends after twice the rounds on a machine that stays busy', async () => {
  const { machine } = scripted(1, Number.POSITIVE_INFINITY);
  const rounds = await measureRounds(() => {}, nothing, 2, machine);
  expect(rounds.map(({ others }) => others)).toEqual(
    Array.from({ length: 4 }, () => ({ before: 1, during: 1 })),
  );
});

it.each<[string, (measured: typeof SEVEN) => BenchRow]>([
  ['a ratio at least', (measured) => benchRow('a', 's', 5, measured, 0)],
  ['a ratio at most', (measured) => ratioAtMostRow('a', 's', 7, measured, 0)],
  ['a latency', (measured) => latencyRow('a', 'ms', 700, measured, 0)],
  ['a count', (measured) => countedRow('a', 's', 700, measured, 0, {}, 7)],
])('a discarded round decides nothing and counts as none: %s', (_kind, rowOf) => {
  const row = rowOf([...SEVEN, SPOILT]);
  expect([row.product, row.reached, row.rounds.length]).toEqual([600, true, 8]);
  expect(row.rounds.map(({ discarded }) => discarded ?? false)).toEqual([...SEVEN.map(() => false), true]);
  expect(rowOf([...SEVEN.slice(1), SPOILT]).reached).toBe(false);
});

it('a goal does not depend on how the yardstick varies', () => {
  const noisy = SEVEN.map((each, at) => ({ ...each, yardstick: at % 2 === 0 ? 40 : 100 }));
  expect(benchRow('a', 's', 5, noisy, 0).goal).toBe(benchRow('a', 's', 5, SEVEN, 0).goal);
});

it('a row without a quiet round has no figure to write', () => {
  const spoilt = benchRow('accept', 's', 5, [SPOILT], 0);
  expect(rowsWithFigures([spoilt, benchRow('drain', 's', 5, SEVEN, 0)]).map(({ name }) => name)).toEqual([
    'drain',
  ]);
});

it('the page shows how many rounds were discarded, and figures of the others only', () => {
  const measured: Measuring = {
    at: '2026-11-22T06:35:46.117Z',
    cores: 2,
    processor: 'x',
    memoryGib: 24,
    fdatasyncMs: 0.1,
  };
  const row = { ...benchRow('accept', 'purchases/s', 5, [...SEVEN, SPOILT], 0), measured };
  const { goals, machines } = measurementBlocks([row], () => 'c0de');
  expect(machines).toContain('| 9 – 9% | 8, 1 discarded |');
  expect(goals).toContain('| 600 (600 – 600) purchases/s |');
});

it('measures sides there and back, so that a machine that becomes slower favours none of them', async () => {
  const order: string[] = [];
  // Each measurement takes a second more for its half of the units than the one before.
  const side = (name: string) => (count: number) => {
    order.push(name);
    return Promise.resolve(count / order.length);
  };
  const rates = await measureThereAndBack({ product: side('product'), yardstick: side('yardstick') }, 100);
  expect(order).toEqual(['product', 'yardstick', 'yardstick', 'product']);
  expect(rates).toEqual({ product: 20, yardstick: 20 });
});
