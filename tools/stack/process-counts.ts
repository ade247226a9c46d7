import { parseArgs } from 'node:util';
import { BringUpError } from './failure.ts';
import { MORE_APIS, MORE_WORKERS, type ProgramName } from './stack-processes.ts';

/** How many processes of each kind `npm start` runs. */
export interface ProcessCounts {
  readonly apis: number;
  readonly workers: number;
}

/** What an API process, a worker process and everything else may open, as docs/production.md says. */
const CONNECTIONS = { api: 35, worker: 69, others: 20 } as const;
/** As PostgreSQL of the stack has them without further processes. */
const USUAL_CONNECTIONS = 200;

/**
 * Reads `--api 2 --workers 3`; one of each by default.
 * @throws BringUpError for another option, or a number out of range
 */
export function readProcessCounts(args: readonly string[]): ProcessCounts {
  const options = {
    api: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
  } as const;
  let values: { readonly api: string; readonly workers: string };
  try {
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new BringUpError(`${String(error)}. Write: npm start -- --api 2 --workers 3`);
  }
  return {
    apis: readCount('--api', values.api, 1 + MORE_APIS.length),
    workers: readCount('--workers', values.workers, 1 + MORE_WORKERS.length),
  };
}

function readCount(option: string, text: string, max: number): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > max)
    throw new BringUpError(`${option} is ${text}. Give a whole number from 1 to ${max}.`);
  return count;
}

/** The programs that run beside the first API and the first worker. */
export function listMorePrograms({ apis, workers }: ProcessCounts): ProgramName[] {
  return [...MORE_APIS.slice(0, apis - 1), ...MORE_WORKERS.slice(0, workers - 1)];
}

/** Settings of a PostgreSQL server that so many processes can connect to. */
export function postgresSettingsFor({ apis, workers }: ProcessCounts): Readonly<Record<string, string>> {
  const needed = CONNECTIONS.api * apis + CONNECTIONS.worker * workers + CONNECTIONS.others;
  return { max_connections: String(Math.max(USUAL_CONNECTIONS, needed)) };
}
