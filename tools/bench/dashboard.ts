import type { Blocks } from '../docs/blocks.ts';
import type { HashOf } from './code-hash.ts';
import { goalOf, progressOf } from './measurement-blocks.ts';
import type { BenchRow } from './report.ts';

/** Marks of a bar that stand for a goal that is just reached, and the most that a bar has. */
const GOAL_MARKS = 10;
const MARKS_MAX = 20;

/** The rows that say most about the system; all others are in docs/operating/measurements.md. */
export const DASHBOARD: readonly { readonly row: string; readonly what: string }[] = [
  { row: 'accept', what: 'Purchases accepted on one account' },
  { row: 'drain', what: 'Purchases from 201 to the webhook' },
  { row: 'callbacks', what: 'The same, over a gateway that calls back, at the shipped rates' },
  { row: 'mix', what: 'The mix of a real day, with campaigns and failing endpoints' },
  {
    row: 'batch-beside, p95 under a second',
    what: 'A single purchase until it is sent, beside a campaign of 100,000 rows, p95',
  },
  { row: 'overload, goodput at 2 ×', what: 'Accepted when twice as many are offered as possible' },
  { row: 'webhooks', what: 'A webhook while 1,000 other endpoints are dead, p95' },
  { row: 'reads: newest page', what: 'The newest page of 1,000,000 purchases, p99' },
  { row: 'csv', what: 'Rows of a campaign file checked and stored' },
  { row: 'soak: memory of worker', what: 'Memory of the worker at the end of two hours' },
];

/**
 * The generated part of docs/performance.md: one line per row that matters, with a bar.
 * @param hashOf the hash of the code as it is now, by benchmark
 */
export function dashboardBlocks(rows: readonly BenchRow[], hashOf: HashOf): Blocks {
  const lines = DASHBOARD.map(({ row: name, what }) => {
    const row = rows.find((each) => each.name === name);
    return row === undefined ? `| ${what} | not measured yet | | | | |` : lineOf(what, row, hashOf);
  });
  return {
    dashboard: [
      '| What | Measured | Against the yardstick | Towards the goal | Goal | Measured on |',
      '|---|---|---|---|---|---|',
      ...lines,
    ].join('\n'),
  };
}

function lineOf(what: string, row: BenchRow, hashOf: HashOf): string {
  const figure = `${row.product.toLocaleString('en')} ${row.unit}`;
  const ratio = row.ratio === 0 ? '–' : `${row.ratio} ×`;
  const errors = row.errors === 0 ? '' : `, ${row.errors} errors`;
  const goal = `${goalOf(row)}: ${row.reached ? 'reached' : '**not reached**'}${errors}`;
  return `| ${what} | ${figure} | ${ratio} | \`${barOf(row)}\` | ${goal} | ${dateOf(row, hashOf)} |`;
}

/** A bar that reaches `|` where the goal is just reached, by the quartile that decides. */
export function barOf(row: BenchRow): string {
  const progress = progressOf(row, row.decidedBy);
  // A bar that falls short must look so.
  const marks = Math.min(MARKS_MAX, Math.floor(GOAL_MARKS * progress));
  const before = '█'.repeat(Math.min(marks, GOAL_MARKS)).padEnd(GOAL_MARKS, '·');
  return `${before}|${'█'.repeat(Math.max(0, marks - GOAL_MARKS))}`;
}

function dateOf({ measured, decidedBy, bench }: BenchRow, hashOf: HashOf): string {
  if (measured === undefined) return '–';
  const notes = [
    ...(measured.code === hashOf(bench) ? [] : ['older code']),
    ...(decidedBy === undefined ? ['former rules'] : []),
  ];
  return [measured.at.slice(0, 10), ...notes].join(', ');
}
