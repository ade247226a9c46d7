import type { Pool, PoolClient } from 'pg';
import { approvalNotice } from '../../domain/approvals/approval-notice.ts';
import { type ApprovalRule, countSteps, isOn } from '../../domain/approvals/rule.ts';
import type {
  BatchColumn,
  BatchOptions,
  BatchStatus,
  FileNotice,
  Rejection,
} from '../../domain/batch/batch.ts';
import type { LineDuplicate } from '../../domain/batch/duplicates.ts';
import { statusAfterValidation } from '../../domain/batch/life.ts';
import type { Corrections, LineError, LineWarning } from '../../domain/batch/rows/row.ts';
import { type AccountId, type BatchId, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { overLimitNotice } from '../../domain/rules/limit-notice.ts';
import { notePreparer } from '../approvals/preparers.ts';
import { readApprovalRule } from '../approvals/rules.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { toJsonRecord } from '../json-records.ts';
import { announceChange, type BatchChange, type RenderBatchEvent } from '../notices/announce.ts';
import { inTransaction } from '../transaction.ts';
import { enqueueRun } from './commands.ts';
import { noteOwner } from './labels.ts';
import { ERRORS_SHOWN, NONE_REPEATED, refuseRepeatedReferences } from './repeated.ts';

const READY: BatchChange = { type: 'batch.ready', kind: 'ready', reason: '' };

/** What is known of a file once its last byte was read. */
export interface ArrivedFile {
  readonly contentHash: Buffer;
  /** Rows that were handed over to be stored. */
  readonly rows: number;
  readonly columns: readonly BatchColumn[];
  readonly notices: readonly FileNotice[];
  /** The sheet that was read, and those that have rows; null and empty where the file is not a workbook. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** The first errors of its rows, in order of line. */
  readonly errors: readonly LineError[];
  /** The first warnings of its rows, in order of line, and how many rows have any. */
  readonly warnings: readonly LineWarning[];
  readonly warned: number;
  /** The first duplicates among its rows, in order of line. */
  readonly duplicates: readonly LineDuplicate[];
  /** Its invalid rows that only lack a choice of their bundle. */
  readonly unclear: number;
  /** Its valid rows by network. */
  readonly networks: ReadonlyMap<string, number>;
  /** Numbers that are not as in the file. */
  readonly corrections: Corrections;
  /** Why it is unusable, if it is. */
  readonly rejection: Rejection | null;
}

/**
 * Ends the validation of a file: finds references used twice in it, decides where the batch goes, and starts it if it
 * starts automatically. With `actor`, it is recorded who uploaded it; the runs of recurring batches have none.
 * Who uploaded it cannot approve the batch.
 * @throws TransactionError also when the database lost rows in a crash: then nothing is accepted.
 * @returns null when the upload was abandoned meanwhile: then nothing of it remains.
 */
export async function finishUpload(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
  options: BatchOptions,
  file: ArrivedFile,
  render: RenderBatchEvent,
  actor: Actor | null,
): Promise<BatchStatus | null> {
  return inTransaction(pool, async (tx) => {
    const totals = await lockTotals(tx, batchId);
    if (totals === null) return null;
    if (totals.rows !== file.rows) {
      throw new Error(`${file.rows - totals.rows} rows were lost before they were flushed to disk`);
    }

    const own = file.columns.some(({ target }) => target === 'reference');
    const repeated = own
      ? await refuseRepeatedReferences(tx, batchId, file.columns, totals.rows)
      : NONE_REPEATED;
    const errors = [...file.errors, ...repeated.errors]
      .sort((a, b) => a.line - b.line)
      .slice(0, ERRORS_SHOWN);
    const invalid = totals.invalid + repeated.count;
    const cost = totals.cost - repeated.cost;
    const rule = await readApprovalRule(tx, accountId, 'campaign_start');
    const undecided = file.corrections.state === 'proposed';
    const counted = {
      rows: totals.rows,
      invalid,
      unclear: file.unclear,
      heldBack: totals.refused,
      rejection: file.rejection,
      undecided,
      mustWait: isOver(totals.limit, cost) || countSteps(rule, cost) > 0,
    };
    const verdict = statusAfterValidation(counted, options);
    const rejection = verdict.status === 'rejected' ? verdict.rejection : null;

    await tx.query({
      name: 'finish-upload',
      text: FINISH,
      values: [
        uuidOf('bat', batchId),
        toJsonRecord({
          status: verdict.status,
          content_hash: file.contentHash,
          columns: JSON.stringify(file.columns),
          notices: JSON.stringify([...file.notices, ...costNotices(totals, cost, rule)]),
          sheet: file.sheet,
          sheets: JSON.stringify(file.sheets),
          errors: JSON.stringify(errors),
          warnings: JSON.stringify(file.warnings),
          duplicates: JSON.stringify(file.duplicates),
          networks: [...file.networks.keys()].sort(),
          invalid_count: invalid,
          repeated_cost: repeated.cost,
          approved_cost: isOn(rule) && verdict.status === 'running' ? cost : null,
          warned_count: file.warned,
          correction_state: file.corrections.state,
          corrected_count: file.corrections.count,
          corrections: JSON.stringify(file.corrections.first),
          rejection_code: rejection?.code ?? null,
          rejection_message: rejection?.message ?? null,
          rejection_line: rejection?.line ?? null,
        }),
      ],
    });
    if (verdict.status !== 'rejected') await storeNetworks(tx, batchId, file.networks, repeated.byNetwork);
    await notePreparer(tx, accountId, batchId, actor);
    await noteOwner(tx, accountId, batchId, actor);
    if (verdict.status === 'running') await enqueueRun(tx, accountId, batchId);
    if (verdict.status === 'ready') await announceChange(tx, accountId, batchId, READY, render);
    const details = {
      status: verdict.status,
      rows: totals.rows,
      invalid,
      cost: totals.cost - repeated.cost,
      file_sha256: file.contentHash.toString('hex'),
    };
    if (actor !== null)
      await recordAction(tx, { ...actor, action: 'batch_upload', accountId, subject: batchId, details });
    return verdict.status;
  });
}

const FINISH = `
  UPDATE batches b
     SET status            = f.status,
         content_hash      = f.content_hash,
         columns           = f.columns::json,
         notices           = f.notices::json,
         sheet             = f.sheet,
         sheets            = f.sheets::json,
         errors            = f.errors::json,
         warnings          = f.warnings::json,
         duplicates        = f.duplicates::json,
         networks          = f.networks,
         invalid_count     = f.invalid_count,
         cost              = b.cost - f.repeated_cost,
         approved_cost     = f.approved_cost,
         warned_count      = f.warned_count,
         correction_state  = f.correction_state,
         corrected_count   = f.corrected_count,
         corrections       = f.corrections::json,
         rejection_code    = f.rejection_code,
         rejection_message = f.rejection_message,
         rejection_line    = f.rejection_line,
         validated_at      = clock.at,
         prices_locked_until = CASE WHEN f.status <> 'rejected' AND a.price_lock_hours > 0
                                    THEN clock.at + a.price_lock_hours * interval '1 hour' END,
         started_at        = CASE WHEN f.status = 'running' THEN clock.at END,
         completed_at      = CASE WHEN f.status = 'rejected' THEN clock.at END
    FROM json_to_record($2)
           AS f (status text, content_hash bytea, columns text, notices text, sheet text, sheets text, errors text, warnings text, duplicates text, networks text[],
                 invalid_count int, repeated_cost bigint, approved_cost bigint, warned_count int, rejection_code text, rejection_message text,
                 rejection_line int, correction_state text, corrected_count int, corrections text),
         (SELECT app_now() AS at) clock, accounts a
   WHERE b.id = $1 AND a.id = b.account_id`;

async function storeNetworks(
  tx: PoolClient,
  batchId: BatchId,
  valid: ReadonlyMap<string, number>,
  repeated: ReadonlyMap<string, number>,
): Promise<void> {
  await tx.query({
    name: 'store-batch-networks',
    text: `
      INSERT INTO batch_networks (batch_id, network_id, valid)
      SELECT $1, network_id, valid FROM unnest($2::text[], $3::int[]) AS n (network_id, valid)`,
    values: [
      uuidOf('bat', batchId),
      [...valid.keys()],
      [...valid].map(([networkId, count]) => count - (repeated.get(networkId) ?? 0)),
    ],
  });
}

interface ArrivedTotals {
  readonly rows: number;
  readonly invalid: number;
  readonly refused: number;
  readonly cost: MinorUnits;
  readonly currency: string;
  /** The account's limit for one campaign; null for none. */
  readonly limit: MinorUnits | null;
}

function isOver(limit: MinorUnits | null, cost: MinorUnits): boolean {
  return limit !== null && cost > limit;
}

/** Why it does not start, whatever its start mode. */
function costNotices({ limit, currency }: ArrivedTotals, cost: MinorUnits, rule: ApprovalRule): FileNotice[] {
  const steps = countSteps(rule, cost);
  return [
    ...(limit !== null && isOver(limit, cost) ? [overLimitNotice(cost, limit, currency)] : []),
    ...(steps > 0 ? [approvalNotice(cost, currency, steps)] : []),
  ];
}

async function lockTotals(tx: PoolClient, batchId: BatchId): Promise<ArrivedTotals | null> {
  const { rows } = await tx.query<ArrivedTotals>({
    name: 'lock-arrived-totals',
    text: `
      SELECT b.row_count AS rows, b.invalid_count AS invalid, b.refused_count AS refused, b.cost, b.currency,
             (SELECT campaign_limit FROM account_rules WHERE account_id = b.account_id) AS limit
        FROM batches b
       WHERE b.id = $1 AND b.status = 'validating'
         FOR UPDATE OF b`,
    values: [uuidOf('bat', batchId)],
  });
  return rows[0] ?? null;
}
