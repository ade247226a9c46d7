import { EMPTIED, type Sample, type Soak } from './soak.ts';

const BARS = '▁▂▃▄▅▆▇█';
const WIDTH = 60;
/** Smaller tables are not drawn. */
const DRAWN_KIB_MIN = 1_024;
const TABLES_MAX = 12;

interface Series {
  readonly name: string;
  readonly unit: string;
  readonly figures: readonly number[];
}

/** The graph of a long run as text: one line per series, from 0 to its maximum. */
export function soakGraph(soak: Soak | null): string {
  if (soak === null || soak.samples.length === 0) return 'Not measured yet: `npm run bench -- soak`.';
  const series = seriesOf(soak.samples);
  const width = Math.max(...series.map(({ name }) => name.length));
  const lines = series.map(({ name, unit, figures }) => {
    const [first, last, most] = [figures[0], figures.at(-1), Math.max(...figures)].map((figure) =>
      Math.round(figure ?? 0).toLocaleString('en'),
    );
    return `${name.padEnd(width)}  ${sparkline(figures)}  ${first} → ${last}, at most ${most} ${unit}`;
  });
  const head = `${soak.at.slice(0, 10)}: ${soak.minutes} minutes, ${Math.round(soak.offered)} of ${Math.round(soak.capacity)} purchases per second, ${soak.bought.toLocaleString('en')} purchases.`;
  return [head, '', '```text', ...lines, '```'].join('\n');
}

/** One block per column: the mean of its intervals, from 0 to the maximum of all. */
export function sparkline(figures: readonly number[], width = WIDTH): string {
  const columns = Math.min(width, figures.length);
  const most = Math.max(...figures);
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * figures.length) / columns);
    const to = Math.floor(((column + 1) * figures.length) / columns);
    const part = figures.slice(from, to);
    const mean = part.reduce((sum, figure) => sum + figure, 0) / part.length;
    return BARS[most > 0 ? Math.min(BARS.length - 1, Math.floor((mean / most) * BARS.length)) : 0];
  }).join('');
}

function seriesOf(samples: readonly Sample[]): Series[] {
  const of = (name: string, unit: string, figure: (sample: Sample) => number): Series => ({
    name,
    unit,
    figures: samples.map(figure),
  });
  const last = samples.at(-1);
  const tables = Object.entries(last?.kib ?? {})
    .filter(([name, kib]) => kib >= DRAWN_KIB_MIN || EMPTIED.some((table) => table === name))
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, TABLES_MAX + EMPTIED.length)
    .map(([name]) => name);
  return [
    ...Object.keys(last?.mib ?? {}).map((name) =>
      of(`memory of ${name}`, 'MiB', ({ mib }) => mib[name] ?? 0),
    ),
    of('p99 of POST', 'ms', ({ postP99 }) => postP99),
    of('p95 accepted to final', 'ms', ({ finalP95 }) => finalP95),
    of('waiting', 'purchases and rows', ({ waiting }) => waiting),
    ...tables.map((name) => of(`table ${name}`, 'KiB', ({ kib }) => kib[name] ?? 0)),
  ];
}
