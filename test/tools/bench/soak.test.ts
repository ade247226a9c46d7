import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { soakGraph, sparkline } from '../../../tools/bench/soak/graph.ts';
import { readSoak, type Sample, type Soak, soakRows, writeSoak } from '../../../tools/bench/soak/soak.ts';

/** A run of sixteen intervals; `change` says how one differs from the others. */
function soakOf(change: (nth: number) => Partial<Sample>): Soak {
  const samples = Array.from({ length: 16 }, (_, nth) => ({
    at: (nth + 1) * 10,
    mib: { API: 200, worker: 600, Temporal: 900, PostgreSQL: 300 },
    postP99: 10,
    finalP95: 500,
    waiting: 3,
    kib: { accounts: 64, purchases: 1_000 * (nth + 2), small: 8 },
    others: 0,
    ...change(nth),
  }));
  return { at: '2026-11-28T10:00:00.000Z', minutes: 120, capacity: 60, offered: 30, bought: 4_800, samples };
}

const verdicts = (soak: Soak, errors = 0) =>
  Object.fromEntries(
    soakRows(soak, errors).map(({ name, reached }) => [name.replace('soak: ', ''), reached]),
  );

it('reaches all goals if memory, latencies and emptied tables stay, though tables that are kept grow', () => {
  expect(Object.values(verdicts(soakOf(() => ({}))))).toEqual([true, true, true, true, true, true]);
});

it.each<[string, (nth: number) => Partial<Sample>]>([
  ['memory of API', (nth) => ({ mib: { API: 200 + 20 * nth, worker: 600, PostgreSQL: 300 } })],
  ['memory of worker', (nth) => ({ mib: { API: 200, worker: 600 + 60 * nth, PostgreSQL: 300 } })],
  ['p99 of POST', (nth) => ({ postP99: 10 + 5 * nth })],
  ['p95 accepted to final', (nth) => ({ finalP95: 500 + 200 * nth })],
  ['tables that are emptied', (nth) => ({ kib: { number_turns: 100 * (nth + 1) } })],
])('does not reach the goal of what grows: %s', (name, change) => {
  const all = verdicts(soakOf(change));
  expect(Object.keys(all).filter((each) => all[each] === false)).toEqual([name]);
});

it('does not count the first quarter, in which caches are filled', () => {
  const grows = soakOf((nth) => (nth < 4 ? { mib: { API: 50, worker: 60, PostgreSQL: 30 } } : {}));
  expect(Object.values(verdicts(grows))).not.toContain(false);
});

it('leaves out intervals on a busy machine, and discards the run if half of them are', () => {
  const spike = soakOf((nth) => (nth === 14 ? { others: 0.5, postP99: 9_000 } : {}));
  const [row] = soakRows(spike, 0);
  expect(row?.facts?.['intervals left out']).toBe(1);
  expect(Object.values(verdicts(spike))).not.toContain(false);
  expect(
    soakRows(
      soakOf(() => ({ others: 0.5 })),
      0,
    )[0]?.rounds[0]?.discarded,
  ).toBe(true);
});

it('reaches nothing with an error', () => {
  expect(
    Object.values(
      verdicts(
        soakOf(() => ({})),
        1,
      ),
    ),
  ).not.toContain(true);
});

it('keeps the raw series, one line per interval', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  try {
    const file = writeSoak(
      soakOf(() => ({})),
      join(folder, 'soak.json'),
    );
    expect(readSoak(file)).toEqual(soakOf(() => ({})));
    expect(readFileSync(file, 'utf8').trimEnd().split('\n')).toHaveLength(16 + 2);
    expect(readSoak(join(folder, 'none.json'))).toBeNull();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('draws what is flat as a flat line, and what grows as a rising one, from 0', () => {
  expect(sparkline([7, 7, 7, 7])).toBe('████');
  expect(sparkline([0, 2, 4, 6, 8])).toBe('▁▃▅▇█');
  expect(sparkline([1, 3, 5, 7], 2)).toBe('▃▇');
  expect(sparkline([0, 0])).toBe('▁▁');
});

it('draws processes, latencies and the larger tables, or says that nothing was measured', () => {
  expect(soakGraph(null)).toBe('Not measured yet: `npm run bench -- soak`.');
  const graph = soakGraph(soakOf(() => ({})));
  expect(graph).toContain('2026-11-28: 120 minutes, 30 of 60 purchases per second, 4,800 purchases.');
  expect(graph).toContain('memory of API          ████████████████  200 → 200, at most 200 MiB');
  expect(graph).toMatch(/^table purchases .*2,000 → 17,000, at most 17,000 KiB$/m);
  expect(graph).toContain('table accounts');
  expect(graph).not.toContain('table small');
});
