import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UnitCosts } from './load/costs.ts';
import type { BenchRow } from './report.ts';
import { readRows } from './results.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'scaling.md');
const PER_SECOND = 1_000;
const SECONDS_A_DAY = 86_400;
/** Parts of the benchmark itself; in production there are others, elsewhere. */
const NOT_OURS = ['gateway', 'load generator'];

/** Writes docs/scaling.md from what was measured last; answers its path. */
export function writeScalingPage(): string {
  writeFileSync(PAGE, renderScaling(readRows()));
  return PAGE;
}

/** What one machine gives, what a purchase costs there, and what 1,000 purchases a second would take. */
export function renderScaling(rows: readonly BenchRow[]): string {
  const rowOf = (name: string) => rows.find((row) => row.name === name);
  const events = rowOf('events, confirmed in the answer')?.product ?? null;
  return `# Scaling

<!-- Written by \`npm run bench\` and \`npm run docs\` from tools/bench/results/latest.json and tools/bench/scaling-page.ts. -->

## What one machine gives

${oneMachine(rowOf('accept'), rowOf('drain'))}

Accepting costs little, for a lane puts many purchases into one transaction; carrying a purchase to its webhook costs a workflow, a fence
committed before the send, its answer, the settlement and the rows of the webhook, and shares the machine with the gateway's simulator and the
load generator, until both cores are full: the worker and the Temporal server take the most. On what each figure was measured, and how busy that machine was, is said in [performance.md](performance.md).

## What a purchase costs

${costs(rowOf('drain')?.costs, events)}

The cores are the costs of one machine carried on in proportion, at full use: plan for half of that use, and measure on your own machines, for
a commit that waits for a disk or a network costs time that is not in this table.

## How it grows past one machine

**API processes.** Any number behind a load balancer; they share nothing but PostgreSQL. A lane lives in a process, so an account's purchases
that arrive at several processes go in several transactions which take the account's row in turn. A balancer that sends an account to one
process (by its key) keeps the batches large; it is not needed for correctness.

**Worker processes.** Any number: relays claim rows with a lease, admission is one row a network, and Temporal hands tasks to whoever polls.
\`NETWORK_QUEUES\` gives a process some of the networks, so that a carrier's trouble stays in its processes. Each network adds a Temporal
worker, with a thread and a copy of the workflow bundle of its own; what a whole process took is in [performance.md](performance.md).

**Temporal.** Purchases share no workflow, so they spread evenly over history shards. Their number is set when a cluster is made and cannot be
changed: take 512 or more where a thousand purchases a second may come. Frontend, history and matching nodes are added one by one; the cluster's own
database is apart from Bundlewire's. Our search attributes make one write to the visibility store when a purchase starts, one for each
stage it enters afterwards (none where the gateway confirms in its answer), and one when it ends; the development server, measured above, drops the
first where the purchase has ended within a second. At this rate give visibility a store of its own. Temporal holds purchases in flight and a week of histories, and may lose both
without loss of money, so it needs no more durability than a queue.

**PostgreSQL.** First a larger machine: accounts never share rows but those of networks (admission) and the outbox, and one account's
lane is bound by how fast its transactions commit. Then shards by account. That is not built; this is what it takes:

- Whatever has to do with money hangs on an account: \`accounts\`, \`purchases\`, \`submissions\`, \`statement_lines\`, \`statements\`, \`events\`,
  \`webhook_attempts\`, \`outbox\`, \`batches\`. No transaction spans two accounts, so none would span two shards.
- The catalogue (\`networks\`, \`bundles\`, number prefixes, ported numbers) is read much and written seldom: a copy on every shard.
- Keys lead to accounts and accounts to shards: one small table that every API process keeps in memory. An API process has a pool a shard;
  a worker runs a relay a shard.
- A network's rate and its purchases in flight, one row today, are divided among shards by what each has waiting.
- A callback names our key of the purchase: the shard is asked of a table by purchase, or tried on each in turn, for there are few.

**One account.** An account's money is one row, so one account goes as fast as one lane: the first line above is measured on one account.
A client who needs more than that opens a second account.
`;
}

function oneMachine(accept: BenchRow | undefined, drain: BenchRow | undefined): string {
  const line = (row: BenchRow | undefined, what: string) => {
    if (row === undefined) return `| ${what} | not measured yet | |`;
    const on = row.measured === undefined ? '' : `${row.measured.cores} cores, ${row.measured.processor}`;
    return `| ${what} | ${row.product.toLocaleString('en')} a second | ${on} |`;
  };
  return [
    '| What | Measured | On |',
    '|---|---|---|',
    line(accept, 'Purchases accepted over HTTP on one account, with nothing else running'),
    line(drain, 'Purchases from 201 to webhook delivered, everything on the machine'),
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
    `| What | A purchase (mean of ${measured.units.toLocaleString('en')}) | ${PER_SECOND.toLocaleString('en')} purchases a second |`,
    '|---|---|---|',
    ...cpu,
    `| Written ahead by PostgreSQL | ${measured.walBytes.toLocaleString('en')} bytes | ${round(walPerSecond / 1e6)} MB/s, ${round((walPerSecond * SECONDS_A_DAY) / 1e12)} TB a day |`,
    `| SQL statements (${measured.statementsFrom}) | ${measured.statements} | ${(measured.statements * PER_SECOND).toLocaleString('en')} a second |`,
    events === null
      ? '| Events in Temporal | not measured yet | |'
      : `| Events in Temporal, confirmed in the answer | ${events} | ${(events * PER_SECOND).toLocaleString('en')} a second |`,
  ].join('\n');
}

function round(figure: number): number {
  return Number(figure.toPrecision(3));
}
