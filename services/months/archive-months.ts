import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { hasLostLock } from '../../db/errors.ts';
import {
  type ArchiveFile,
  detachMonth,
  findOpen,
  listExports,
  listMonths,
  listUnfinished,
  removeMonth,
  saveFiles,
  type UnfinishedMonth,
} from '../../db/months/archive.ts';
import {
  ARCHIVED,
  type Archived,
  type KeptMonths,
  type Month,
  monthsToArchive,
} from '../../domain/months/archive-plan.ts';
import { exportRows, hashOfFile } from './export-month.ts';

export type MonthOutcome =
  | {
      readonly kind: 'archived';
      readonly subject: Archived;
      readonly month: string;
      readonly files: readonly ArchiveFile[];
    }
  | {
      readonly kind: 'open';
      readonly subject: Archived;
      readonly month: string;
      readonly why: readonly string[];
    };

/**
 * Exports the months that have been kept long enough to `folder`, and removes them from the database. A month in which something is
 * still open stays, and so do the months after it. What an earlier run left unfinished is finished first.
 * @param onMonth is called after each month
 * @throws if a file cannot be written, or does not have the content that was written to it. Nothing is removed then.
 */
export async function archiveMonths(
  db: Client,
  folder: string,
  keep: KeptMonths,
  now: Date,
  onMonth: (outcome: MonthOutcome) => void,
): Promise<void> {
  const finish = async (unfinished: UnfinishedMonth) => {
    const files = await exportMonth(db, folder, unfinished);
    await removeMonth(db, unfinished);
    onMonth({ kind: 'archived', subject: unfinished.subject, month: unfinished.name, files });
  };
  for (const unfinished of await listUnfinished(db)) await finish(unfinished);
  for (const subject of ARCHIVED) {
    for (const month of monthsToArchive(await listMonths(db, subject), keep[subject], now)) {
      const why = await detach(db, subject, month);
      if (why.length > 0) {
        onMonth({ kind: 'open', subject, month: month.name, why });
        break;
      }
      for (const unfinished of await listUnfinished(db)) await finish(unfinished);
    }
  }
}

/** A report or a backup may hold its locks for so long. */
const TRIES = 3_600;
const PAUSE_MS = 1_000;

/** Looks first without locks, for a look takes longer than a purchase may wait. */
async function detach(db: Client, subject: Archived, month: Month): Promise<string[]> {
  const open = await findOpen(db, subject, month);
  if (open.length > 0) return open;
  for (let tries = 1; ; tries++) {
    try {
      return await detachMonth(db, subject, month);
    } catch (error) {
      if (!hasLostLock(error) || tries === TRIES) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

/** Files that an earlier run completed are compared with their hashes instead, because their rows may be gone. */
async function exportMonth(
  db: Client,
  folder: string,
  month: UnfinishedMonth,
): Promise<readonly ArchiveFile[]> {
  for (const { name, sha256 } of month.files) {
    if ((await hashOfFile(join(folder, name))) !== sha256)
      throw new Error(
        `${name} in ${folder} is not the file that was exported; put it back, and run this again`,
      );
  }
  if (month.files.length > 0) return month.files;
  const files: ArchiveFile[] = [];
  for (const each of await listExports(db, month)) files.push(await exportRows(db, folder, each));
  await saveFiles(db, month.subject, month, files);
  return files;
}
