import type { Pool, PoolClient } from 'pg';
import type { BatchColumn, BatchOptions, BatchStatus } from '../../domain/batch/batch.ts';
import { statusAfterValidation } from '../../domain/batch/life.ts';
import type { Corrections, LineError } from '../../domain/batch/rows/row.ts';
import { ROW_CASES } from '../../domain/batch/rows/row-cases.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import { fillMessage } from '../../domain/messages.ts';
import { noteChange } from '../approvals/preparers.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { isBoughtAgain } from '../recurrence/source-rows.ts';
import { inTransaction } from '../transaction.ts';
import { ERRORS_SHOWN } from './repeated.ts';

export type CorrectionsDecision = 'accept' | 'reject';

export type DecisionOutcome =
  | { readonly kind: 'decided' | 'already' | 'not_found' }
  /** A recurring campaign buys its rows, and the one who decides may not start campaigns. */
  | { readonly kind: 'bought_again' }
  /** Nothing was proposed, it was decided otherwise before, or the batch cannot be started. */
  | { readonly kind: 'refused'; readonly state: Corrections['state']; readonly status: BatchStatus };

/**
 * Accepts or rejects the corrections that the check of a file proposed. If they are rejected, their rows become invalid, and a
 * batch that then buys nothing, or may have no invalid row, is rejected. The same decision again changes nothing. A decision is recorded.
 * @param mayStart whether the one who decides may start campaigns: what a recurring campaign buys was agreed to.
 */
export async function decideCorrections(
  pool: Pool,
  accountId: AccountId,
  id: BatchId,
  decision: CorrectionsDecision,
  actor: Actor,
  mayStart: boolean,
): Promise<DecisionOutcome> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<LockedBatch>({
      name: 'lock-batch-corrections',
      text: `
        SELECT status, correction_state AS state, columns, errors, on_invalid AS "onInvalid", row_count AS rows,
               refused_count AS "heldBack"
          FROM batches
         WHERE account_id = $1 AND id = $2
           FOR UPDATE`,
      values: [uuidOf('acc', accountId), uuidOf('bat', id)],
    });
    const batch = rows[0];
    if (batch === undefined) return { kind: 'not_found' };

    const { state, status } = batch;
    const to = decision === 'accept' ? 'accepted' : 'rejected';
    if (state === to) return { kind: 'already' };
    if (state !== 'proposed' || status !== 'ready') return { kind: 'refused', state, status };
    if (!mayStart && (await isBoughtAgain(tx, accountId, id))) return { kind: 'bought_again' };
    await tx.query({
      name: 'decide-corrections',
      text: `UPDATE batches SET correction_state = $3 WHERE account_id = $1 AND id = $2`,
      values: [uuidOf('acc', accountId), uuidOf('bat', id), to],
    });
    if (decision === 'reject') await refuseCorrected(tx, accountId, id, batch);
    await noteChange(tx, accountId, id, actor);
    await recordAction(tx, { ...actor, action: `batch_corrections_${decision}`, accountId, subject: id });
    return { kind: 'decided' };
  });
}

interface LockedBatch {
  readonly status: BatchStatus;
  readonly state: Corrections['state'];
  readonly columns: readonly BatchColumn[];
  readonly errors: readonly LineError[];
  readonly onInvalid: BatchOptions['onInvalid'];
  readonly rows: number;
  readonly heldBack: number;
}

interface Refused {
  readonly invalid: number;
  /** Of them, those that only lack a choice of their bundle. */
  readonly unclear: number;
  readonly errors: readonly LineError[] | null;
}

async function refuseCorrected(
  tx: PoolClient,
  accountId: AccountId,
  id: BatchId,
  { columns, errors: before, onInvalid, rows: all, heldBack }: LockedBatch,
): Promise<void> {
  const index = columns.findIndex(({ target }) => target === 'phone_number');
  const { rows } = await tx.query<Refused>({
    name: 'refuse-corrected-rows',
    text: REFUSE_CORRECTED,
    values: [uuidOf('bat', id), index, columns[index]?.name ?? null, ERRORS_SHOWN, uuidOf('acc', accountId)],
  });
  const { invalid = 0, unclear = 0, errors = null } = rows[0] ?? {};
  const shown = [...before, ...(errors ?? [])].sort((a, b) => a.line - b.line).slice(0, ERRORS_SHOWN);
  const totals = { rows: all, invalid, unclear, heldBack, rejection: null, undecided: true, mustWait: false };
  const verdict = statusAfterValidation(totals, { start: 'manual', onInvalid });
  const rejection = verdict.status === 'rejected' ? verdict.rejection : null;
  await tx.query({
    name: 'store-refused-corrections',
    text: `
      UPDATE batches
         SET errors            = $3,
             status            = $4,
             rejection_code    = $5,
             rejection_message = $6,
             completed_at      = CASE WHEN $5::text IS NOT NULL THEN (SELECT app_now()) END
       WHERE account_id = $1 AND id = $2`,
    values: [
      uuidOf('acc', accountId),
      uuidOf('bat', id),
      JSON.stringify(shown),
      verdict.status,
      rejection?.code ?? null,
      rejection?.message ?? null,
    ],
  });
}

/** The message of a row as a format of PostgreSQL, inside quotes: it may have no apostrophe. */
const NOT_CORRECTED = fillMessage(ROW_CASES.number_not_corrected.message, { cell: '%1$s', number: '%2$s' });

const REFUSE_CORRECTED = `
  WITH corrected AS (
    SELECT line, price, network_id
      FROM batch_rows
     WHERE batch_id = $1 AND state = 'waiting' AND chosen ->> 'phoneNumber' IS NOT NULL
       AND edit ->> 'phoneNumber' IS NULL
  ), refused AS (
    UPDATE batch_rows r
       SET state = 'invalid', price = NULL, network_id = NULL, chosen = NULL, warnings = NULL,
           errors = json_build_array(json_build_object(
             'column', $3::text,
             'code', '${ROW_CASES.number_not_corrected.code}',
             'message', format('${NOT_CORRECTED}', to_json(left(r.cells ->> $2::int, 40)), r.chosen ->> 'phoneNumber')))
      FROM corrected c
     WHERE r.batch_id = $1 AND r.line = c.line
    RETURNING r.line, c.price, c.network_id, r.errors
  ), networks AS (
    UPDATE batch_networks n
       SET valid = n.valid - f.count
      FROM (SELECT network_id, count(*)::int AS count FROM refused GROUP BY network_id) f
     WHERE n.batch_id = $1 AND n.network_id = f.network_id
  )
  UPDATE batches b
     SET invalid_count = b.invalid_count + f.count,
         cost          = b.cost - f.cost
    FROM (SELECT count(*)::int AS count, coalesce(sum(price), 0)::bigint AS cost FROM refused) f
   WHERE b.account_id = $5 AND b.id = $1
  RETURNING b.invalid_count AS invalid,
            (SELECT count(*)::int FROM batch_rows
              WHERE batch_id = $1 AND state = 'invalid' AND errors -> 0 ->> 'code' = '${ROW_CASES.bundle_in_words.code}') AS unclear,
            (SELECT json_agg(json_build_object('line', line, 'column', errors -> 0 -> 'column', 'code', errors -> 0 -> 'code',
                                               'message', errors -> 0 -> 'message') ORDER BY line)
               FROM (SELECT line, errors FROM refused ORDER BY line LIMIT $4) first_ones) AS errors`;
