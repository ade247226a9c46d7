import type { EarlierPurchase } from '../purchase/repeat.ts';
import type { DuplicateOf, LineDuplicate } from './duplicates.ts';
import { rowError } from './findings.ts';
import type { RowError, RowWarning } from './rows/row.ts';

/** The states in a results file whose rows were bought. A reversed row was delivered first. */
const BOUGHT_STATES: ReadonlySet<string> = new Set(['successful', 'pending', 'reversed']);

/** Why a row of a results file is left out; null if it bought nothing. Letter case and blanks do not count. */
export function refuseBoughtResult(cell: string, column: string): RowError | null {
  const state = cell.trim().toLowerCase();
  if (!BOUGHT_STATES.has(state)) return null;
  const error = rowError('result_bought', column, { column, state });
  return { ...error, duplicateOf: { kind: 'result', state } };
}

/** Why a row is held back that repeats an earlier row of its file. */
export function refuseRepeatedRow(column: string | null, line: number): RowError {
  return { ...rowError('row_repeated', column, { line }), duplicateOf: { kind: 'row', line } };
}

/** What to check in a row that repeats an earlier row of its file, and is bought. */
export function warnOfRepeatedRow(column: string | null, line: number): RowWarning {
  const message = `Same number and bundle as line ${line}. Both rows will be bought. If you want only one, remove the other.`;
  return { column, code: 'duplicate_purchase', message, duplicateOf: { kind: 'row', line } };
}

/** Why a row is held back whose number got the bundle within the window. */
export function refuseRecent(column: string | null, earlier: EarlierPurchase): RowError {
  return { ...rowError('bought_recently', column, inWords(earlier)), duplicateOf: toDuplicateOf(earlier) };
}

/** What to check in a row whose number got the bundle within the window, and gets it again. */
export function warnOfRecent(column: string | null, earlier: EarlierPurchase): RowWarning {
  const { time, reference, purchase } = inWords(earlier);
  const message = `Your account already bought this bundle for this number on ${time} (reference ${reference}, purchase ${purchase}). It will be bought again. If you do not want that, remove the row.`;
  return { column, code: 'bought_recently', message, duplicateOf: toDuplicateOf(earlier) };
}

function inWords({ at, reference, purchaseId }: EarlierPurchase) {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return { time, reference, purchase: purchaseId };
}

function toDuplicateOf({ purchaseId, reference, at }: EarlierPurchase): DuplicateOf {
  return { kind: 'purchase', purchaseId, reference, at: at.toISOString() };
}

/** The duplicates among the findings of a row. */
export function listDuplicates(
  line: number,
  findings: readonly (RowError | RowWarning)[],
): readonly LineDuplicate[] {
  return findings.flatMap(({ column, code, message, duplicateOf }) =>
    duplicateOf === undefined ? [] : [{ line, column, code, message, duplicateOf }],
  );
}

/** Whether the findings of a row include a duplicate. */
export function isDuplicate(findings: readonly (RowError | RowWarning)[]): boolean {
  return findings.some(({ duplicateOf }) => duplicateOf !== undefined);
}
