import type { DuplicateOf } from '../duplicates.ts';
import type { RowErrorCode } from './row-cases.ts';

/** What a row buys in place of what its cells say. */
export interface RowChoice {
  /** Corrected, in E.164. */
  readonly phoneNumber?: string;
  /** Chosen by data and validity. */
  readonly bundleId?: string;
}

/** A phone number that was not as in the file. */
export interface Correction {
  readonly line: number;
  readonly column: string | null;
  readonly from: string;
  readonly to: string;
  readonly damage: SpreadsheetDamage;
}

/** `proposed`: the client has not decided, and nothing is bought. `rejected`: the corrected rows are invalid. */
export const CORRECTION_STATES = ['none', 'proposed', 'accepted', 'rejected'] as const;

export interface Corrections {
  readonly state: (typeof CORRECTION_STATES)[number];
  readonly count: number;
  /** The first of them; all are in the rows. */
  readonly first: readonly Correction[];
}

export const NO_CORRECTIONS: Corrections = { state: 'none', count: 0, first: [] };

/** Ways in which spreadsheets are known to spoil a phone number. */
export type SpreadsheetDamage =
  | 'lost_plus'
  | 'lost_leading_zero'
  | 'local_format'
  | 'scientific_notation'
  | 'decimal_number'
  | 'international_prefix'
  | 'separators';

/** What is wrong with a row, or why it was refused. */
export interface RowError {
  /** The column's name in the file; null for the row as a whole. */
  readonly column: string | null;
  readonly code: RowErrorCode;
  readonly message: string;
  readonly damage?: SpreadsheetDamage;
  /** The bundles that fit the words of the cell, the cheapest first; present for `bundle_unclear`. */
  readonly bundleIds?: readonly string[];
  /** Present where the row is held back as a duplicate. */
  readonly duplicateOf?: DuplicateOf;
}

export interface LineError extends RowError {
  readonly line: number;
}

/** What looks odd about a row that can be bought. */
export interface RowWarning {
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  /** Present where the row is a duplicate that is bought. */
  readonly duplicateOf?: DuplicateOf;
}

export interface LineWarning extends RowWarning {
  readonly line: number;
}

/** The state of a row for its client: its purchase's status once it has one. */
export const BATCH_ROW_STATES = [
  'waiting',
  'invalid',
  'refused',
  'pending',
  'successful',
  'failed',
  'reversed',
] as const;
export type BatchRowState = (typeof BATCH_ROW_STATES)[number];
