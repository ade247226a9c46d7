import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { order } from '../api/http.ts';
import type { Answers, Load } from './load.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const LOOK_MS = 100;
const PURCHASES = 300;
/** Purchases before the measured ones, while the abuse starts. */
const WARM_UP = 30;

/** Starts abuse in a separate process; `stop` ends it and returns the answers it received. */
export function startAbuse(load: Load): { stop(): Promise<Answers> } {
  const child = fork(MAIN, { stdio: 'inherit' });
  child.send(load);
  return {
    async stop() {
      const answered = once(child, 'message');
      const exited = once(child, 'exit');
      child.send('stop');
      const [answers] = (await answered) as [Answers];
      await exited;
      return answers;
    },
  };
}

export interface Round {
  /** 99th percentile of a purchase, in milliseconds. */
  readonly p99: number;
  readonly statuses: Readonly<Record<string, number>>;
}

/** Buys one bundle after another, as a client does, and measures the times. */
export async function buyAlone(url: string, key: string): Promise<Round> {
  const statuses: Record<string, number> = {};
  const buy = async () => {
    const begin = performance.now();
    const answer = await fetch(`${url}/v1/purchases`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(order()),
    });
    const { status } = answer;
    const message = (await answer.text()).match(/"message":"([^"]*)/)?.[1];
    // A rejection is listed with its message, so that a failure shows which limit it met.
    const what = status === 201 ? '201' : `${status} ${message}`;
    statuses[what] = (statuses[what] ?? 0) + 1;
    return performance.now() - begin;
  };
  for (let bought = 0; bought < WARM_UP; bought++) await buy();
  const took: number[] = [];
  for (let bought = 0; bought < PURCHASES; bought++) took.push(await buy());
  took.sort((a, b) => a - b);
  return { p99: took[Math.ceil(took.length * 0.99) - 1] ?? 0, statuses };
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Watches the resident memory of a process; `stop` returns the peak, in MiB. */
export function watchMemory(pid: number): { stop(): number } {
  let peak = 0;
  const look = () => {
    const kib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    peak = Math.max(peak, Number(kib) / 1_024);
  };
  look();
  const timer = setInterval(look, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      look();
      return peak;
    },
  };
}
