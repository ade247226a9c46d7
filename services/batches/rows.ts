import type { RowError, SpreadsheetDamage } from '../../domain/batch/rows/row.ts';
import type { RowEdit } from '../../domain/batch/rows/row-edit.ts';
import type { StoredRow } from '../../domain/batch/rows/stored-row.ts';
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

/** A row that was judged, and how. */
export interface JudgedRow extends StoredRow {
  /** What it would buy; null if that cannot be read. */
  readonly buys: { readonly phoneNumber: string; readonly bundleId: string } | null;
  /** Null if its number is as in the file. */
  readonly correction: RowCorrection | null;
}
