import type { FileNotice } from '../../../domain/batch/batch.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import type { SheetMarks, SheetRow } from './workbook.ts';

/** Rows that were read and are not shown. */
export interface HiddenRows {
  readonly count: number;
  /** Line of the first one. */
  readonly first: number;
}

/** Counts the hidden ones of rows below a header, which come in their order. */
export function countHidden() {
  let found: HiddenRows = { count: 0, first: 0 };
  return {
    note(rows: readonly SheetRow[]): void {
      for (const { line, isHidden } of rows)
        if (isHidden) found = { count: found.count + 1, first: found.count === 0 ? line : found.first };
    },
    found: () => found,
  };
}

/** The notices about a sheet that was read to its end. @param header its header; null if it has no rows */
export function marksNotices(
  { mergedUntil, hiddenColumns }: SheetMarks,
  header: SheetRow | null,
  hidden: HiddenRows,
): FileNotice[] {
  const names = (header?.cells ?? []).filter((name, at) => hiddenColumns.has(at) && name.trim() !== '');
  return [
    ...(mergedUntil > (header?.line ?? 0) ? [MERGED] : []),
    ...(hidden.count > 0 ? [hiddenRowsNotice(hidden)] : []),
    ...(names.length > 0 ? [hiddenColumnsNotice(names)] : []),
  ];
}

function hiddenRowsNotice({ count, first }: HiddenRows): FileNotice {
  const what =
    count === 1
      ? `1 hidden row is included: row ${first}.`
      : `${count} hidden rows are included, the first is row ${first}.`;
  return {
    code: 'hidden_rows',
    message: `${what} The spreadsheet does not show rows that are hidden or filtered out. To leave them out, delete them from the sheet, and upload it again.`,
  };
}

function hiddenColumnsNotice(names: readonly string[]): FileNotice {
  const shown = names.slice(0, NAMES_SHOWN).map(shownCell).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return {
    code: 'hidden_columns',
    message: `Columns that the spreadsheet hides were read too: ${shown}${more}. To leave them out, delete them from the sheet, and upload it again.`,
  };
}

const NAMES_SHOWN = 12;

const MERGED: FileNotice = {
  code: 'merged_cells',
  message:
    'The sheet has merged cells below its header. Of merged cells, only the first one has a value, and the others were read as empty.',
};

/** Says which sheet of several with rows was read. */
export function otherSheetsNotice(sheet: string): FileNotice {
  return {
    code: 'other_sheets',
    message: `The sheet ${shownCell(sheet)} was read. Other sheets of the workbook have rows too, and were not read.`,
  };
}
