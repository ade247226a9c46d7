import { NUMBER_CASES } from './number-cases.ts';
import type { RowCase } from './row-case.ts';

export const ROW_CASES = {
  cell_formula: {
    code: 'formula_without_value',
    when: 'a cell has a formula, and the file does not contain its result',
    message:
      '{column} has a formula, and the file does not contain its result. Open the file in a spreadsheet and save it again. You can also replace the formula with its result.',
  },
  cell_error_value: {
    code: 'error_value',
    when: 'a cell shows an error of the spreadsheet, such as #N/A',
    message: '{column} shows the error {cell}. Correct the formula, or replace it with the value.',
  },
  cell_digits_lost: {
    code: 'digits_lost',
    when: 'a cell is a number of more than 15 digits; a spreadsheet keeps only the first 15',
    message:
      '{cell} has more than 15 digits. A spreadsheet keeps only the first 15, so the others are lost. Copy the number again from its source, into a cell that is formatted as text.',
  },
  cell_empty: {
    code: 'missing_value',
    when: 'a required cell is empty',
    message: '{column} is empty. Fill in the cell.',
  },
  ...NUMBER_CASES,
  reference_invalid: {
    code: 'invalid_reference',
    when: 'the reference is too long or has characters that are not allowed',
    message:
      '{cell} is not a valid reference. Write 1 to 64 letters, digits, hyphens, underscores, dots or colons. If you leave the cell empty, the row gets a reference that ends with its line number.',
  },
  reference_repeated: {
    code: 'duplicate_reference',
    when: 'an earlier row of the file has the same reference',
    message: 'Line {line} already has the reference {cell}. Give every row a different reference.',
  },
  metadata_invalid: {
    code: 'invalid_metadata',
    when: 'a value of metadata breaks one of the [rules for fields](#rules-for-fields)',
    message: 'The value of {column} is not allowed: metadata {rule}. Correct the cell.',
  },
  metadata_many: {
    code: 'too_many_metadata',
    when: 'the row has more values of metadata than a purchase may have',
    message:
      'The row has more than {most} metadata values. A purchase may have {most}. Empty some of these cells.',
  },
  own_value_long: {
    code: 'value_too_long',
    when: 'a cell of one of your own columns is too long',
    message:
      'The cell of your own column {column} is longer than {most} characters. Shorten it, or remove the column.',
  },
  quote_unclosed: {
    code: 'unclosed_quote',
    when: 'a quotation mark is opened on the line of the row and closed on a later line',
    message:
      'A quotation mark (") opens on line {line} and closes on line {last}. Lines {line} to {last} cannot be read as rows. Close the quotation mark on line {line}. If a " is part of the text, write it as "".',
  },
  cells_uneven: {
    code: 'wrong_cell_count',
    when: 'the row has more or fewer cells than the header',
    message:
      'The row has {cells} cells, but the header has {columns}. Add the missing cells, or remove the extra separators. If a value contains a separator, put the value in quotation marks (").',
  },
  cell_without_column: {
    code: 'wrong_cell_count',
    when: 'the row has a value in a column without a name',
    message:
      'The row has a value in a column without a name. Name the column, or empty the cell. If a value contains a separator, put the value in quotation marks (").',
  },
  text_unreadable: {
    code: 'unreadable_text',
    when: 'a cell has bytes that are not UTF-8',
    message:
      '{cell} has characters that are not UTF-8. Correct the text in the spreadsheet, and save the file as "CSV UTF-8".',
  },
  bundle_unavailable: {
    code: 'bundle_unavailable',
    when: 'the bundle does not exist, is withdrawn, or is not sold to the account',
    message:
      'Your account cannot buy the bundle {cell}. The id is wrong, the bundle was withdrawn, or it is not sold to you. Correct the id, or choose another bundle.',
  },
  bundle_not_allowed: {
    code: 'bundle_not_allowed',
    when: 'your account has a list of allowed bundles, and the bundle is not on it',
    message:
      'The bundle {cell} is not on the list of allowed bundles of your account. Choose another bundle, or add this one to the list in the settings. Then upload the row again.',
  },
  number_blocked: {
    code: 'number_blocked',
    when: 'the number is on the blocklist of your account',
    message:
      'The number {cell} is on the blocklist of your account, so nothing is bought for it. If it was blocked by mistake, remove it from the blocklist, then upload the row again. Otherwise, delete the row.',
  },
  bundle_none: {
    code: 'no_such_bundle',
    when: 'the network of the number has no bundle with this `data_mb` and at least these `validity_hours`',
    message:
      '{network} has no bundle of {data} MB for at least {hours} hours. The nearest are: {nearest}. Change the row, or name a bundle in bundle_id.',
  },
  bundle_in_words: {
    code: 'bundle_unclear',
    when: 'the cell says the data of a bundle, such as `1 GB`, in place of its id, and `bundle_ids` has those that fit',
    message:
      '{cell} is not the id of a bundle. Of {network}, these fit: {bundles}. Choose one of them, or write its id in the cell.',
  },
  bundle_unmatched: {
    code: 'bundle_unclear',
    when: 'the cell says the data of a bundle, such as `1 GB`, in place of its id, and no bundle of the network fits',
    message:
      '{network} has no bundle that fits {cell}. The nearest are: {bundles}. Choose one of them, or write its id in the cell.',
  },
  bundle_contradicted: {
    code: 'bundle_mismatch',
    when: 'the bundle of `bundle_id` has other `data_mb` than the row, or fewer `validity_hours`',
    message:
      'The bundle {cell} has {data} MB for {hours} hours, but the row asks for something else. Correct data_mb and validity_hours, or empty bundle_id.',
  },
  not_whole: {
    code: 'invalid_number',
    when: '`data_mb` or `validity_hours` is not a whole number',
    message:
      '{column} is {cell}, which is not a whole number. Write digits only, up to seven, without a unit.',
  },
  network_unsupported: {
    code: 'unsupported_network',
    when: 'the number is on a network that is not sold, or not enabled for the account',
    message:
      'We cannot deliver to the network of {cell}. Check the number. If it is correct, ask your technical contact whether your account can buy for its network.',
  },
  network_of_cell_wrong: {
    code: 'network_mismatch',
    when: 'the network of the number is not the `network_id` of the row',
    message: 'The number is on {detected}, not on {cell}. Correct the cell, or leave it empty.',
  },
  network_of_bundle_wrong: {
    code: 'network_mismatch',
    when: 'the network of the number is not the network of the bundle',
    message:
      '{cell} is a bundle of {network}, but the number is on {detected}. Choose a bundle of {detected}, or correct the number.',
  },
  network_unavailable: {
    code: 'network_unavailable',
    when: 'the network was not accepting purchases',
    message:
      'The network {network} was not accepting purchases. Nothing was bought for this row. Upload the row later, in a new file.',
  },
  balance_insufficient: {
    code: 'insufficient_balance',
    when: 'the available balance was lower than the price, and the upload has on_insufficient_balance=fail',
    message:
      'When it was the turn of this row, the available balance was lower than its price. Nothing was bought for it. Add funds, then upload the row in a new file.',
  },
  already_bought: {
    code: 'already_bought',
    when: 'you sent the same purchase with this reference before; it may have failed',
    message:
      'The reference {reference} already belongs to the same purchase, {purchase}. Nothing was bought again. Read that purchase to see its result. To buy it once more, upload the row in a new file, with a new reference.',
  },
  reference_used: {
    code: 'reference_conflict',
    when: 'the reference was used before for a purchase with other details',
    message:
      'The reference {reference} already belongs to the purchase {purchase}, which has other details. Nothing was bought for this row. Read that purchase first. If you want another purchase, upload the row in a new file, with a new reference.',
  },
  result_bought: {
    code: 'bought_in_results',
    when: 'its cell `result.state` is `successful`, `pending` or `reversed`, so an earlier campaign bought the row',
    message:
      'The column {column} says {state}: an earlier campaign bought this row. Nothing is bought for it now. To buy it once more, empty this cell, and upload the row in a new file.',
  },
  row_repeated: {
    code: 'duplicate_purchase',
    when: 'an earlier row of the file has the same number and bundle, and the upload has on_duplicate=skip',
    message:
      'Line {line} has the same number and bundle, so nothing is bought for this row. To buy it once more, put the row in a new file, and upload it with on_duplicate=buy.',
  },
  bought_recently: {
    code: 'bought_recently',
    when: 'the account bought the same bundle for the same number within `duplicate_window_hours`, and that purchase is pending or successful',
    message:
      'Your account already bought this bundle for this number on {time} (reference {reference}, purchase {purchase}). Nothing was bought again. To buy it once more, put the row in a new file, and upload it with on_duplicate=buy.',
  },
  dropped: {
    code: 'dropped',
    when: 'you dropped the row before the batch was started',
    message:
      'You dropped this row, so nothing is bought for it. To buy it after all, restore it before you start the campaign.',
  },
  canceled: {
    code: 'canceled',
    when: 'the batch was cancelled before the row was bought',
    message:
      'The campaign was cancelled before this row was bought. If you still want the row, upload it in a new file.',
  },
} as const satisfies Readonly<Record<string, RowCase>>;

export type RowErrorCode = (typeof ROW_CASES)[keyof typeof ROW_CASES]['code'];
