import { UsageError } from './errors.ts';
import { CSV, type FileType, XLSX } from './http.ts';

/** Spreadsheets by the ending of their names. */
const TYPES: Readonly<Record<string, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xlsm: 'application/vnd.ms-excel.sheet.macroenabled.12',
  xls: 'application/vnd.ms-excel',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

/** The content type of a file with this name or path: that of a spreadsheet, or CSV for any other name. */
export function contentTypeOf(name: string): string {
  return TYPES[endingOf(name)] ?? CSV;
}

/** Formats of the files that the API writes. */
const FORMATS = { csv: CSV, xlsx: XLSX } as const;
export type FileFormat = keyof typeof FORMATS;

/** What a file with this format is requested as. @throws UsageError for any other format. */
export function fileTypeOf(format: FileFormat): FileType {
  if (Object.hasOwn(FORMATS, format)) return FORMATS[format];
  throw new UsageError(`The format is ${format}. Use 'csv' or 'xlsx'.`);
}

/** The format of a download to this path. @throws UsageError for a spreadsheet that the API does not write. */
export function formatOf(path: string): FileFormat {
  const ending = endingOf(path);
  if (ending === 'xlsx') return 'xlsx';
  if (TYPES[ending] === undefined) return 'csv';
  throw new UsageError(`${path} ends in .${ending}. Use .csv or .xlsx, or give the format.`);
}

function endingOf(path: string): string {
  const [, ending = ''] = /\.([^./\\]+)$/.exec(path) ?? [];
  return ending.toLowerCase();
}
