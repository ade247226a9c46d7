/** Spreadsheets by the ending of their names. */
const TYPES: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** The content type of a file with this name or path: that of a spreadsheet, or CSV for any other name. */
export function contentTypeOf(name: string): string {
  const [, ending = ''] = /\.([^./\\]+)$/.exec(name) ?? [];
  return TYPES[ending.toLowerCase()] ?? 'text/csv';
}
