import { setTimeout as sleep } from 'node:timers/promises';
import { describeExit, type ManagedProcess } from '../../stack/process.ts';
import type { Stack } from '../../stack/stack.ts';
import { APIS, type Program, WORKERS } from '../plan/faults.ts';

const RETRY_MS = 1_000;
/** A busy machine may take minutes to start a program while others also start. */
const GIVE_UP_MS = 300_000;

/** The API and worker processes and the simulators of a run, which faults kill, pause and start again. */
export interface Programs {
  /** Starts those that the stack has not started. */
  startOthers(): Promise<void>;
  /** Base URL of the API process that this number falls on; it may be down. */
  apiUrl(number: number): string;
  kill(program: Program): Promise<void>;
  pause(program: Program): void;
  resume(program: Program): void;
  resumeAll(): void;
  /** Starts a program that has ended; tries again while the servers that it needs are down. */
  start(program: Program, once?: Readonly<Record<string, string>>): Promise<void>;
  /** Resumes all, and starts those that have ended. */
  heal(): Promise<void>;
  /** One sentence for each program that ended without being killed. */
  endedByThemselves(): readonly string[];
}

/** Wraps the programs of a stack. */
export function createPrograms(stack: Stack): Programs {
  const running = new Map<Program, ManagedProcess>();
  const alive = new Set<Program>();
  const doomed = new Set<Program>();
  const ended: string[] = [];
  const urls = new Map<Program, string>();

  const watch = (program: Program, managed: ManagedProcess) => {
    running.set(program, managed);
    alive.add(program);
    if (managed.ready.url !== undefined) urls.set(program, managed.ready.url);
    void managed.exited.then((outcome) => {
      if (running.get(program) === managed) alive.delete(program);
      if (!doomed.has(program)) ended.push(`${program} ended by itself: ${describeExit(outcome)}`);
    });
  };
  for (const program of ['api', 'worker', 'simulator', 'reloadly'] as const) {
    watch(program, stack.processes[program]);
  }

  const start = async (program: Program, once: Readonly<Record<string, string>> = {}) => {
    const deadline = performance.now() + GIVE_UP_MS;
    for (;;) {
      try {
        const managed = await stack.restart(program, once);
        doomed.delete(program);
        // It dies by itself, as planned.
        if (once.CRASH_POINT !== undefined) doomed.add(program);
        watch(program, managed);
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await sleep(RETRY_MS);
      }
    }
  };
  const resumeAll = () => {
    for (const managed of running.values()) managed.kill('SIGCONT');
  };
  const kill = async (program: Program) => {
    doomed.add(program);
    const managed = running.get(program);
    managed?.kill('SIGKILL');
    await managed?.exited;
    alive.delete(program);
  };

  return {
    startOthers: async () => {
      await Promise.all([start('secondApi'), start('secondWorker')]);
    },
    apiUrl: (number) => urls.get(APIS[number % APIS.length] ?? 'api') ?? stack.apiUrl,
    kill,
    pause: (program) => running.get(program)?.kill('SIGSTOP'),
    resume: (program) => running.get(program)?.kill('SIGCONT'),
    resumeAll,
    start,
    heal: async () => {
      resumeAll();
      // A worker with a crash point would die later.
      for (const program of doomed) if (alive.has(program)) await kill(program);
      const dead = [...APIS, ...WORKERS, 'simulator' as const, 'reloadly' as const].filter(
        (program) => !alive.has(program),
      );
      await Promise.all(dead.map((program) => start(program)));
    },
    endedByThemselves: () => [...ended],
  };
}
