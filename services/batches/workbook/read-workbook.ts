import { rejectFile } from '../../../domain/batch/findings.ts';
import type { ReadSign } from '../files/header-sign.ts';
import type { CsvPart } from '../read-csv.ts';
import type { Turns } from '../turns.ts';
import { openArchive } from './archive.ts';
import { recogniseArchive } from './archive-kind.ts';
import { openOds } from './ods.ts';
import { readSheet } from './read-sheet.ts';
import { chooseSheet } from './sheet-choice.ts';
import { createSpool, type Spool } from './spool.ts';
import type { Workbook } from './workbook.ts';
import { WorkbookFault } from './workbook-fault.ts';
import { openXlsx } from './xlsx.ts';

/** What the upload says about its file. */
export interface ReadOptions {
  readonly readSign: ReadSign;
  /** The sheet to read; null if the upload names none. */
  readonly sheet: string | null;
  /** Most characters of one sheet. */
  readonly charsMax: number;
}

/**
 * Reads a sheet of a workbook. The directory of an archive is at its end, so that the file is first kept on disk. Only a few
 * rows of it are in memory.
 */
export async function* readWorkbook(
  chunks: AsyncIterable<Buffer>,
  turns: Turns,
  options: ReadOptions,
): AsyncGenerator<CsvPart> {
  const spool = await createSpool();
  try {
    for await (const chunk of chunks) await spool.append(chunk);
    yield* readSpooled(spool, turns, options);
  } catch (error) {
    if (!(error instanceof WorkbookFault)) throw error;
    yield { kind: 'unusable', rejection: error.rejection };
  } finally {
    await spool.close();
  }
}

async function* readSpooled(
  spool: Spool,
  turns: Turns,
  { readSign, sheet, charsMax }: ReadOptions,
): AsyncGenerator<CsvPart> {
  const archive = await openArchive(spool.file.fd);
  const found = await recogniseArchive(archive);
  if (found.kind === 'foreign')
    return yield { kind: 'unusable', rejection: rejectFile('foreign', { format: found.name }) };
  const workbook = await (found.kind === 'xlsx'
    ? openXlsx(archive, turns, readSign)
    : openOds(archive, turns, readSign));
  try {
    yield* readChosen(workbook, { readSign, sheet, charsMax });
  } finally {
    await workbook.close();
  }
}

async function* readChosen(
  workbook: Workbook,
  { readSign, sheet, charsMax }: ReadOptions,
): AsyncGenerator<CsvPart> {
  const choice = await chooseSheet(workbook, sheet);
  if (choice.kind === 'sheet')
    return yield* readSheet(workbook, choice.sheet, choice.filled, readSign, charsMax);
  yield { kind: 'sheet', sheet: null, sheets: choice.filled };
  yield { kind: 'unusable', rejection: choice.rejection };
}
