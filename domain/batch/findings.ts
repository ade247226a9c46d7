import { fillMessage, type ValuesOf } from '../messages.ts';
import type { Rejection } from './batch.ts';
import { FILE_CASES } from './file-cases.ts';
import type { RowError } from './rows/row.ts';
import { ROW_CASES } from './rows/row-cases.ts';

type FileCaseName = keyof typeof FILE_CASES;
type RowCaseName = keyof typeof ROW_CASES;
type FileValues<Name extends FileCaseName> = ValuesOf<(typeof FILE_CASES)[Name]['message']>;
type RowValues<Name extends RowCaseName> = ValuesOf<(typeof ROW_CASES)[Name]['message']>;

/** Why a file is unusable, with the values of the message; `line` is null if the whole file is meant. */
export function rejectFile<Name extends FileCaseName>(
  name: Name,
  values: FileValues<Name>,
  line: number | null = null,
): Rejection {
  const { code, message } = FILE_CASES[name];
  return { code, message: fillMessage(message, values), line };
}

/** What is wrong with a row, with the values of the message; `column` is null for the row as a whole. */
export function rowError<Name extends RowCaseName>(
  name: Name,
  column: string | null,
  values: RowValues<Name>,
): RowError {
  const { code, message } = ROW_CASES[name];
  return { column, code, message: fillMessage(message, values) };
}
