import { z } from 'zod';
import type { RowError, RowWarning } from '../domain/batch/batch.ts';

/** What a batch reports about its file and rows. Each has a code for programs and a message for people. */

export const line = z.int().describe('Line of the file; the header is line 1.');
const column = z
  .string()
  .nullable()
  .meta({
    description: "The column's name in your file; null for the whole row.",
    examples: ['phone_number'],
  });
const code = (examples: string[]) =>
  z.string().meta({ description: 'Stable code for programs. New codes may be added.', examples });
const message = z.string().describe('What is wrong and what to do, for people.');
const damage = z
  .string()
  .optional()
  .meta({
    description:
      'What a spreadsheet did to the cell: `lost_plus`, `lost_leading_zero`, `local_format`, `scientific_notation`, `decimal_number`, `international_prefix` or `separators`. More may be added. Absent if nothing is known.',
    examples: ['lost_plus'],
  });

export const RowErrorResource = z
  .object({ column, code: code(['invalid_phone_number']), message, damage })
  .meta({ id: 'BatchRowError', description: 'What is wrong with a row.' });
export const RowWarningResource = z
  .object({ column, code: code(['duplicate_purchase']), message })
  .meta({ id: 'BatchRowWarning', description: 'What to check in a row that can be bought.' });
export const LineErrorResource = z
  .object({ column, code: code(['invalid_phone_number']), message, damage, line })
  .meta({ id: 'BatchLineError', description: 'What is wrong with a line of the file.' });
export const LineWarningResource = z
  .object({ column, code: code(['duplicate_purchase']), message, line })
  .meta({ id: 'BatchLineWarning', description: 'What to check in a line that can be bought.' });
export const Notice = z
  .object({ code: code(['byte_order_mark']), message: z.string().describe('What was found, for people.') })
  .meta({ id: 'BatchNotice', description: 'Something unusual about the file that did no harm.' });
export const PauseResource = z
  .object({
    code: code(['insufficient_balance']),
    message: z.string().describe('Why the batch is paused and what to do, for people.'),
  })
  .meta({ id: 'BatchPause', description: 'Why the batch is paused.' });
export const RejectionResource = z
  .object({
    code: code(['missing_column']),
    message,
    line: z.int().nullable().describe('Line of the file; null if the whole file is meant.'),
  })
  .meta({ id: 'BatchRejection', description: 'Why the file was rejected.' });
export const RowFailure = z
  .object({
    code: z.string().meta({
      description: 'The `failure.code` of the purchase. New codes may be added.',
      examples: ['number_barred'],
    }),
    message: z.string().describe('The reason in words, for people.'),
  })
  .meta({ id: 'BatchRowFailure', description: 'Why the purchase of the row failed.' });

/** Renders an error of a row as clients see it. */
export function renderRowError({
  column,
  code,
  message,
  damage,
}: RowError): z.output<typeof RowErrorResource> {
  return { column, code, message, ...(damage === undefined ? {} : { damage }) };
}

/** Renders a warning of a row as clients see it. */
export function renderRowWarning({ column, code, message }: RowWarning): z.output<typeof RowWarningResource> {
  return { column, code, message };
}
