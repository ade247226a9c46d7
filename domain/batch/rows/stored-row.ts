import type { MinorUnits } from '../../money/money.ts';
import type { RowChoice, RowError, RowWarning } from './row.ts';
import type { RowEdit } from './row-edit.ts';

/** A judged row of a batch that is not started, as it is stored. */
export interface StoredRow {
  readonly line: number;
  /** `refused` if it is a duplicate that is held back. */
  readonly state: 'waiting' | 'invalid' | 'refused';
  readonly cells: readonly string[];
  /** Its phone number for look-ups, as `numberForSearch` makes it: plain characters only. */
  readonly number: string;
  /** Null if the reference in the file is unusable. */
  readonly reference: string | null;
  /** Of the bundle's network; null where the row was not judged, or is invalid. */
  readonly networkId: string | null;
  /** Null where the row was not judged, or is invalid. */
  readonly price: MinorUnits | null;
  /** What it buys where its cells do not say it; null for most rows. */
  readonly chosen: RowChoice | null;
  /** What the client changed since the upload; null for most rows. */
  readonly edit: RowEdit | null;
  /** Empty if the row can be bought now. */
  readonly errors: readonly RowError[];
  /** Empty where it has errors. */
  readonly warnings: readonly RowWarning[];
}
