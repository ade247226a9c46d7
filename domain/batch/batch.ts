import type { Identity } from '../access/identity.ts';
import type { AccountId, BatchId, RecurrenceId } from '../ids.ts';
import type { MinorUnits } from '../money/money.ts';
import type { KnownColumn } from './column-names.ts';
import type { DuplicateOptions, LineDuplicate } from './duplicates.ts';
import type { RejectionCode } from './file-cases.ts';
import type { SendBetween } from './quiet-hours.ts';
import type { Corrections, LineError, LineWarning } from './rows/row.ts';

export const BATCH_STATUSES = [
  'validating',
  'ready',
  'running',
  'paused',
  'completed',
  'canceled',
  'rejected',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

const ENDED: ReadonlySet<BatchStatus> = new Set(['completed', 'canceled', 'rejected']);

/** Whether a batch buys no further rows, permanently. */
export function hasEnded(status: BatchStatus): boolean {
  return ENDED.has(status);
}

/** The status of a batch and, where it runs, what it does. The status stays the same for clients that know no stages. */
export type BatchStage = BatchStatus | 'scheduled';

/** Why a running batch buys nothing now, and when that ends. */
export interface WaitsFor {
  readonly code: 'start_time' | 'quiet_hours';
  readonly message: string;
  /** Null if it never ends without a change. */
  readonly until: Date | null;
}

export const START_MODES = ['auto', 'manual'] as const;
export const ON_INVALID = ['skip', 'reject'] as const;
export const ON_UNKNOWN_COLUMNS = ['keep', 'reject'] as const;
export const REPAIRS = ['never', 'propose', 'accept'] as const;
export const ON_INSUFFICIENT_BALANCE = ['pause', 'fail'] as const;

/** What the client chose when uploading. */
export interface BatchOptions {
  readonly start: (typeof START_MODES)[number];
  readonly onInvalid: (typeof ON_INVALID)[number];
  readonly onInsufficientBalance: (typeof ON_INSUFFICIENT_BALANCE)[number];
  /** Nothing is released before this. */
  readonly notBefore: Date | null;
  /** Rows are bought only in these hours of their recipients; absent or null for any hour. */
  readonly sendBetween?: SendBetween | null;
  readonly duplicates: DuplicateOptions;
}

/** How the upload had its rows read. */
export interface FileReading {
  readonly repair: (typeof REPAIRS)[number];
  /** Country of numbers in local form, ISO 3166-1 alpha-2. */
  readonly defaultCountry: string | null;
  /** For rows that do not say what they want. */
  readonly dataMb: number | null;
  readonly validityHours: number | null;
}

/** What a mapping of the upload may name. */
export type ColumnTarget = KnownColumn | `metadata.${string}`;

/** The meaning of a column that is the customer's own: it comes back in the results as it was. */
export const OWN_COLUMN = 'own';

export interface BatchColumn {
  /** As the file's header has it. */
  readonly name: string;
  /** Null for one that is ignored: unnamed, or a column of our result files. */
  readonly target: ColumnTarget | typeof OWN_COLUMN | null;
}

/** Each has a sentence in every language of the console. */
export const NOTICE_CODES = [
  'approval_required',
  'byte_order_mark',
  'column_guessed',
  'columns_kept',
  'cr',
  'crlf',
  'encoding_unclear',
  'hidden_columns',
  'hidden_rows',
  'mac_roman',
  'merged_cells',
  'other_separator',
  'other_sheets',
  'semicolons',
  'sep_line',
  'spending_limit',
  'title_rows',
  'utf_16',
  'windows_1252',
] as const;

/** Something odd about the file that did no harm. */
export interface FileNotice {
  readonly code: (typeof NOTICE_CODES)[number];
  readonly message: string;
}

/** Why a file is unusable. */
export interface Rejection {
  readonly code: RejectionCode;
  readonly message: string;
  readonly line: number | null;
}

/** Each has a sentence in every language of the console. */
export const PAUSE_CODES = [
  'first_rows_done',
  'insufficient_balance',
  'price_changed',
  'requested',
  'spending_limit',
] as const;

export interface Pause {
  readonly code: (typeof PAUSE_CODES)[number];
  readonly message: string;
}

/** Why no end can be estimated. */
export interface NoEstimate {
  readonly code:
    | 'checking'
    | 'starts_later'
    | 'quiet_hours'
    | 'needs_money'
    | 'paused'
    | 'needs_decision'
    | 'first_rows'
    | 'network_unavailable'
    | 'measuring'
    | 'too_slow';
  readonly message: string;
}

/** rows = invalid + waiting + refused + pending + successful + failed + reversed, whenever it is read. */
export interface BatchCounts {
  readonly rows: number;
  readonly valid: number;
  readonly invalid: number;
  /** Not released yet; in a cancelled batch these never will be. */
  readonly waiting: number;
  readonly refused: number;
  readonly pending: number;
  readonly successful: number;
  readonly failed: number;
  readonly reversed: number;
  /** Duplicates that were found, among the refused rows or, where they are bought, among all others. */
  readonly duplicates: number;
}

/** Longest name of a cost centre, in characters. */
export const COST_CENTRE_CHARS_MAX = 60;

/** Longest note that people keep with a batch, in characters. */
export const NOTE_CHARS_MAX = 1_000;

export interface Batch {
  readonly id: BatchId;
  /** Who uploaded it; null if that is not known, and for runs of recurring batches. */
  readonly owner: Identity | null;
  /** What people wrote about it; null for nothing. */
  readonly note: string | null;
  /** To which cost centre people charge it; null for none. */
  readonly costCentre: string | null;
  /** When it was put away; null if it is not. */
  readonly archivedAt: Date | null;
  readonly accountId: AccountId;
  readonly reference: string;
  readonly status: BatchStatus;
  /** What it does now, where the status is not precise enough. */
  readonly stage: BatchStage;
  readonly waitsFor: WaitsFor | null;
  readonly options: BatchOptions;
  readonly currency: string;
  readonly counts: BatchCounts;
  /** Of all valid rows, at the prices of the day of validation. */
  readonly cost: MinorUnits;
  /** Charged and held together never exceed it; null if the client agreed to no cost. */
  readonly approvedCost: MinorUnits | null;
  /** The batch whose rows it tries again; null for an upload. */
  readonly retryOf: BatchId | null;
  /** Counts the changes of its rows since the upload. */
  readonly revision: number;
  /** Until then its rows are bought at the prices of the check; null if the prices of the day apply. */
  readonly pricesLockedUntil: Date | null;
  /** The recurring campaign that made it; null if a client uploaded it. */
  readonly recurrenceId: RecurrenceId | null;
  /** SHA-256 of the file's bytes in hex; null until its last byte was read. */
  readonly fileSha256: string | null;
  /** Sum of the charges on the statement, not reduced by refunds. */
  readonly charged: MinorUnits;
  /** Sum of the refunds on the statement. */
  readonly refunded: MinorUnits;
  /** Price of the purchases that are pending. */
  readonly held: MinorUnits;
  /** Of the rows that still wait. */
  readonly waitingCost: MinorUnits;
  /** What the account can spend now. */
  readonly available: MinorUnits;
  /** The sheet of a workbook that was read; null if there is none. */
  readonly sheet: string | null;
  /** Sheets of a workbook that have rows. */
  readonly sheets: readonly string[];
  readonly notices: readonly FileNotice[];
  /** The first of them; all are in the rows. */
  readonly errors: readonly LineError[];
  /** Rows that can be bought but look odd. */
  readonly warned: number;
  /** The first of them; all are in the rows. */
  readonly warnings: readonly LineWarning[];
  /** The first that the check of the file found; all are in the rows. */
  readonly duplicates: readonly LineDuplicate[];
  readonly pause: Pause | null;
  readonly rejection: Rejection | null;
  readonly corrections: Corrections;
  readonly createdAt: Date;
  readonly validatedAt: Date | null;
  readonly startedAt: Date | null;
  /** Of a batch that is ready, as if it began now. */
  readonly estimatedCompletionAt: Date | null;
  /** Why there is no estimate; null if there is one, and after the end. */
  readonly noEstimate: NoEstimate | null;
  readonly completedAt: Date | null;
}
