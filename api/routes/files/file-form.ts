import Negotiator from 'negotiator';
import { z } from 'zod';
import { XLSX_TYPE } from '../../../services/sheets/write-workbook.ts';

/** How a list is answered: by pages of JSON, or whole as a file. */
export type AnswerForm = 'json' | FileForm;
export type FileForm = 'csv' | 'xlsx';

/** The content types of a list; the first unless the client prefers another. Texts may have a charset. */
const OFFERED: Readonly<Record<string, AnswerForm>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  [XLSX_TYPE]: 'xlsx',
  'application/json; charset=utf-8': 'json',
  'text/csv; charset=utf-8': 'csv',
};

/**
 * What a client prefers, by the q-values of its `Accept` (RFC 9110, 12.5.1). A client that accepts none of them, or anything, gets
 * JSON.
 */
export function preferredForm(accept: string | undefined): AnswerForm {
  if (accept === undefined) return 'json';
  const type = new Negotiator({ headers: { accept } }).mediaType(Object.keys(OFFERED));
  return (type === undefined ? undefined : OFFERED[type]) ?? 'json';
}

/** The parameters of lists that can be files. */
export const FileQuery = {
  amounts: z.enum(['minor', 'major']).optional().meta({
    description:
      'How a file writes amounts. `minor`: whole minor units; the default for CSV. `major`: as people write them, such as 500.00 for ₦500.00; the default for a workbook. Their columns then end in `_major`. JSON ignores it.',
  }),
  bom: z.enum(['true', 'false']).optional().meta({
    description:
      '`true`: a CSV file begins with a byte order mark, by which Excel recognises UTF-8. Other answers ignore it.',
  }),
};

/** A file as the client asked for it. */
export interface FileChoice {
  readonly form: FileForm;
  readonly amounts: 'minor' | 'major';
  readonly hasBom: boolean;
}

/** The choice of a client: people open workbooks, and programs read CSV. */
export function chooseFile(
  form: FileForm,
  query: { readonly amounts?: 'minor' | 'major' | undefined; readonly bom?: 'true' | 'false' | undefined },
): FileChoice {
  const amounts = query.amounts ?? (form === 'xlsx' ? 'major' : 'minor');
  return { form, amounts, hasBom: form === 'csv' && query.bom === 'true' };
}
