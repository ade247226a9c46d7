import type { PoolClient } from 'pg';
import { noteChange } from '../../../db/approvals/preparers.ts';
import { type Actor, recordAction } from '../../../db/audit/record.ts';
import {
  type EditableBatch,
  lockEditable,
  readRowsOnLines,
  readRowsSharing,
} from '../../../db/batches/edits.ts';
import { ERRORS_SHOWN } from '../../../db/batches/repeated.ts';
import { addCorrections, readCorrectedRows, storeChecked } from '../../../db/batches/store-checked.ts';
import { isBoughtAgain } from '../../../db/recurrence/source-rows.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { BatchStatus } from '../../../domain/batch/batch.ts';
import { type CheckTotals, compareTotals, isCorrected } from '../../../domain/batch/check-totals.ts';
import type { Corrections } from '../../../domain/batch/rows/row.ts';
import { applyChange, type RowChange } from '../../../domain/batch/rows/row-edit.ts';
import type { StoredRow } from '../../../domain/batch/rows/stored-row.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { type CheckDeps, type Checker, createChecker, nothingSeen } from './checker.ts';

/** Most rows that a change may have an effect on, because they share a number or a reference. */
export const AFFECTED_MAX = 5_000;

export type ChangeOutcome =
  | { readonly kind: 'changed' }
  | { readonly kind: 'not_found' }
  /** Only rows of a batch that is ready can be changed. */
  | { readonly kind: 'closed'; readonly status: BatchStatus }
  /** Someone else changed it since the client read it. */
  | { readonly kind: 'revision_differs'; readonly revision: number }
  | { readonly kind: 'no_such_row'; readonly line: number }
  | { readonly kind: 'too_many_affected' }
  /** A recurring campaign buys its rows, and the one who changes them may not start campaigns. */
  | { readonly kind: 'bought_again' };

/**
 * Changes rows of a batch that is not started, all or none, and checks them again together with every row that shares a number or
 * a reference with them. It locks only the batch, so the account buys meanwhile. If no row ends up different, the revision stays
 * and nothing is recorded.
 * @param changes with different lines.
 * @param revision the one that the client has seen; null if it does not matter.
 * @param mayStart whether the one who changes them may start campaigns: what a recurring campaign buys was agreed to.
 */
export async function changeRows(
  deps: CheckDeps,
  accountId: AccountId,
  id: BatchId,
  changes: readonly RowChange[],
  revision: number | null,
  actor: Actor,
  mayStart: boolean,
): Promise<ChangeOutcome> {
  return inTransaction(deps.pool, async (tx) => {
    const batch = await lockEditable(tx, accountId, id);
    if (batch === null) return { kind: 'not_found' };
    if (batch.status !== 'ready') return { kind: 'closed', status: batch.status };
    if (revision !== null && revision !== batch.revision)
      return { kind: 'revision_differs', revision: batch.revision };
    if (!mayStart && (await isBoughtAgain(tx, accountId, id))) return { kind: 'bought_again' };

    const lines = changes.map(({ line }) => line);
    const before = await readRowsOnLines(tx, id, lines);
    const known = new Set(before.map(({ line }) => line));
    const missing = lines.find((line) => !known.has(line));
    if (missing !== undefined) return { kind: 'no_such_row', line: missing };

    const checker = await createChecker({ ...deps, pool: tx }, accountId, batch);
    const written = changes.map((change) => toWritten(change, checker));
    const checked = await checkTogether(tx, id, checker, before, written);
    if (checked === null) return { kind: 'too_many_affected' };
    const stored = await storeChanged(tx, accountId, batch, checker, checked, actor);
    if (stored !== null) {
      await recordAction(tx, {
        ...actor,
        action: 'batch_rows_change',
        accountId,
        subject: id,
        before: { revision: batch.revision },
        details: { revision: stored.revision, rows: changes.length },
      });
    }
    return { kind: 'changed' };
  });
}

/** A change with its number as the upload would have read it. The person sees it in the row, so it is no correction to decide about. */
function toWritten(change: RowChange, { readWritten }: Checker): RowChange {
  return change.phoneNumber == null
    ? change
    : { ...change, phoneNumber: readWritten(change.phoneNumber.trim()) };
}

/** Rows before and after a check, line by line. */
export interface Checked {
  readonly before: readonly StoredRow[];
  readonly after: readonly StoredRow[];
}

/** Checks changed rows with all rows that depend on them; null if these are too many. */
async function checkTogether(
  tx: PoolClient,
  id: BatchId,
  checker: Checker,
  changed: readonly StoredRow[],
  changes: readonly RowChange[],
): Promise<Checked | null> {
  const changeOf = new Map(changes.map((change) => [change.line, change]));
  const stored = new Map(changed.map((row) => [row.line, row]));
  const asked = { numbers: new Set<string>(['']), references: new Set<string>() };
  for (;;) {
    const before = [...stored.values()].sort((a, b) => a.line - b.line);
    const edited = before.map((row) => {
      const change = changeOf.get(row.line);
      return change === undefined ? row : { ...row, edit: applyChange(row.edit, change) };
    });
    const after = await checker.check(edited, nothingSeen());
    const keys = newKeys([...before, ...after], checker, asked);
    if (keys.numbers.length + keys.references.length === 0) return { before, after };

    for (const row of await readRowsSharing(tx, id, keys, AFFECTED_MAX + 1)) stored.set(row.line, row);
    if (stored.size > AFFECTED_MAX) return null;
  }
}

function newKeys(
  rows: readonly StoredRow[],
  { layout }: Checker,
  asked: { readonly numbers: Set<string>; readonly references: Set<string> },
) {
  const numbers = new Set<string>();
  const references = new Set<string>();
  for (const { number, reference } of rows) {
    if (!asked.numbers.has(number)) numbers.add(number);
    // References made from lines are never shared.
    if (layout.reference === null || reference === null) continue;
    if (!asked.references.has(reference)) references.add(reference);
  }
  for (const number of numbers) asked.numbers.add(number);
  for (const reference of references) asked.references.add(reference);
  return { numbers: [...numbers], references: [...references] };
}

/** Stores the rows that a check changed, and returns what the batch has then; null if there are none. The caller has locked it. */
export async function storeChanged(
  tx: PoolClient,
  accountId: AccountId,
  batch: EditableBatch,
  checker: Checker,
  { before, after }: Checked,
  actor: Actor,
): Promise<Pick<EditableBatch, 'revision' | 'corrections'> | null> {
  const changed = after.filter((row, index) => !isSame(row, before[index]));
  if (changed.length === 0) return null;
  const totals = compareTotals(before, after);
  const { id } = batch;
  await noteChange(tx, accountId, id, actor);
  const first = checker.listCorrections(after.filter(isCorrected).slice(0, ERRORS_SHOWN));
  const corrections = { state: nextCorrections(batch, totals), first };
  const stored = await storeChecked(tx, accountId, id, changed, totals, corrections);
  // Rows that are not checked now may have moved up into the list.
  const { unlisted, lastListed } = stored;
  if (unlisted > 0) {
    const rows = await readCorrectedRows(tx, id, { after: lastListed, limit: unlisted });
    const further = checker.listCorrections(rows);
    if (further.length > 0) await addCorrections(tx, accountId, id, further);
  }
  return stored;
}

function isSame(row: StoredRow, before: StoredRow | undefined): boolean {
  const text = (one: StoredRow | undefined) =>
    JSON.stringify([
      one?.state,
      one?.number,
      one?.reference,
      one?.networkId,
      one?.price,
      one?.chosen,
      one?.edit,
      one?.errors,
      one?.warnings,
    ]);
  return text(row) === text(before);
}

/** Numbers that are corrected only now were not agreed to. */
function nextCorrections(
  { corrections, reading }: EditableBatch,
  { corrected }: CheckTotals,
): Corrections['state'] {
  if (corrected <= 0 || corrections === 'proposed') return corrections;
  return reading?.repair === 'propose' ? 'proposed' : 'accepted';
}
