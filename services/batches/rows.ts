import type { RowChoice, RowError, RowWarning, SpreadsheetDamage } from '../../domain/batch/rows/row.ts';
import type { RowEdit } from '../../domain/batch/rows/row-edit.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import type { NetworkTerms, Offer } from '../../domain/purchase/accept.ts';
import type { RowRules } from '../../domain/rules/purchase-rules.ts';
import type { CellFault } from './workbook/workbook.ts';

/** One record of the file. */
export interface CsvRecord {
  /** Physical line on which it begins; the file's first is 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Line on which it ends; a later one if a quoted cell contains line breaks. */
  readonly endLine: number;
  /** Cells of a workbook whose text cannot be used. */
  readonly faults?: readonly CellFault[];
  /** Errors that the upload found in such cells, of a row that is checked again. */
  readonly faultErrors?: readonly RowError[];
  /** What the client changed since the upload. */
  readonly edit?: RowEdit;
}

/** What an account may buy, as plain data. */
export interface AccountTerms {
  /** By bundle id; bundles that are not here are not sold to the account. */
  readonly offers: ReadonlyMap<string, Offer>;
  /** Number prefix → network. */
  readonly prefixes: ReadonlyMap<string, string>;
  readonly networks: ReadonlyMap<string, NetworkTerms>;
  /** What the account's own rules refuse; left out for nothing. */
  readonly rules?: RowRules;
}

/** How the number of a row was corrected. */
export interface RowCorrection {
  readonly from: string;
  readonly to: string;
  readonly damage: SpreadsheetDamage;
}

export interface JudgedRow {
  readonly line: number;
  /** `refused` if it is a duplicate that is held back. */
  readonly state: 'waiting' | 'invalid' | 'refused';
  /** What it would buy; null if that cannot be read. */
  readonly buys: { readonly phoneNumber: string; readonly bundleId: string } | null;
  readonly cells: readonly string[];
  /** Its phone number for look-ups, as `numberForSearch` makes it. */
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
  /** Null if its number is as in the file. */
  readonly correction: RowCorrection | null;
  /** Empty if the row can be bought now. */
  readonly errors: readonly RowError[];
  /** Empty where it has errors. */
  readonly warnings: readonly RowWarning[];
}
