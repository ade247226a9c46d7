import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readCliConfig } from '../config/config.ts';
import type { AccountId } from '../domain/ids.ts';
import { readId } from '../domain/ids.ts';
import { wrongUsage } from './failure.ts';

/** The part of `.bundlewire/stack.json` that the command line tool reads. */
const StackFile = z.object({
  base_url: z.string(),
  account_id: z.string(),
  database_url: z.string(),
  temporal_address: z.string(),
  temporal_ui_url: z.string().nullable(),
});

/** The Bundlewire that is operated on. */
export interface Target {
  readonly databaseUrl: string;
  /** null when none was named. */
  readonly temporalAddress: string | null;
  readonly temporalNamespace: string;
  /** Of the Temporal UI, without a slash at the end; null when none was named. */
  readonly temporalUiUrl: string | null;
  /** Of the API; null when none was named. */
  readonly apiUrl: string | null;
  /** The live demo account; null when the database is not that of npm start. */
  readonly demoAccountId: AccountId | null;
  /** Ranges on which receivers may be private. */
  readonly allowPrivate: readonly string[];
}

/** The stack of npm start allows receivers on this machine. */
const ALLOWED_IN_DEVELOPMENT = ['127.0.0.1/32'];

/**
 * DATABASE_URL and TEMPORAL_ADDRESS as every process reads them, else the stack running in this folder.
 * @throws CliError with what to do when there is neither.
 */
export function findTarget(environment: NodeJS.ProcessEnv): Target {
  const config = readCliConfig(environment);
  if (config.DATABASE_URL !== undefined) {
    return {
      databaseUrl: config.DATABASE_URL,
      temporalAddress: config.TEMPORAL_ADDRESS ?? null,
      temporalNamespace: config.TEMPORAL_NAMESPACE,
      temporalUiUrl: config.TEMPORAL_UI_URL?.replace(/\/$/, '') ?? null,
      apiUrl: config.BASE_URL ?? null,
      demoAccountId: null,
      allowPrivate: config.WEBHOOK_ALLOW_PRIVATE,
    };
  }
  const stack = readStack();
  return {
    databaseUrl: stack.database_url,
    temporalAddress: stack.temporal_address,
    temporalNamespace: config.TEMPORAL_NAMESPACE,
    temporalUiUrl: stack.temporal_ui_url?.replace(/\/$/, '') ?? null,
    apiUrl: stack.base_url,
    demoAccountId: readId('acc', stack.account_id),
    allowPrivate: ALLOWED_IN_DEVELOPMENT,
  };
}

function readStack(): z.output<typeof StackFile> {
  try {
    return StackFile.parse(JSON.parse(readFileSync('.bundlewire/stack.json', 'utf8')));
  } catch {
    throw wrongUsage('No database: set DATABASE_URL, or run this where npm start is running.');
  }
}
