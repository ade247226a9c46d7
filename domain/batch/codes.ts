/** What a code of a campaign's file or row means, in sentences for its uploader. docs/errors.md lists them. */
interface CodeText {
  /** Completes "You get this code when …". */
  readonly when: string;
  /** What the uploader does about it. */
  readonly advice: string;
}

/** Why a whole file is rejected. */
export const REJECTION_CODES = {
  empty_file: {
    when: 'the file has no text',
    advice: 'Upload a file with a header and at least one row.',
  },
  not_csv: {
    when: 'the file is a workbook, an archive or another format, or a row is not valid CSV',
    advice: 'Save the file as "CSV UTF-8" in the spreadsheet, then upload that file.',
  },
  not_utf8: {
    when: 'the file is text, but not in UTF-8',
    advice: 'Save the file as "CSV UTF-8" in the spreadsheet, then upload that file.',
  },
  missing_header: {
    when: 'the first line is a row with a phone number',
    advice: 'Put a line with the names of the columns above it, such as phone_number,bundle_id.',
  },
  missing_column: {
    when: 'the header lacks a required column, or a column that a parameter names',
    advice:
      'Rename the column in the file, or name it with the parameter, such as column.phone_number=MSISDN.',
  },
  unknown_column: {
    when: 'the header has a column that has no meaning',
    advice: 'Rename or remove the column, or map it with a parameter, such as column.phone_number=MSISDN.',
  },
  duplicate_column: {
    when: 'two columns of the header have the same meaning',
    advice: 'Rename or remove one of the columns.',
  },
  invalid_column: {
    when: 'the name of a column is too long, or is not valid as a key of metadata',
    advice: 'Shorten the name. A key of metadata has 1 to 40 letters, digits, underscores, dots or hyphens.',
  },
  too_many_columns: {
    when: 'the header has more columns than a file may have',
    advice: 'Remove the columns that Bundlewire does not need.',
  },
  unclosed_quote: {
    when: 'a quote is opened and never closed',
    advice: 'Close the quote. If it belongs to the text, write it twice.',
  },
  row_too_long: {
    when: 'a row is longer than a row may be, often because a quote is never closed',
    advice: 'Close the quote, or shorten the row.',
  },
  too_many_uneven_rows: {
    when: 'too many rows have more or fewer cells than the header',
    advice: 'Check the separators and the quotes, then upload the file again.',
  },
  too_many_lines: {
    when: 'the file has more lines than a file may have, blank lines included',
    advice: 'Remove the blank lines, or split the file and upload each part with its own reference.',
  },
  too_many_rows: {
    when: 'the file has more rows than a file may have',
    advice: 'Split the file, and upload each part with its own reference.',
  },
  too_costly: {
    when: 'the price of all rows together is more than one file may cost',
    advice: 'Split the file, and upload each part with its own reference.',
  },
  no_rows: {
    when: 'the file has a header and no rows',
    advice: 'Add rows below the header, then upload the file again.',
  },
  no_valid_rows: {
    when: 'every row has an error',
    advice: 'Correct the rows, then upload the file again. Each row has its errors in the results.',
  },
  invalid_rows: {
    when: 'a row has an error, and the upload asked for on_invalid=reject',
    advice: 'Correct the rows, then upload the file again. With on_invalid=skip, the valid rows are bought.',
  },
  upload_interrupted: {
    when: 'the service stopped while it received the file',
    advice: 'Upload the file again, with the same reference.',
  },
  upload_broken_off: {
    when: 'the connection ended before the file was complete; the batch disappears shortly after',
    advice: 'Upload the file again, with the same reference.',
  },
} as const satisfies Readonly<Record<string, CodeText>>;

export type RejectionCode = keyof typeof REJECTION_CODES;

/** Why a row is invalid, was refused when its turn came, or was not bought. */
export const ROW_ERROR_CODES = {
  missing_value: {
    when: 'a required cell is empty',
    advice: 'Fill in the cell, then upload the row again.',
  },
  invalid_phone_number: {
    when: 'the number is not a valid number in E.164 form; damage names what a spreadsheet did to it',
    advice: 'Format the column as text, enter the number such as +2348031234567, then upload the row again.',
  },
  invalid_reference: {
    when: 'the reference is too long or has characters that are not allowed',
    advice: 'Correct the reference, or leave the cell empty to have one made from the line.',
  },
  duplicate_reference: {
    when: 'an earlier row of the file has the same reference',
    advice: 'Give the row its own reference, then upload it again.',
  },
  invalid_metadata: {
    when: 'a value of metadata is too long or has characters that are not allowed',
    advice: 'Correct the cell, then upload the row again.',
  },
  too_many_metadata: {
    when: 'the file has more columns of metadata than a purchase may have keys',
    advice: 'Remove columns of metadata, then upload the file again.',
  },
  unclosed_quote: {
    when: 'a quote is opened on the line of the row and closed on a later line',
    advice: 'Close the quote. If it belongs to the text, write it twice.',
  },
  wrong_cell_count: {
    when: 'the row has more or fewer cells than the header',
    advice: 'Put a value that contains a comma in quotes, and remove extra separators.',
  },
  unreadable_text: {
    when: 'a cell has bytes that are not UTF-8',
    advice: 'Save the file as "CSV UTF-8" in the spreadsheet, then upload that file.',
  },
  bundle_unavailable: {
    when: 'the bundle does not exist or is not sold to the account',
    advice: 'Choose another bundle from the catalogue, then upload the row again.',
  },
  unsupported_network: {
    when: 'we do not deliver to the network of the number',
    advice: 'Check the number. If it is correct, the row cannot be bought.',
  },
  network_mismatch: {
    when: 'the number is on another network than the bundle or the network_id of the row',
    advice: "Choose a bundle of the number's network, or correct the number.",
  },
  network_unavailable: {
    when: 'the network was not accepting purchases, so the row was not bought',
    advice: 'Upload the row again later.',
  },
  insufficient_balance: {
    when: 'the available balance was lower than the price, so the row was not bought',
    advice: 'Add funds, then upload the row again.',
  },
  already_bought: {
    when: 'the same purchase was made before with this reference; nothing is bought again',
    advice: 'Do nothing, or give the row a new reference to buy once more.',
  },
  reference_conflict: {
    when: 'the reference was used before for a different purchase',
    advice: 'Give the row its own reference, then upload it again.',
  },
  canceled: {
    when: 'the batch was canceled before the row was bought',
    advice: 'Upload the row again if you still want to buy it.',
  },
} as const satisfies Readonly<Record<string, CodeText>>;

export type RowErrorCode = keyof typeof ROW_ERROR_CODES;
