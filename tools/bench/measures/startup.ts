import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPrivateJson } from '../../stack/private-file.ts';
import type { StackFile } from '../../stack/stack-file.ts';
import { ownerOf, recordedProcesses, stackPaths } from '../../stack/state.ts';
import { cpuMsOf, peakMibOf } from '../load/proc.ts';
import { type BenchRow, countedRow, ROUNDS_MIN } from '../report.ts';
import { measureRounds } from '../rounds.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const FIRST_201_MAX_S = 12;
const WORKER_READY_MAX_S = 5;
const POLL_MS = 20;
const PATIENCE_MS = 120_000;

interface Start {
  /** From spawning npm until a purchase was answered 201, in seconds. */
  readonly firstPurchase: number;
  /** From spawning npm until the worker was ready, and from spawning the worker itself. */
  readonly workerReady: number;
  readonly workerOwn: number;
  /** Processor time of API and worker up to the first 201, in milliseconds, and the most memory they took, in MiB. */
  readonly costs: Readonly<Record<string, number>>;
}

/**
 * `npm start` on a warm machine: packages installed, the servers' binaries and Node's compiled modules in their caches; an
 * empty folder at first, its own data afterwards. No yardstick.
 */
export async function benchStartup(log: (line: string) => void): Promise<BenchRow[]> {
  const stateDir = mkdtempSync(join(tmpdir(), 'bundlewire-startup-'));
  try {
    const start = async (name: string) => {
      const started = await startOnce(stateDir);
      log(
        `  ${name}: first 201 after ${started.firstPurchase} s, worker ready after ` +
          `${started.workerReady} s (${started.workerOwn} s by itself)`,
      );
      return started;
    };
    const empty = await start('empty folder');
    const starts = await measureRounds(log, (round) => start(`round ${round}`));
    const of = (figure: 'firstPurchase' | 'workerOwn') =>
      starts.map((each) => ({ product: each[figure], others: each.others }));
    const firsts = { empty_folder_s: empty.firstPurchase, ...starts.at(-1)?.costs };
    const readies = { since_npm_start_s: Math.max(...starts.map(({ workerReady }) => workerReady)) };
    const row = (name: string, goal: number, figure: Parameters<typeof of>[0], facts: Start['costs']) =>
      countedRow(`startup, ${name}`, 's', goal, of(figure), 0, facts, ROUNDS_MIN);
    return [
      row('first 201', FIRST_201_MAX_S, 'firstPurchase', firsts),
      row('worker ready', WORKER_READY_MAX_S, 'workerOwn', readies),
    ];
  } finally {
    rmSync(stateDir, { recursive: true, force: true });
  }
}

async function startOnce(stateDir: string): Promise<Start> {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 10) / 100;
  const npm = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { ...process.env, BUNDLEWIRE_STATE_DIR: stateDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => npm.once('exit', () => resolve()));
  const ready = { at: 0, own: 0 };
  npm.stdout.setEncoding('utf8').on('data', (text: string) => {
    const own = /Worker is ready \(([\d.]+) s\)/.exec(text)?.[1];
    if (own !== undefined) Object.assign(ready, { at: seconds(), own: Number(own) });
  });
  try {
    const stack = await stackOf(stateDir);
    await buy(stack);
    const firstPurchase = seconds();
    return { firstPurchase, workerReady: ready.at, workerOwn: ready.own, costs: costsOf(stateDir) };
  } finally {
    // To the stack itself: not every npm hands a signal on.
    const owner = ownerOf(stateDir);
    if (owner === null) npm.kill('SIGTERM');
    else process.kill(owner, 'SIGTERM');
    await ended;
    await untilGone(stateDir);
  }
}

/** By the pids that the stack wrote down. */
function costsOf(stateDir: string): Record<string, number> {
  const processes = recordedProcesses(stateDir);
  return Object.fromEntries(
    (['api', 'worker'] as const).flatMap((name) => {
      const pid = processes[name]?.pid;
      if (pid === undefined) return [];
      return [
        [`${name}_cpu_ms`, cpuMsOf(pid)],
        [`${name}_memory_mib`, Math.round(peakMibOf(pid))],
      ];
    }),
  );
}

async function stackOf(stateDir: string): Promise<StackFile> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    const file = readPrivateJson<StackFile>(stackPaths(stateDir).stack);
    if (file !== null) return file;
    await sleep(POLL_MS);
  }
  throw new Error(`npm start was not up after ${PATIENCE_MS / 1_000} s`);
}

/** @throws Error unless the purchase is answered 201. */
async function buy({ base_url, api_key }: StackFile): Promise<void> {
  const response = await fetch(`${base_url}/v1/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api_key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: `startup-${Date.now()}`,
      phone_number: '+2348030001555',
      bundle_id: 'bnd_mtn_ng_500mb_7d',
    }),
  });
  if (response.status !== 201)
    throw new Error(`the first purchase was answered ${response.status}: ${await response.text()}`);
}

/** npm may end before what it runs has stopped its servers. */
async function untilGone(stateDir: string): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
    if (readPrivateJson(stackPaths(stateDir).owner) === null) return;
    await sleep(POLL_MS);
  }
  throw new Error('the stack did not stop');
}
