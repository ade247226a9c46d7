import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { barOf, DASHBOARD, dashboardBlocks } from '../../../tools/bench/dashboard.ts';
import { FURTHER, GOALS } from '../../../tools/bench/figures.ts';
import { agreementRow, type BenchRow, benchRow, type Measuring } from '../../../tools/bench/report.ts';

const CODE = 'c0de';
const MEASURED: Measuring = {
  at: '2026-11-22T06:35:46.117Z',
  cores: 2,
  processor: 'x',
  memoryGib: 24,
  fdatasyncMs: 0.1,
  code: CODE,
};

function accept(ratio: number, measured: Partial<Measuring> = {}): BenchRow {
  const rounds = Array.from({ length: 7 }, () => ({ product: ratio * 100, yardstick: 100 }));
  return { ...benchRow('accept', 'purchases/s', 5, rounds, 0), measured: { ...MEASURED, ...measured } };
}

const lines = (rows: readonly BenchRow[]) =>
  (dashboardBlocks(rows, () => CODE).dashboard ?? '').split('\n').slice(2);

it('has ten lines, and says which of them are not measured yet', () => {
  expect(lines([])).toHaveLength(10);
  for (const line of lines([])) expect(line).toContain('| not measured yet |');
  expect(lines([accept(5)])[0]).toBe(
    '| Purchases accepted on one account | 500 purchases/s | 5 × | `██████████|` | ≥ 5 ×: reached | 2026-11-22 |',
  );
});

it.each([
  [2.5, '█████·····|'],
  [5, '██████████|'],
  [7.5, '██████████|█████'],
  [50, '██████████|██████████'],
])('a ratio of %d of 5 is the bar %s', (ratio, bar) => {
  expect(barOf(accept(ratio))).toBe(bar);
});

it('draws the quartile that decides, and shows errors', () => {
  const ratios = [400, 400, 450, 600, 600, 600, 600];
  const rounds = ratios.map((product) => ({ product, yardstick: 100 }));
  const row = { ...benchRow('accept', 'purchases/s', 5, rounds, 2), measured: MEASURED };
  expect(lines([row])[0]).toContain('| 6 × | `████████··|` | ≥ 5 ×: **not reached**, 2 errors |');
});

it('says which goals are not reached, and which figures are of older code or former rules', () => {
  const { decidedBy: _, ...former } = accept(2.5, { code: 'other' });
  expect(lines([former])[0]).toContain('| ≥ 5 ×: **not reached** | 2026-11-22, older code, former rules |');
});

it('shows only rows that docs/operating/measurements.md describes', () => {
  const described = [...GOALS, ...FURTHER].map(({ rows }) => rows.replace(/, $/, ''));
  for (const { row } of DASHBOARD)
    expect(
      described.some((name) => row === name || row.startsWith(`${name},`) || row.startsWith(`${name}:`)),
    ).toBe(true);
});

it('is a page of one screen', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'performance.md'), 'utf8');
  expect(page.split('\n').length).toBeLessThan(40);
});

it.each([
  [[1, 1, 1, 1, 1, 1, 1], 0, true],
  [[0.9, 0.95, 1, 1, 1.05, 1.1, 1.1], 0.1, true],
  [[0.8, 0.85, 1, 1, 1, 1, 1], 0.15, false],
  [[1, 1, 1, 1, 1, 1.2, 1.2], 0.2, false],
])('two generators agree if both quartiles are within a tenth: %j', (ratios, decidedBy, reached) => {
  const rounds = ratios.map((ratio) => ({ product: ratio * 1_000, yardstick: 1_000 }));
  const row = agreementRow('witness: accept', 'purchases/s', 0.1, rounds, 0, {});
  expect([row.decidedBy, row.reached]).toEqual([decidedBy, reached]);
});
