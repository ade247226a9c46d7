import type { ColumnTarget, FileNotice, OWN_COLUMN, Rejection } from '../batch.ts';

/** What a file looks like, before it is uploaded. */
export interface FilePreview {
  /** The sheet that was read; null for text, and where one must be chosen. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** Line of the header; null if no row was found. */
  readonly headerLine: number | null;
  readonly columns: readonly PreviewColumn[];
  readonly notices: readonly FileNotice[];
  /** Why an upload that keeps unknown columns would be rejected now; null if nothing was found. */
  readonly rejection: Rejection | null;
}

export interface PreviewColumn {
  readonly name: string;
  /** What the column would be read as: one of our columns, the customer's own, or null if it is ignored. */
  readonly target: ColumnTarget | typeof OWN_COLUMN | null;
  /** Whether only a synonym says so. */
  readonly isGuess: boolean;
  /** The first values that are not empty. */
  readonly samples: readonly string[];
}
