import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';

const PRELOADED = pathToFileURL(join(import.meta.dirname, 'wrong-clock.ts')).href;

/** Moves the clock of everything that PostgreSQL dates: deadlines, retries and the ledger. */
export async function setServerClock(pool: Pool, ms: number): Promise<void> {
  await pool.query({ text: 'UPDATE app_clock SET offset_ms = $1', values: [ms] });
}

/** The environment of a program whose clock jumps by `ms` shortly after it has started. */
export function wrongClock(ms: number): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=${PRELOADED}?ms=${ms}` };
}
