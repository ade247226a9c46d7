import type { BatchStatus } from '../batch/batch.ts';
import type { AccountId, BatchId, KeyId, RecurrenceId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Calendar } from './calendar.ts';

/** A campaign that is bought again and again, by a calendar. */
export interface Recurrence {
  readonly id: RecurrenceId;
  readonly accountId: AccountId;
  readonly reference: string;
  /** The batch whose rows are bought. */
  readonly sourceId: BatchId;
  readonly status: 'active' | 'paused' | 'deleted';
  readonly calendar: Calendar;
  /** The most that one run may cost. */
  readonly approvedCost: MinorUnits;
  readonly currency: string;
  /** How far back purchases hold back rows that repeat them, in hours; 0 for not at all. */
  readonly duplicateWindowHours: number;
  /** Null if there is none any more. */
  readonly nextRunAt: Date | null;
  /** The key that made or last resumed it, with which its runs are bought; null if none did. */
  readonly keyId: KeyId | null;
  readonly createdAt: Date;
}

const RUN_OUTCOMES = ['starting', 'started', 'skipped'] as const;
export type RunOutcome = (typeof RUN_OUTCOMES)[number];

const SKIP_CODES = [
  'previous_running',
  'missed',
  'cost_above_approved',
  'batch_rejected',
  'reference_used',
  'over_limit',
  'ended',
] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

/** One time of the calendar, with its outcome. */
export interface Run {
  readonly scheduledAt: Date;
  readonly outcome: RunOutcome;
  /** Null unless skipped. */
  readonly skipCode: SkipCode | null;
  readonly message: string | null;
  /** Null if none was made. */
  readonly batchId: BatchId | null;
}

/** A run whose batch could not start within this time, because no process ran, is skipped: no one expects it any more. */
export const LATE_RUN_MS_MAX = 3_600_000;

/** The last run that was not skipped. */
export interface PreviousRun {
  readonly outcome: RunOutcome;
  /** Of its batch; null if it has none. */
  readonly status: BatchStatus | null;
  /** Whether the approval of its batch is requested or given, and its time has not ended. */
  readonly awaitsApproval: boolean;
}

function isLate(scheduledAt: Date, now: Date): boolean {
  return now.getTime() - scheduledAt.getTime() > LATE_RUN_MS_MAX;
}

/** Whether the batch of a run may still start: null if so, otherwise why it is skipped. */
export function judgeStart(
  { status }: Pick<Recurrence, 'status'>,
  scheduledAt: Date,
  now: Date,
): 'ended' | 'missed' | null {
  if (status !== 'active') return 'ended';
  return isLate(scheduledAt, now) ? 'missed' : null;
}

/** Whether a due run begins: null if so, otherwise why it is skipped. */
export function judgeRun(scheduledAt: Date, now: Date, previous: PreviousRun | null): SkipCode | null {
  if (isLate(scheduledAt, now)) return 'missed';
  return previous !== null && isUnderWay(previous) ? 'previous_running' : null;
}

/**
 * A run that is being made counts as under way: its batch may start at any moment. One that is ready was not started: it counts
 * only while others may still approve it.
 */
function isUnderWay({ outcome, status, awaitsApproval }: PreviousRun) {
  if (outcome === 'starting') return true;
  if (outcome !== 'started' || status === null) return false;
  return status === 'ready' ? awaitsApproval : ['validating', 'running', 'paused'].includes(status);
}

const MESSAGES: Readonly<Record<SkipCode, string>> = {
  previous_running: 'The batch of the run before was still running.',
  missed: 'The run could not begin within an hour of its time.',
  cost_above_approved:
    'The rows cost more than was approved for one run. The batch was canceled, and nothing was bought.',
  batch_rejected: 'No row can be bought any more. The batch has the reason.',
  reference_used: 'Another batch has the reference of this run.',
  over_limit:
    'The rows cost more than your account may spend on one campaign. The batch was canceled, and nothing was bought.',
  ended: 'The recurring batch was paused or deleted before the batch of the run started. Nothing was bought.',
};

export function skipMessage(code: SkipCode): string {
  return MESSAGES[code];
}

/** The reference of the batch of a run. It is the same however often the run is tried, so it buys once. */
export function runReference(reference: string, scheduledAt: Date): string {
  return `${reference}.${scheduledAt
    .toISOString()
    .replaceAll(/[-:]|\.\d{3}/g, '')
    .slice(0, 13)}Z`;
}
