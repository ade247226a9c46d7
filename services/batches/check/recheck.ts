import { type Actor, recordAction } from '../../../db/audit/record.ts';
import { findEditable, lockEditable, readRowsAfter } from '../../../db/batches/edits.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AccountId, BatchId } from '../../../domain/ids.ts';
import { type ChangeOutcome, storeChanged } from './change-rows.ts';
import { type CheckDeps, createChecker, nothingSeen } from './checker.ts';

/** Rows and bytes of cells that one transaction stores. */
const PAGE = { rows: 2_000, bytes: 512 * 1024 } as const;

export type RecheckOutcome = Extract<
  ChangeOutcome,
  { kind: 'changed' | 'not_found' | 'closed' | 'revision_differs' }
>;

/**
 * Checks every row of a batch that is not started again: prices, bundles and duplicates as they are now. Page by page, each with
 * its counts and cost in one short transaction, so wherever it stops the batch is whole, and it can be done again. If someone
 * changes or starts the batch meanwhile, it stops.
 */
export async function recheckRows(
  deps: CheckDeps,
  accountId: AccountId,
  id: BatchId,
  actor: Actor,
): Promise<RecheckOutcome> {
  const found = await findEditable(deps.pool, accountId, id);
  if (found === null) return { kind: 'not_found' };
  if (found.status !== 'ready') return { kind: 'closed', status: found.status };

  const checker = await createChecker(deps, accountId, found);
  const seen = nothingSeen();
  let { revision, corrections } = found;
  for (let line = 0; ; ) {
    const before = await readRowsAfter(deps.pool, id, line, PAGE);
    const last = before.at(-1);
    if (last === undefined) return { kind: 'changed' };
    line = last.line;

    const after = await checker.check(before, seen);
    const stored = await inTransaction(deps.pool, async (tx): Promise<RecheckOutcome> => {
      const batch = await lockEditable(tx, accountId, id);
      if (batch === null) return { kind: 'not_found' };
      if (batch.status !== 'ready') return { kind: 'closed', status: batch.status };
      const isOther = batch.revision !== revision || batch.corrections !== corrections;
      if (isOther) return { kind: 'revision_differs', revision: batch.revision };
      const changed = await storeChanged(tx, accountId, batch, checker, { before, after }, actor);
      if (changed !== null) {
        await recordAction(tx, {
          ...actor,
          action: 'batch_rows_recheck',
          accountId,
          subject: id,
          before: { revision },
          details: { revision: changed.revision, from_line: before[0]?.line, to_line: line },
        });
        ({ revision, corrections } = changed);
      }
      return { kind: 'changed' };
    });
    if (stored.kind !== 'changed') return stored;
  }
}
