import { spawnSync } from 'node:child_process';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePages } from '../docs/pages.ts';
import { runCommand } from '../stack/failure.ts';
import { readHashes } from './code-hash.ts';
import { figurePages } from './figure-pages.ts';
import { fsyncLatencyMs } from './load/fsync.ts';
import { benchAccept } from './measures/accept.ts';
import { benchBatchBeside } from './measures/batch-beside.ts';
import { benchBatchDrain } from './measures/batch-drain.ts';
import { benchBulkheads } from './measures/bulkheads.ts';
import { benchCallbacks } from './measures/callbacks.ts';
import { benchConsole } from './measures/console.ts';
import { benchCsv } from './measures/csv.ts';
import { benchDrain } from './measures/drain.ts';
import { benchFiles } from './measures/files.ts';
import { benchGrowth } from './measures/growth.ts';
import { benchGrowthDrain } from './measures/growth-drain.ts';
import { benchHistoryEvents } from './measures/history-events.ts';
import { benchHotRow } from './measures/hot-row.ts';
import { benchMix } from './measures/mix.ts';
import { benchOverload } from './measures/overload.ts';
import { benchReads } from './measures/reads.ts';
import { benchScroll } from './measures/scroll.ts';
import { benchSettle } from './measures/settle.ts';
import { benchSoak } from './measures/soak.ts';
import { benchStartup } from './measures/startup.ts';
import { benchStatement } from './measures/statement.ts';
import { benchWebhooks } from './measures/webhooks.ts';
import { benchWitness } from './measures/witness.ts';
import { type BenchRow, type Measuring, QUIET_LOAD_MAX } from './report.ts';
import { describeRow, rowsWithFigures, saveRows } from './results.ts';

interface Bench {
  readonly title: string;
  readonly run: (log: (line: string) => void) => Promise<readonly BenchRow[]>;
  /** Run only when it is named: it takes hours, gigabytes, or Rust. */
  readonly byHand?: true;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  accept: {
    title: 'Purchases accepted over HTTP on one account, 64 connections, durable',
    run: async (log) => [await benchAccept(log)],
  },
  drain: {
    title: 'Purchases from 201 to webhook delivered, against bare workflows',
    run: benchDrain,
  },
  callbacks: {
    title: 'Purchases over a gateway that calls back, against one that confirms in its answer',
    run: async (log) => [await benchCallbacks(log)],
  },
  mix: {
    title: 'The mix of a real day, against bare workflows',
    run: async (log) => [await benchMix(log)],
  },
  witness: { title: 'Our load generator against another one', run: benchWitness, byHand: true },
  soak: {
    title: 'The mix of a real day at half of the capacity for hours',
    run: benchSoak,
    byHand: true,
  },
  events: { title: "Events in the histories of purchases' workflows", run: benchHistoryEvents },
  startup: { title: 'npm start to the first 201, and the worker to ready', run: benchStartup },
  settle: {
    title: 'Purchases settled on one account through its lane, against one transaction each',
    run: async (log) => [await benchSettle(log)],
  },
  reads: {
    title: 'Reading from 1,000,000 purchases of one account, one request at a time: p99 over HTTP',
    run: benchReads,
  },
  bulkheads: {
    title: 'p95 on healthy networks while another is silent for 30 s on every call',
    run: async (log) => [await benchBulkheads(log)],
  },
  console: {
    title: 'The first screen of the console in a browser with an empty cache',
    run: async (log) => [await benchConsole(log)],
  },
  scroll: {
    title: 'Scrolling a campaign of a million rows in a browser: the longest frame',
    run: async (log) => [await benchScroll(log)],
  },
  csv: {
    title: 'A CSV batch of 100,000 rows validated into the database over HTTP',
    run: async (log) => [await benchCsv(log)],
  },
  files: {
    title: 'A million rows as .xlsx and .csv, with and without the duplicates of the last 72 hours',
    run: benchFiles,
  },
  statement: {
    title: 'A statement of a million lines as CSV over HTTP, against COPY',
    run: async (log) => [await benchStatement(log)],
  },
  'batch-beside': {
    title: 'Single purchases while a campaign of 100,000 rows runs',
    run: benchBatchBeside,
  },
  'batch-drain': {
    title: 'How fast a campaign drains, against single purchases',
    run: async (log) => [await benchBatchDrain(log)],
  },
  overload: {
    title:
      'Twice as many purchases as the API can take: what is accepted, what refusals cost, how it recovers',
    run: benchOverload,
  },
  webhooks: {
    title: "A working receiver's webhooks, commit to arrival, with 1,000 dead endpoints queued",
    run: async (log) => [await benchWebhooks(log)],
  },
  growth: {
    title: 'Buying, uploading, reading and disk with ten times the purchases of one account',
    run: (log) => benchGrowth('growth', Number(process.env.BENCH_PURCHASES ?? 1_000_000), log),
  },
  'growth-10m': {
    title: 'The same with 10,000,000 purchases',
    run: (log) => benchGrowth('growth-10m', 10_000_000, log),
    byHand: true,
  },
  'growth-drain': {
    title: 'From 201 to webhook, and campaigns, with ten times the delivered purchases of one account',
    run: (log) => benchGrowthDrain(Number(process.env.BENCH_PURCHASES ?? 1_000_000), log),
  },
  'hot-row': {
    title: "One account's row under 1,000,000 holds: updates in place, vacuum, speed at the end",
    run: async (log) => [await benchHotRow(log)],
  },
};

/** What is measured on another Temporal server stands beside what is measured on ours. */
const { TEMPORAL_ADDRESS: given, BENCH_TEMPORAL: givenIs = 'Temporal by its address' } = process.env;
const SETTING = given === undefined || given === '' ? '' : `, ${givenIs}`;

/** In place of names: every benchmark that is not run by hand, as without names. */
const ALL = 'all';
/** How long a benchmark waits for the load of the one before it to fade. */
const QUIET_WAIT_MS = 5 * 60_000;

const say = (line: string) => console.log(line);

await runCommand(async () => {
  const wanted = process.argv.slice(2).filter((name) => name !== ALL);
  const unknown = wanted.filter((name) => !(name in BENCHES));
  if (unknown.length > 0) {
    say(`There is no benchmark ${unknown.join(', ')}; there are: ${Object.keys(BENCHES).join(', ')}.`);
    process.exitCode = 2;
    return;
  }

  for (const [name, { title, run, byHand }] of Object.entries(BENCHES)) {
    if (wanted.length === 0 ? byHand === true : !wanted.includes(name)) continue;
    say(`\n${name}: ${title}\n`);
    await untilQuiet();
    const measured = measuring(name);
    const all = (await run(say)).map((row) => ({ ...row, name: `${row.name}${SETTING}` }));
    for (const row of all) say(`\n${row.name}\n${describeRow(row)}`);
    const rows = rowsWithFigures(all);
    if (rows.length === 0) continue;
    const saved = saveRows(`${name}${SETTING}`, rows, measured);
    const pages = figurePages();
    writePages(pages);
    const written = [relative(process.cwd(), saved), ...pages.map(({ path }) => path)];
    say(`\nWritten to ${written.join(', ')}.`);
  }
});
// pg keeps the time limit of a COPY running after its end, minutes here, and with it the process.
process.exit();

/** Waits until the mean load of the last minute is below the limit of a quiet machine, 5 minutes at most. */
async function untilQuiet(): Promise<void> {
  const until = Date.now() + QUIET_WAIT_MS;
  while ((loadavg()[0] ?? 0) >= QUIET_LOAD_MAX && Date.now() < until) await sleep(1_000);
}

function measuring(bench: string): Measuring {
  const processors = cpus();
  return {
    at: new Date().toISOString(),
    cores: processors.length,
    processor: processors[0]?.model.trim() ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    fdatasyncMs: fsyncLatencyMs(tmpdir()),
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    commit: commitNow(),
    code: readHashes()(bench),
    ...sizesOf(process.env),
  };
}

/** The commit of the working copy, in short; null outside of one. */
function commitNow(): string | null {
  const { status, stdout } = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

function sizesOf(env: NodeJS.ProcessEnv): { sizes?: string } {
  const set = Object.entries(env).filter(([name]) => name.startsWith('BENCH_'));
  return set.length === 0 ? {} : { sizes: set.map(([name, value]) => `${name}=${value}`).join(' ') };
}
