import { setTimeout as sleep } from 'node:timers/promises';
import { patiently } from '../judge/patiently.ts';
import {
  type Clock,
  describeFault,
  type Fault,
  type PlannedFault,
  type Program,
  partsOf,
  SERVERS,
  type Server,
} from '../plan/faults.ts';
import { setServerClock, wrongClock } from './clocks.ts';
import type { ChaosStack } from './stack.ts';

/** Between two programs that come back after all were killed. */
const STAGGER_MS = 300;

export interface Breaking {
  /** Called when a fault begins, with the time since the start in milliseconds. */
  readonly onFault: (atMs: number, words: string) => void;
  readonly began: number;
  readonly endsAt: number;
}

/**
 * Breaks everything as planned. On a slow machine, a part may take longer to come back than planned: its next fault waits
 * for it, and is left out if the run has ended meanwhile.
 * @returns how many faults there were, when the last one is over
 */
export async function breakAll(
  stack: ChaosStack,
  plan: readonly PlannedFault[],
  { began, endsAt, onFault }: Breaking,
): Promise<number> {
  const free = new Map<string, Promise<void>>();
  const breaking = plan.map((planned) => {
    const parts = partsOf(planned.fault);
    const before = Promise.all(parts.flatMap((part) => free.get(part) ?? []));
    const done = breakOne(stack, planned, before, { began, endsAt, onFault });
    const over = done.then(() => undefined);
    // The failure itself is reported below.
    over.catch(() => undefined);
    for (const part of parts) free.set(part, over);
    return done;
  });
  return (await Promise.all(breaking)).filter((happened) => happened).length;
}

async function breakOne(
  stack: ChaosStack,
  { fromMs, toMs, fault }: PlannedFault,
  before: Promise<unknown>,
  { began, endsAt, onFault }: Breaking,
): Promise<boolean> {
  await until(began + fromMs);
  await before;
  const late = performance.now() - (began + fromMs);
  if (performance.now() > endsAt) return false;
  onFault(performance.now() - began, describeFault(fault));
  const mend = await begin(stack, fault);
  await until(Math.min(began + toMs + late, endsAt));
  await mend();
  return true;
}

/** Ends what may still last after `breakAll`, and waits until all programs run. */
export async function healAll({ programs, proxies, setTrouble, pool }: ChaosStack): Promise<void> {
  setTrouble(null);
  await Promise.all(Object.values(proxies).map((proxy) => proxy.restore()));
  await programs.heal();
  await patiently(() => setServerClock(pool, 0));
}

type Mend = () => Promise<void> | void;

/** Begins a fault. @returns what ends it */
async function begin(stack: ChaosStack, fault: Fault): Promise<Mend> {
  const { programs, proxies, temporal, postgres, setTrouble } = stack;
  switch (fault.kind) {
    case 'kill':
      await programs.kill(fault.program);
      return () => programs.start(fault.program);
    case 'pause':
      programs.pause(fault.program);
      return () => programs.resume(fault.program);
    case 'crash':
      await programs.kill(fault.program);
      await programs.start(fault.program, { CRASH_POINT: `${fault.point}:${fault.nth}` });
      return async () => {
        await programs.kill(fault.program);
        await programs.start(fault.program);
      };
    case 'swizzle':
      for (const node of fault.order) await (isServer(node) ? stack[node].take() : programs.kill(node));
      return async () => {
        await Promise.all(
          fault.back.map(async (node, nth) => {
            await sleep(nth * STAGGER_MS);
            await (isServer(node) ? stack[node].bring() : programs.start(node));
          }),
        );
      };
    case 'receiver_fails':
      setTrouble(fault.how);
      return () => setTrouble(null);
    case 'temporal_killed':
      await temporal.take();
      return () => temporal.bring();
    case 'temporal_emptied':
      await temporal.take();
      return () => temporal.bringEmpty();
    case 'postgres_killed':
      await postgres.take();
      return () => postgres.bring();
    case 'postgres_paused':
      postgres.pause();
      return () => postgres.resume();
    case 'postgres_fails_over':
      await postgres.failOver();
      return () => undefined;
    case 'slow_disk':
      await postgres.delayCommits(fault.ms);
      return () => postgres.delayCommits(0);
    case 'clock':
      return jump(stack, fault.of, fault.ms);
    case 'slow':
      proxies[fault.link].delay(fault.ms);
      return () => proxies[fault.link].restore();
    case 'lose_answers':
      proxies[fault.link].loseAnswers(fault.count);
      return () => proxies[fault.link].restore();
    default:
      await proxies[fault.link][fault.kind]();
      return () => proxies[fault.link].restore();
  }
}

/** A program is started again, and then its clock jumps while it runs. */
async function jump({ pool, programs }: ChaosStack, of: Clock, ms: number): Promise<Mend> {
  if (of === 'postgres') {
    await patiently(() => setServerClock(pool, ms));
    return () => patiently(() => setServerClock(pool, 0));
  }
  await programs.kill(of);
  await programs.start(of, wrongClock(ms));
  return async () => {
    await programs.kill(of);
    await programs.start(of);
  };
}

function isServer(node: Program | Server): node is Server {
  return SERVERS.some((server) => server === node);
}

/** Waits until the process's clock shows this time. */
export async function until(at: number): Promise<void> {
  await sleep(Math.max(0, at - performance.now()));
}
