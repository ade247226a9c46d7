import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The part of `.bundlewire/stack.json` that the command line tool reads. */
const StackFile = z.object({ database_url: z.string(), account_id: z.string() });

export interface Target {
  readonly databaseUrl: string;
  /** The live demo account; null when the database is not that of npm start. */
  readonly accountId: string | null;
}

/**
 * The database to operate on: DATABASE_URL, else that of the stack running in this folder.
 * @throws Error with what to do when there is neither.
 */
export function findTarget(environment: NodeJS.ProcessEnv): Target {
  const given = environment.DATABASE_URL ?? '';
  if (given !== '') return { databaseUrl: given, accountId: null };
  try {
    const stack = StackFile.parse(JSON.parse(readFileSync('.bundlewire/stack.json', 'utf8')));
    return { databaseUrl: stack.database_url, accountId: stack.account_id };
  } catch {
    throw new Error('No database: set DATABASE_URL, or run this where npm start is running.');
  }
}
