/**
 * Codes whose message from the API has names, amounts or limits that no other field of the answer has. A sentence of the console
 * for such a code cannot say them, so the message is shown too.
 */
export const ONLY_IN_MESSAGE = {
  rejection: [
    'ambiguous_column',
    'duplicate_column',
    'invalid_column',
    'invalid_rows',
    'missing_column',
    'no_rows_left',
    'not_csv',
    'row_too_long',
    'several_sheets',
    'too_many_columns',
    'too_many_lines',
    'too_many_rows',
    'too_many_uneven_rows',
    'unknown_column',
    'unknown_sheet',
    'workbook_damaged',
    'workbook_too_large',
  ],
  // The grid shows the cells of a row, but not the bundles that it could have.
  row: ['bundle_unclear', 'no_such_bundle'],
  notice: [
    'approval_required',
    'column_guessed',
    'encoding_unclear',
    'hidden_columns',
    'hidden_rows',
    'mac_roman',
    'other_sheets',
    'spending_limit',
    'title_rows',
    'windows_1252',
  ],
} as const satisfies Readonly<Record<'rejection' | 'row' | 'notice', readonly string[]>>;
