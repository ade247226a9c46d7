import { join } from 'node:path';
import { writePrivateJson } from './private-file.ts';
import { type ManagedProcess, startProcess } from './process.ts';
import { type RecordedProcess, stackPaths } from './state.ts';

/**
 * Of the API, as in Dockerfile and docker-compose.yml. docs/decisions/operations.md, "V8 collects
 * garbage on one thread", says why.
 */
export const API_NODE_ARGS = [
  '--max-semi-space-size=32',
  '--heap-growing-percent=50',
  '--v8-pool-size=1',
] as const;

/** Of the worker, as in docker-compose.yml; the same record says why. */
export const WORKER_NODE_ARGS = ['--v8-pool-size=1'] as const;

/** Our programs. */
const PROGRAMS = {
  api: { name: 'API', script: 'api/server.ts', nodeArgs: API_NODE_ARGS },
  secondApi: { name: 'second API', script: 'api/server.ts', nodeArgs: API_NODE_ARGS },
  thirdApi: { name: 'third API', script: 'api/server.ts', nodeArgs: API_NODE_ARGS },
  fourthApi: { name: 'fourth API', script: 'api/server.ts', nodeArgs: API_NODE_ARGS },
  worker: { name: 'worker', script: 'worker/main.ts', nodeArgs: WORKER_NODE_ARGS },
  secondWorker: { name: 'second worker', script: 'worker/main.ts', nodeArgs: WORKER_NODE_ARGS },
  thirdWorker: { name: 'third worker', script: 'worker/main.ts', nodeArgs: WORKER_NODE_ARGS },
  simulator: { name: 'DT One simulator', script: 'adapters/dtone/simulator/main.ts' },
  reloadly: { name: 'Reloadly simulator', script: 'adapters/reloadly/simulator/main.ts' },
} as const;

/** Further processes, which only `start` starts. */
export const MORE_APIS = ['secondApi', 'thirdApi', 'fourthApi'] as const;
export const MORE_WORKERS = ['secondWorker', 'thirdWorker'] as const;

export type ProgramName = keyof typeof PROGRAMS;
type Environment = Readonly<Record<string, string>>;

export interface StackProcesses {
  /** Sets the environment for every start of a program. */
  readonly plan: (name: ProgramName, env: Environment) => void;
  /** Starts a program as planned. `once` is added to the environment of this start only, and takes precedence. */
  readonly start: (name: ProgramName, once?: Environment) => Promise<ManagedProcess>;
  /** Throws if the program was never started. */
  readonly running: (name: ProgramName) => ManagedProcess;
  /** Drains API and worker first, because they may still need the simulators. */
  readonly stop: () => Promise<void>;
}

/**
 * Records the programs of one stack, in memory and in a file by which leftovers are found. `shared` overrides their
 * environment.
 */
export function stackProcesses(stateDir: string, shared: Environment): StackProcesses {
  const paths = stackPaths(stateDir);
  const environments = new Map<ProgramName, Environment>();
  const running = new Map<ProgramName, ManagedProcess>();

  const records = new Map<ProgramName, RecordedProcess>();
  const record = (name: ProgramName, pid: number, metricsUrl: string | null) => {
    records.set(name, { pid, script: PROGRAMS[name].script, metricsUrl });
    writePrivateJson(paths.processes, Object.fromEntries(records));
  };
  const stop = async (...names: ProgramName[]) => {
    await Promise.all(names.map(async (name) => running.get(name)?.stop()));
  };

  return {
    plan: (name, env) => void environments.set(name, env),
    start: async (name, once = {}) => {
      const env = environments.get(name) ?? {};
      const logFile = join(paths.logs, `${name}.log`);
      const started = await startProcess({
        ...PROGRAMS[name],
        env: { ...env, ...shared, ...once },
        logFile,
        onSpawn: (pid) => record(name, pid, null),
      });
      running.set(name, started);
      record(name, started.pid, started.ready.metrics_url ?? null);
      return started;
    },
    running: (name) => {
      const found = running.get(name);
      if (found === undefined) throw new Error(`The ${PROGRAMS[name].name} was never started.`);
      return found;
    },
    stop: async () => {
      await stop('api', ...MORE_APIS, 'worker', ...MORE_WORKERS);
      await stop('simulator', 'reloadly');
    },
  };
}
