import type { Finding } from './rules.ts';

/** How many findings each room still has. Only for the time of a rewrite: a room without an entry has none. */
export type Baseline = Readonly<Record<string, number>>;

/** Counts findings by room; files at the root are one room, `.`. */
export function countByRoom(findings: readonly Finding[]): Baseline {
  const counts = new Map<string, number>();
  for (const { path } of findings) counts.set(roomOf(path), (counts.get(roomOf(path)) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b, 'en')));
}

/** The findings of rooms that have more than their baseline allows. */
export function aboveBaseline(findings: readonly Finding[], baseline: Baseline): Finding[] {
  const counts = countByRoom(findings);
  return findings.filter(({ path }) => {
    const room = roomOf(path);
    return (counts[room] ?? 0) > (baseline[room] ?? 0);
  });
}

function roomOf(path: string): string {
  return path.includes('/') ? (path.split('/', 1)[0] ?? path) : '.';
}
