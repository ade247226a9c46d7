import type { Rejection } from '../../../domain/batch/batch.ts';
import { rejectFile } from '../../../domain/batch/findings.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';
import type { Sheet, Workbook } from './workbook.ts';

export type SheetChoice =
  | { readonly kind: 'sheet'; readonly sheet: Sheet; readonly filled: readonly string[] }
  | { readonly kind: 'unusable'; readonly rejection: Rejection; readonly filled: readonly string[] };

/** A sheet with rows. */
interface Filled {
  readonly sheet: Sheet;
  readonly hasHeader: boolean;
}

const NAMES_SHOWN = 10;

/**
 * Chooses the sheet to read: the one that the upload names; otherwise the only visible one with rows, or the only one
 * of them whose header has phone numbers or bundles. Several are never decided between.
 */
export async function chooseSheet(workbook: Workbook, wanted: string | null): Promise<SheetChoice> {
  const { sheets } = workbook;
  const named = wanted === null ? null : findSheet(sheets, wanted);
  const [only] = sheets;
  if (sheets.length === 1 && only !== undefined && (wanted === null || named !== null))
    return { kind: 'sheet', sheet: only, filled: [only.name] };

  const found: Filled[] = [];
  for (const sheet of sheets) {
    if (sheet.isHidden) continue;
    const look = await workbook.peek(sheet);
    if (look !== 'empty') found.push({ sheet, hasHeader: look === 'header' });
  }
  const filled = found.map(({ sheet }) => sheet.name);
  const unusable = (rejection: Rejection): SheetChoice => ({ kind: 'unusable', rejection, filled });
  if (named !== null) return { kind: 'sheet', sheet: named, filled };
  if (wanted !== null) {
    const names = listNames(sheets.filter(({ isHidden }) => !isHidden).map(({ name }) => name));
    return unusable(rejectFile('sheet_unknown', { sheet: shownCell(wanted), names }));
  }
  const headed = found.filter(({ hasHeader }) => hasHeader);
  const chosen = found.length === 1 ? found[0] : headed.length === 1 ? headed[0] : undefined;
  if (chosen !== undefined) return { kind: 'sheet', sheet: chosen.sheet, filled };
  if (found.length === 0) return unusable(rejectFile('workbook_empty', {}));
  const rivals = (headed.length > 0 ? headed : found).map(({ sheet }) => sheet.name);
  return unusable(rejectFile('sheets_several', { names: listNames(rivals) }));
}

/** By its exact name, or by the only one that differs in case and blanks at its ends. */
function findSheet(sheets: readonly Sheet[], wanted: string): Sheet | null {
  const exact = sheets.find(({ name }) => name === wanted);
  if (exact !== undefined) return exact;
  const plain = (name: string) => name.trim().toLowerCase();
  const similar = sheets.filter(({ name }) => plain(name) === plain(wanted));
  return similar.length === 1 ? (similar[0] ?? null) : null;
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).map(shownCell).join(', ');
  return names.length > NAMES_SHOWN ? `${shown} and ${names.length - NAMES_SHOWN} more` : shown;
}
