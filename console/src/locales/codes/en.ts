import type { CodeTexts } from '../../app/texts.ts';

/**
 * Sentences for codes whose English message from the API tells programs what to do, with names of parameters. For the other codes, the
 * message of the API is shown.
 */
export const sentences: CodeTexts = {
  rejection: {
    ambiguous_column:
      'Several columns of the file can have the same meaning. Nothing was bought. Upload the file again and choose the meaning of each column, or remove those that you do not need.',
    invalid_rows:
      'Rows of the file have errors, and you chose to reject the whole file then. Nothing was bought. Correct these rows, then upload the whole file again.',
    missing_column:
      'A column is missing in the file. Nothing was bought. Add it, or upload the file again and choose which column has this meaning.',
    no_rows_left:
      'No row of this file can be bought: the rows without errors are duplicates. Nothing was bought. To buy the duplicates, upload the file again and choose to buy them.',
    several_sheets:
      'Several sheets of the workbook have rows. Nothing was bought. Upload the file again, and choose one sheet.',
    too_costly:
      'All rows together cost more than one file may cost. Nothing was bought. Split the file, and upload each part as a separate campaign.',
    too_many_lines:
      'The file has too many lines, including blank lines. Nothing was bought. Remove the blank lines, or split the file and upload each part as a separate campaign.',
    too_many_rows:
      'The file has too many rows. Nothing was bought. Split the file, and upload each part as a separate campaign.',
    unknown_column:
      'A column of the file is not recognised. Nothing was bought. Upload the file again and choose its meaning, or keep it as it is.',
    unknown_sheet:
      'The workbook does not have the sheet that was chosen, or the file is not a workbook. Nothing was bought. Upload the file again, and choose one of its sheets.',
    upload_broken_off:
      'The upload was cut off before the file was complete. Nothing was bought. Upload the file again, with the same name of the campaign.',
    upload_interrupted:
      'The service stopped while it received the file. Nothing was bought. Upload the file again, with the same name of the campaign.',
  },
  row: {
    bought_recently:
      'Your account already bought this bundle for this number {at, select, none {recently} other {on {at}}}{reference, select, none {} other { (reference {reference})}}. Nothing was bought again. To buy it once more, put the row in a new file and choose to buy duplicates.',
    bundle_mismatch:
      'The bundle of this row does not have the data or the validity that the row asks for. Correct the data and the validity, or empty the cell of the bundle.',
    duplicate_purchase:
      '{earlier, plural, =0 {An earlier row} other {Line #}} has the same number and bundle, so nothing is bought for this row. To buy it too, put the row in a new file and choose to buy duplicates.',
    no_such_bundle:
      'The network of the number has no bundle with this data and this validity. Change the row, or choose a bundle.',
  },
  notice: {
    sep_line: 'The first line names the separator, which is an instruction for spreadsheets. It was skipped.',
  },
  pause: {},
  network: {},
  cause: {},
  unbought: {},
};
