/** One reason for which a whole file is rejected. docs/errors.md lists them. */
interface FileCase {
  readonly code: string;
  /** Completes "You get this when …". */
  readonly when: string;
  /** For the uploader. `{name}` stands for a value of the file. */
  readonly message: string;
}

export const FILE_CASES = {
  empty: {
    code: 'empty_file',
    when: 'the file has no text',
    message:
      'The file is empty. Nothing was bought. Upload a file whose first line names the columns, such as phone_number,bundle_id, with at least one row below it.',
  },
  foreign: {
    code: 'not_csv',
    when: 'the file is a document, a picture, an archive, an old workbook or another format, or has a password',
    message:
      'The file is {format}, which cannot be read. Nothing was bought. In the spreadsheet, save the table as .xlsx, .ods or "CSV UTF-8", without a password. Then upload that file.',
  },
  workbook_damaged: {
    code: 'workbook_damaged',
    when: 'a part of the workbook is missing or malformed',
    message:
      'The workbook cannot be read: {part} is damaged. Nothing was bought. Open the file in a spreadsheet, save it again as .xlsx or .ods, then upload that file.',
  },
  workbook_large: {
    code: 'workbook_too_large',
    when: 'the content of a workbook is larger than a file may be',
    message:
      'The workbook is too large: {what}. Nothing was bought. Copy the rows into a new workbook, or save the sheet as "CSV UTF-8". Then upload that file.',
  },
  workbook_empty: {
    code: 'empty_file',
    when: 'no visible sheet of the workbook has any text',
    message:
      'The visible sheets of the workbook are empty. Nothing was bought. Add a header with phone_number and bundle_id, and at least one row below it.',
  },
  sheets_several: {
    code: 'several_sheets',
    when: 'several sheets of the workbook could be the campaign',
    message:
      'Several sheets of the workbook have rows: {names}. Nothing was bought. Upload the file again, with the name of one sheet in the parameter sheet.',
  },
  sheet_unknown: {
    code: 'unknown_sheet',
    when: 'the upload names a sheet that the workbook does not have',
    message:
      'The workbook has no sheet {sheet}. Nothing was bought. Its sheets are {names}. Correct the parameter sheet, then upload the file again.',
  },
  sheet_of_text: {
    code: 'unknown_sheet',
    when: 'the upload names a sheet, and the file is not a workbook',
    message:
      'The file is not a workbook, so it has no sheet {sheet}. Nothing was bought. Leave out the parameter sheet, or upload the workbook.',
  },
  sheet_columns_many: {
    code: 'too_many_columns',
    when: 'a row of a sheet has more columns than a sheet may have',
    message:
      'Row {line} of the sheet {sheet} has more than {most} columns. Nothing was bought. Remove the columns that Bundlewire does not need, then upload the file again.',
  },
  cell_long: {
    code: 'row_too_long',
    when: 'a row of a sheet is longer than a row may be',
    message:
      'A row of the sheet {sheet} is longer than {most} characters. Its cell {cell} exceeds this limit. Nothing was bought. Shorten the cells of this row, then upload the file again.',
  },
  row_unreadable: {
    code: 'not_csv',
    when: 'a row is not valid CSV',
    message:
      'The row at line {line} cannot be read as CSV. Nothing was bought. Check its quotation marks and separators, then upload the file again.',
  },
  not_utf8: {
    code: 'not_utf8',
    when: 'the file is not text, or its encoding is not UTF-8, UTF-16, Windows-1252 or Mac Roman',
    message:
      'The file is not text, or its encoding is not recognised. Nothing was bought. In the spreadsheet, save it as "CSV UTF-8", then upload that file.',
  },
  header_missing: {
    code: 'missing_header',
    when: 'the first line is a row with a phone number',
    message:
      'The first line is a row, not a header. Nothing was bought. Add a first line with the names of the columns, such as phone_number,bundle_id.',
  },
  column_missing: {
    code: 'missing_column',
    when: 'the header lacks a required column',
    message:
      'The file has no column {column}. Nothing was bought. Its columns are {names}. Add the column, or rename one. If a column has another name, upload the file with column.{column}=NAME.',
  },
  mapped_column_missing: {
    code: 'missing_column',
    when: 'a parameter of the upload names a column that is not in the header',
    message:
      'The upload has column.{column}={name}, but the file has no column {name}. Nothing was bought. Its columns are {names}. Correct the parameter or the header, then upload the file again.',
  },
  column_unknown: {
    code: 'unknown_column',
    when: 'the header has a column that is not recognised, and the upload does not have `on_unknown_columns=keep`',
    message:
      'The column {name} is not recognised. Nothing was bought. The recognised columns are {known} and metadata.<key>. If it is one of them, name it in the upload, for example column.phone_number={mapped}. To keep it as your own column, upload the file with on_unknown_columns=keep.',
  },
  columns_ambiguous: {
    code: 'ambiguous_column',
    when: 'several columns have names that can mean the same column, and none has the name that the API uses',
    message:
      'Each of the columns {names} can be {column}. Nothing was bought. Name one of them in the upload, for example column.{column}={mapped}. You can also remove or rename the others.',
  },
  column_repeated: {
    code: 'duplicate_column',
    when: 'two columns of the header have the same meaning',
    message:
      'Two columns of the file are read as {column}. Nothing was bought. Remove or rename one of them.',
  },
  column_name_long: {
    code: 'invalid_column',
    when: 'the name of a column is too long',
    message:
      'The name of the column {name} is longer than {most} characters. Nothing was bought. Shorten the name.',
  },
  metadata_key_invalid: {
    code: 'invalid_column',
    when: 'the metadata key of a column, after `metadata.`, is too long or has characters that are not allowed',
    message:
      'The column {name} has a metadata key that is not allowed. Nothing was bought. After metadata., write 1 to 40 letters, digits, underscores, dots or hyphens, without spaces.',
  },
  columns_many: {
    code: 'too_many_columns',
    when: 'the header has more columns than a file may have',
    message:
      'The header has {columns} columns, and at most {most} are allowed. Nothing was bought. Remove the columns that Bundlewire does not need, then upload the file again.',
  },
  own_columns_many: {
    code: 'too_many_columns',
    when: 'the upload has `on_unknown_columns=keep`, and the header has more unknown columns than can be kept',
    message:
      'The header has {columns} columns that Bundlewire does not recognise, and at most {most} can be kept. Nothing was bought. Remove the columns that you do not need in the results.',
  },
  quote_unclosed: {
    code: 'unclosed_quote',
    when: 'a quotation mark is opened and never closed',
    message:
      'A quotation mark (") opens in the row at line {line} and is never closed. Nothing was bought. Add the closing quotation mark. If a " is part of the text, write it as "".',
  },
  row_long: {
    code: 'row_too_long',
    when: 'a row is longer than a row may be',
    message:
      'The row at line {line} is longer than {most} characters. Often, the cause is a quotation mark (") that is not closed. Nothing was bought. Close the quotation mark, or shorten the row.',
  },
  rows_uneven: {
    code: 'too_many_uneven_rows',
    when: 'too many rows have more or fewer cells than the header',
    message:
      'More than {most} rows have more or fewer cells than the header. The first is at line {line}. Nothing was bought. Check the separators and quotation marks, then upload the file again.',
  },
  lines_many: {
    code: 'too_many_lines',
    when: 'the file has more lines than a file may have',
    message:
      'The file has more than {most} lines, including blank lines. Nothing was bought. Remove the blank lines, or split the file. Upload each part with its own reference.',
  },
  rows_many: {
    code: 'too_many_rows',
    when: 'the file has more rows than a file may have',
    message:
      'The file has more than {most} rows. Nothing was bought. Split the file, and upload each part with its own reference.',
  },
  too_costly: {
    code: 'too_costly',
    when: 'the price of all rows together is more than one file may cost',
    message:
      'All rows together cost more than one file may cost. Nothing was bought. Split the file, and upload each part with its own reference.',
  },
  no_rows: {
    code: 'no_rows',
    when: 'the file has a header and no rows',
    message:
      'The file has a header and no rows below it. Nothing was bought. Add rows, then upload the file again.',
  },
  no_valid_rows: {
    code: 'no_valid_rows',
    when: 'every row has an error',
    message:
      'Every row of this file has an error. Nothing was bought. Correct the rows, then upload the whole file again.',
  },
  no_rows_left: {
    code: 'no_rows_left',
    when: 'every row has an error, or is a duplicate that is held back',
    message:
      'No row of this file can be bought, because {held} of {rows} rows are duplicates. Nothing was bought. To buy the duplicates, upload the file again with on_duplicate=buy. Rows that a results file says were bought also need an empty result.state and a new reference.',
  },
  invalid_rows: {
    code: 'invalid_rows',
    when: 'a row has an error, and the upload has `on_invalid=reject`; with `on_invalid=skip`, the other rows are bought',
    message:
      '{invalid} of {rows} rows have errors. The upload has on_invalid=reject, so the whole file was rejected. Nothing was bought. Correct these rows, then upload the whole file again.',
  },
  upload_interrupted: {
    code: 'upload_interrupted',
    when: 'the service stopped while it received the file',
    message:
      'The service stopped while it received the file. Nothing was bought. Upload the file again, with the same reference.',
  },
  upload_broken_off: {
    code: 'upload_broken_off',
    when: 'the connection ended before the file was complete; the batch is deleted soon',
    message:
      'The upload was cut off before the file was complete. Nothing was bought. Upload the file again, with the same reference.',
  },
} as const satisfies Readonly<Record<string, FileCase>>;

export type RejectionCode = (typeof FILE_CASES)[keyof typeof FILE_CASES]['code'];
