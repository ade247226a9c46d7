import type { Blocks } from '../docs/blocks.ts';
import type { UnitCosts } from './load/costs.ts';
import type { BenchRow } from './report.ts';

const PER_SECOND = 1_000;
const SECONDS_A_DAY = 86_400;
/** Parts of the benchmark, which are elsewhere in production. */
const NOT_OURS = ['gateway', 'load generator'];

/** The tables of docs/scaling.md: the speed of one machine, and the cost of a purchase and of 1,000 per second. */
export function scalingBlocks(rows: readonly BenchRow[]): Blocks {
  const rowOf = (name: string) => rows.find((row) => row.name === name);
  const events = rowOf('events, confirmed in the answer')?.product ?? null;
  return {
    'one-machine': oneMachine(rowOf),
    costs: costs(rowOf('drain')?.costs, events),
  };
}

function oneMachine(rowOf: (name: string) => BenchRow | undefined): string {
  const line = (row: BenchRow | undefined, what: string) => {
    if (row === undefined) return `| ${what} | not measured yet | |`;
    const on = row.measured === undefined ? '' : `${row.measured.cores} cores, ${row.measured.processor}`;
    return `| ${what} | ${row.product.toLocaleString('en')} per second | ${on} |`;
  };
  return [
    '| What | Measured | On |',
    '|---|---|---|',
    line(rowOf('accept'), 'Purchases accepted over HTTP for one account, with nothing else running'),
    line(
      rowOf('drain'),
      'Purchases from the answer 201 to the delivered webhook, with all parts on the machine',
    ),
    line(rowOf('callbacks'), 'The same over a gateway that calls back, at the rates of the demo catalogue'),
    line(rowOf('mix'), 'The mix of a real day: campaigns, callbacks, refusals, failing endpoints'),
  ].join('\n');
}

function costs(measured: UnitCosts | undefined, events: number | null): string {
  if (measured === undefined) return 'Not measured yet: `npm run bench -- drain`.';
  const ours = Object.entries(measured.cpuMs).filter(([name]) => !NOT_OURS.includes(name));
  const total = ours.reduce((sum, [, ms]) => sum + ms, 0);
  const cpu = [...ours, ['all together', total] as const].map(
    ([name, ms]) =>
      `| Processor time, ${name} | ${round(ms)} ms | ${round((ms * PER_SECOND) / 1_000)} cores |`,
  );
  const walPerSecond = measured.walBytes * PER_SECOND;
  return [
    `| What | Per purchase (mean of ${measured.units.toLocaleString('en')}) | At ${PER_SECOND.toLocaleString('en')} purchases per second |`,
    '|---|---|---|',
    ...cpu,
    `| WAL of PostgreSQL | ${measured.walBytes.toLocaleString('en')} bytes | ${round(walPerSecond / 1e6)} MB/s, ${round((walPerSecond * SECONDS_A_DAY) / 1e12)} TB per day |`,
    `| SQL statements (${measured.statementsFrom}) | ${measured.statements} | ${(measured.statements * PER_SECOND).toLocaleString('en')} per second |`,
    events === null
      ? '| Events in Temporal | not measured yet | |'
      : `| Events in Temporal, if the gateway confirms in its answer | ${events} | ${(events * PER_SECOND).toLocaleString('en')} per second |`,
  ].join('\n');
}

function round(figure: number): number {
  return Number(figure.toPrecision(3));
}
