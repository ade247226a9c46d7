import type { Pool, PoolClient } from 'pg';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, type BatchId, type KeyId, type RecurrenceId, uuidOf } from '../../domain/ids.ts';
import { TEMPORAL_QUEUE } from '../../domain/network/queues.ts';
import { type Calendar, nextRuns } from '../../domain/recurrence/calendar.ts';
import type { Recurrence } from '../../domain/recurrence/recurrence.ts';
import type { Reader } from '../account-reads.ts';
import { notePreparer } from '../approvals/preparers.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { COLUMNS, type RecurrenceRow, readRecurrence } from './recurrence-row.ts';

export interface NewRecurrence {
  readonly id: RecurrenceId;
  readonly accountId: AccountId;
  readonly reference: string;
  readonly sourceId: BatchId;
  readonly calendar: Calendar;
  readonly approvedCost: number;
  readonly currency: string;
  readonly duplicateWindowHours: number;
  readonly keyId?: KeyId | null;
}

export type CreatedRecurrence =
  | { readonly kind: 'created'; readonly recurrence: Recurrence }
  /** The same one was created before: the request was repeated. */
  | { readonly kind: 'replayed'; readonly recurrence: Recurrence }
  /** Another one has the reference. */
  | { readonly kind: 'exists' }
  /** The calendar has no time between now and its end. */
  | { readonly kind: 'never_runs' };

/** Stores a recurring campaign, and has the relay make its Temporal Schedule. */
export async function createRecurrence(
  pool: Pool,
  wanted: NewRecurrence,
  actor: Actor,
): Promise<CreatedRecurrence> {
  return inTransaction(pool, async (tx) => {
    const now = await readNow(tx);
    const [next] = nextRuns(wanted.calendar, now, 1);
    if (next === undefined) return { kind: 'never_runs' };
    const { calendar } = wanted;
    const { rows } = await tx.query<RecurrenceRow>({
      name: 'create-recurrence',
      text: `
        INSERT INTO recurrences (id, account_id, reference, source_id, time_zone, minute, weekdays, month_days, ends_at, approved_cost,
                                 currency, duplicate_window_hours, next_run_at, created_at, key_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)
        ON CONFLICT (account_id, reference) DO NOTHING
        RETURNING ${COLUMNS}`,
      values: [
        uuidOf('rec', wanted.id),
        uuidOf('acc', wanted.accountId),
        wanted.reference,
        uuidOf('bat', wanted.sourceId),
        calendar.timeZone,
        calendar.minute,
        calendar.weekdays,
        calendar.monthDays,
        calendar.endsAt,
        wanted.approvedCost,
        wanted.currency,
        wanted.duplicateWindowHours,
        next,
        now,
        wanted.keyId == null ? null : uuidOf('key', wanted.keyId),
      ],
    });
    if (rows[0] === undefined) return replay(tx, wanted);
    await enqueueSync(tx, wanted.accountId, wanted.id);
    const { accountId, id, sourceId, approvedCost } = wanted;
    await notePreparer(tx, accountId, id, actor);
    const details = { source: sourceId, approved_cost: approvedCost, calendar };
    await recordAction(tx, { ...actor, action: 'recurring_batch_create', accountId, subject: id, details });
    return { kind: 'created', recurrence: readRecurrence(rows[0]) };
  });
}

/** What a repeated request finds: the recurring campaign that it made before, or one that is not the same. */
async function replay(tx: PoolClient, wanted: NewRecurrence): Promise<CreatedRecurrence> {
  const { rows } = await tx.query<RecurrenceRow>({
    name: 'find-recurrence-by-reference',
    text: `SELECT ${COLUMNS} FROM recurrences WHERE account_id = $1 AND reference = $2`,
    values: [uuidOf('acc', wanted.accountId), wanted.reference],
  });
  const recurrence = rows[0] === undefined ? null : readRecurrence(rows[0]);
  const isSame = recurrence !== null && recurrence.status !== 'deleted' && isWanted(recurrence, wanted);
  return isSame ? { kind: 'replayed', recurrence } : { kind: 'exists' };
}

function isWanted({ calendar, ...found }: Recurrence, wanted: NewRecurrence): boolean {
  return (
    found.sourceId === wanted.sourceId &&
    found.approvedCost === wanted.approvedCost &&
    found.duplicateWindowHours === wanted.duplicateWindowHours &&
    calendar.timeZone === wanted.calendar.timeZone &&
    calendar.minute === wanted.calendar.minute &&
    String(calendar.weekdays) === String(wanted.calendar.weekdays) &&
    String(calendar.monthDays) === String(wanted.calendar.monthDays) &&
    calendar.endsAt?.getTime() === wanted.calendar.endsAt?.getTime()
  );
}

/** One recurring campaign of an account; null if the account has none with this id. A deleted one is found too. */
export async function findRecurrence(
  db: Reader,
  accountId: AccountId,
  id: RecurrenceId,
): Promise<Recurrence | null> {
  const { rows } = await db.query<RecurrenceRow>({
    name: 'find-recurrence',
    text: `SELECT ${COLUMNS} FROM recurrences WHERE account_id = $1 AND id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('rec', id)],
  });
  return rows[0] === undefined ? null : readRecurrence(rows[0]);
}

/** The recurring campaigns of an account that are not deleted, newest first, older than `before` when it is given. */
export async function listRecurrences(
  db: Reader,
  accountId: AccountId,
  before: RecurrenceId | null,
  limit: number,
): Promise<Recurrence[]> {
  const { rows } = await db.query<RecurrenceRow>({
    name: 'list-recurrences',
    text: `
      SELECT ${COLUMNS} FROM recurrences
       WHERE account_id = $1 AND status <> 'deleted' AND ($2::uuid IS NULL OR id < $2)
       ORDER BY id DESC LIMIT $3`,
    values: [uuidOf('acc', accountId), before === null ? null : uuidOf('rec', before), limit],
  });
  return rows.map(readRecurrence);
}

/** A recurring campaign of any account, for the worker; null if there is none. With `lock` until the transaction ends. */
export async function readForRun(
  db: Pool | PoolClient,
  id: RecurrenceId,
  lock = false,
): Promise<{ readonly recurrence: Recurrence; readonly now: Date; readonly isUnfinished: boolean } | null> {
  const { rows } = await db.query<RecurrenceRow & { now: Date; unfinished: boolean }>({
    name: lock ? 'lock-recurrence' : 'read-recurrence',
    text: `SELECT ${COLUMNS}, (SELECT app_now()) AS now,
             EXISTS (SELECT FROM recurrence_runs r WHERE r.recurrence_id = recurrences.id AND r.outcome = 'starting') AS unfinished
        FROM recurrences WHERE id = $1 ${lock ? 'FOR UPDATE' : ''}`,
    values: [uuidOf('rec', id)],
  });
  const row = rows[0];
  return row === undefined
    ? null
    : { recurrence: readRecurrence(row), now: row.now, isUnfinished: row.unfinished };
}

/**
 * Pauses, resumes or deletes, for a client or, with `actor`, for an operator, which is recorded. Runs whose time comes while it is
 * paused are left out.
 * @returns the status; null if the account has no such recurring campaign.
 */
export async function setRecurrenceStatus(
  pool: Pool,
  accountId: AccountId,
  id: RecurrenceId,
  to: Recurrence['status'],
  actor: Actor,
  keyId: KeyId | null = null,
): Promise<Recurrence['status'] | null> {
  return inTransaction(pool, async (tx) => {
    const recurrence = await lockOwn(tx, accountId, id);
    if (recurrence === null) return null;
    const now = await readNow(tx);
    if (recurrence.status === to || recurrence.status === 'deleted') return recurrence.status;
    const next = to === 'active' ? (nextRuns(recurrence.calendar, now, 1)[0] ?? null) : null;
    await tx.query({
      name: 'set-recurrence-status',
      text: `UPDATE recurrences SET status = $3, next_run_at = $4, key_id = CASE WHEN $3 = 'active' THEN $5::uuid ELSE key_id END WHERE account_id = $1 AND id = $2`,
      values: [
        uuidOf('acc', accountId),
        uuidOf('rec', id),
        to,
        next,
        keyId === null ? null : uuidOf('key', keyId),
      ],
    });
    await enqueueSync(tx, accountId, id);
    await recordAction(tx, {
      ...actor,
      action: `recurring_batch_${ACTIONS[to]}`,
      accountId,
      subject: id,
      before: { status: recurrence.status },
      details: { status: to },
    });
    return to;
  });
}

const ACTIONS = { paused: 'pause', active: 'resume', deleted: 'delete' } as const;

async function lockOwn(tx: PoolClient, accountId: AccountId, id: RecurrenceId): Promise<Recurrence | null> {
  const { rows } = await tx.query<RecurrenceRow>({
    name: 'lock-own-recurrence',
    text: `SELECT ${COLUMNS} FROM recurrences WHERE account_id = $1 AND id = $2 FOR UPDATE`,
    values: [uuidOf('acc', accountId), uuidOf('rec', id)],
  });
  return rows[0] === undefined ? null : readRecurrence(rows[0]);
}

async function enqueueSync(tx: PoolClient, accountId: AccountId, id: RecurrenceId): Promise<void> {
  await tx.query({
    name: 'enqueue-sync-schedule',
    text: `
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      VALUES ($1, $2, 'sync_schedule', $3, $4, (SELECT app_now()))`,
    values: [newUuid(), TEMPORAL_QUEUE, uuidOf('rec', id), uuidOf('acc', accountId)],
  });
}

async function readNow(tx: PoolClient): Promise<Date> {
  const { rows } = await tx.query<{ at: Date }>({ name: 'read-clock', text: 'SELECT app_now() AS at' });
  if (rows[0] === undefined) throw new TypeError('the clock has no row');
  return rows[0].at;
}
