/** A column of a sheet that is written. */
export interface SheetColumn {
  /** Its header. */
  readonly name: string;
  /** In characters. */
  readonly width: number;
  /**
   * `text`: a program that opens and saves the file leaves the cells as they are. `amount`: numbers that can be added up; the
   * cells are decimal texts such as `-500.00`, or empty.
   */
  readonly format: { readonly kind: 'text' } | { readonly kind: 'amount'; readonly decimals: number };
  /** Shown next to the cell that is being filled in. */
  readonly hint?: { readonly title: string; readonly text: string };
  /** Other values are refused: cells of another sheet, such as `'Bundles'!$A$2:$A$9`. */
  readonly choices?: string;
}

/** A sheet that is written. */
export interface NewSheet {
  /** Up to 27 characters; a further sheet gets ` 2`. */
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** Pages of rows; a row has a cell per column. */
  readonly rows: AsyncIterable<readonly (readonly string[])[]>;
}

/** Text of a column that stays text. */
export const TEXT = { kind: 'text' } as const;

/** Rows of a sheet in Excel and LibreOffice, without the header. */
export const SHEET_ROWS_BELOW_HEADER = 1_048_575;
