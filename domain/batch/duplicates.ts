import type { PurchaseId } from '../ids.ts';

export const ON_DUPLICATE = ['skip', 'buy'] as const;
/** A leap year. */
export const DUPLICATE_WINDOW_HOURS_MAX = 8_784;

/** What is done with rows that repeat a number and a bundle. */
export interface DuplicateOptions {
  /** How far back the purchases of the account are compared, in hours; 0 for not at all. */
  readonly windowHours: number;
  /** `skip`: duplicates are held back. `buy`: they are bought, with a warning. */
  readonly on: (typeof ON_DUPLICATE)[number];
}

/** What a row is a duplicate of. */
export type DuplicateOf =
  /** Its own cell of an earlier results file. */
  | { readonly kind: 'result'; readonly state: string }
  /** An earlier row of the same file. */
  | { readonly kind: 'row'; readonly line: number }
  /** A purchase of the account; `at` is a time in ISO 8601. */
  | {
      readonly kind: 'purchase';
      readonly purchaseId: PurchaseId;
      readonly reference: string;
      readonly at: string;
    };

/** A duplicate as the check of a file shows it. */
export interface LineDuplicate {
  readonly line: number;
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
  readonly duplicateOf: DuplicateOf;
}

/** The options of an upload. Without any, duplicates are bought; if you send a window, they are held back. */
export function chooseDuplicates(
  windowHours: number | undefined,
  on: DuplicateOptions['on'] | undefined,
): DuplicateOptions {
  const hours = windowHours ?? 0;
  return { windowHours: hours, on: on ?? (hours > 0 ? 'skip' : 'buy') };
}
