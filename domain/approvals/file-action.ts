import { hashLines } from '../crypto/staff-action-hash.ts';
import { type StaffAction, type StaffKind, withoutAmount } from './staff.ts';

/** An approval shows so many lines of a file; its hash is about all of them. */
export const SHOWN_LINES_MAX = 100;

/** A cell of a line; null for empty. */
export type Cell = string | number | null;

/**
 * What an operator wants to import: exactly these lines, in whichever order. The terms show the lines, as far as people read them, and
 * the hash of all.
 */
export function importAction(kind: StaffKind, rows: readonly (readonly Cell[])[]): StaffAction {
  const lines = rows.map(formatLine).sort();
  const left = lines.length - SHOWN_LINES_MAX;
  return withoutAmount(kind, {
    lines: lines.length,
    content: [...lines.slice(0, SHOWN_LINES_MAX), ...(left > 0 ? [`and ${left} more`] : [])],
    sha256: hashLines(lines),
  });
}

/** As in a CSV file, so that no two lines read the same. */
function formatLine(cells: readonly Cell[]): string {
  return cells.map(formatCell).join(',');
}

function formatCell(cell: Cell): string {
  const text = String(cell ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
