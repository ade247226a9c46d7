import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgresBinaries } from '../../tools/stack/servers/postgres-binaries.ts';
import { runOnServer } from './database.ts';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** Enough for all databases that exist at a time; containers often have 64 MiB there. */
const FREE_MIN_BYTES = 4 * 1024 ** 3;
const NAME = 'in_memory';

/**
 * Creates a tablespace in memory on the server of a run, if the machine has room for it. A database has more than a thousand
 * files, and a disk takes longer to create and delete them than many tests take.
 * @returns its name; null without one
 */
export async function createMemoryTablespace(serverUrl: string, run: string): Promise<string | null> {
  if (!hasRoom()) return null;
  const folder = folderOf(run);
  mkdirSync(folder, { mode: 0o700 });
  const { runAs } = findPostgresBinaries();
  if (runAs !== null) chownSync(folder, runAs.uid, runAs.gid);
  await runOnServer(serverUrl, `CREATE TABLESPACE ${NAME} LOCATION '${folder}'`);
  return NAME;
}

/** Frees the memory of a run whose server has ended. */
export function removeMemoryTablespace(run: string): void {
  rmSync(folderOf(run), { recursive: true, force: true });
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= FREE_MIN_BYTES;
}

function folderOf(run: string): string {
  return join(MEMORY, `bundlewire-${createHash('sha256').update(run).digest('hex').slice(0, 12)}`);
}
