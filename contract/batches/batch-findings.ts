import { z } from 'zod';
import type { DuplicateOf, LineDuplicate } from '../../domain/batch/duplicates.ts';
import {
  CORRECTION_STATES,
  type Corrections,
  type RowError,
  type RowWarning,
} from '../../domain/batch/rows/row.ts';
import { DateTime, PurchaseId } from '../common.ts';

/** What a batch reports about its file and rows. Each has a code for programs and a message for people. */

export const line = z.int().describe('Line of the file, or row of the sheet, counted from 1.');
export const sheet = z
  .string()
  .optional()
  .meta({
    description: 'The sheet of the workbook; absent if the file is not a workbook.',
    examples: ['December'],
  });
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
      'What is wrong with the form of the number, often because of a spreadsheet: `lost_plus`, `lost_leading_zero`, `local_format`, `scientific_notation`, `decimal_number`, `international_prefix` or `separators`. More values may be added. Absent if it is not known.',
    examples: ['lost_plus'],
  });

const DuplicateOfResource = z
  .object({
    kind: z
      .string()
      .describe(
        'What the row repeats. `result`: the purchase that the `result.state` of this row in your file reports. `row`: an earlier row of the file. `purchase`: a purchase of your account. More kinds may be added.',
      ),
    line: z.int().nullable().describe('The earlier line of the file, for `row`; otherwise null.'),
    purchase_id: PurchaseId.nullable().describe('The earlier purchase, for `purchase`; otherwise null.'),
    reference: z
      .string()
      .nullable()
      .describe('Reference of the earlier purchase, for `purchase`; otherwise null.'),
    bought_at: DateTime.nullable().describe(
      'When the earlier purchase was accepted, for `purchase`; otherwise null.',
    ),
  })
  .meta({ id: 'BatchDuplicateOf', description: 'What a row is a duplicate of.' });
const duplicate_of = DuplicateOfResource.optional().describe('Present if the row is a duplicate.');

const bundle_ids = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'Present for `bundle_unclear`: up to six bundles that fit what the cell says, the cheapest first. Empty if none fits.',
    examples: [['bnd_mtn_ng_1gb_30d']],
  });

export const RowErrorResource = z
  .object({ column, code: code(['invalid_phone_number']), message, damage, bundle_ids, duplicate_of })
  .meta({ id: 'BatchRowError', description: 'What is wrong with a row.' });
export const RowWarningResource = z
  .object({ column, code: code(['duplicate_purchase']), message, duplicate_of })
  .meta({ id: 'BatchRowWarning', description: 'What to check in a row that can be bought.' });
export const LineErrorResource = z
  .object({
    column,
    code: code(['invalid_phone_number']),
    message,
    damage,
    bundle_ids,
    duplicate_of,
    line,
    sheet,
  })
  .meta({ id: 'BatchLineError', description: 'What is wrong with a line of the file.' });
export const LineWarningResource = z
  .object({ column, code: code(['duplicate_purchase']), message, duplicate_of, line, sheet })
  .meta({ id: 'BatchLineWarning', description: 'What to check in a line that can be bought.' });
export const LineDuplicateResource = z
  .object({ line, column, code: code(['bought_recently']), message, duplicate_of: DuplicateOfResource })
  .meta({ id: 'BatchLineDuplicate', description: 'A line of the file that is a duplicate.' });
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
    line: z
      .int()
      .nullable()
      .describe('Line of the file, or row of the sheet; null if the whole file is meant.'),
    sheet,
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

const CorrectionResource = z
  .object({
    line,
    column,
    from: z.string().meta({ description: 'The cell, as in the file.', examples: ['2348031234567'] }),
    to: z.string().meta({ description: 'The corrected number.', examples: ['+2348031234567'] }),
    damage: z.string().meta({
      description: 'What was wrong with the number, as in the errors of rows. More may be added.',
      examples: ['lost_plus'],
    }),
  })
  .meta({ id: 'BatchCorrection', description: 'A phone number that was corrected.' });
export const CorrectionsResource = z
  .object({
    state: z
      .enum(CORRECTION_STATES)
      .describe(
        '`none`: no number was corrected. `proposed`: accept or reject the corrections before you start the batch. `accepted`: the batch buys for the corrected numbers. `rejected`: the rows of these numbers have errors.',
      ),
    count: z.int().describe('Number of rows with a corrected phone number.'),
    first: z.array(CorrectionResource).describe('The first 20 corrections. The rows have all of them.'),
  })
  .meta({ id: 'BatchCorrections', description: 'Phone numbers that were corrected, with `repair`.' });

/** Renders the corrections of a batch as clients see them. */
export function renderCorrections({
  state,
  count,
  first,
}: Corrections): z.output<typeof CorrectionsResource> {
  return {
    state,
    count,
    first: first.map(({ line, column, from, to, damage }) => ({ line, column, from, to, damage })),
  };
}

/** Renders an error of a row as clients see it. */
export function renderRowError({
  column,
  code,
  message,
  damage,
  bundleIds,
  duplicateOf,
}: RowError): z.output<typeof RowErrorResource> {
  return {
    column,
    code,
    message,
    ...(damage === undefined ? {} : { damage }),
    ...(bundleIds === undefined ? {} : { bundle_ids: [...bundleIds] }),
    ...renderIfAny(duplicateOf),
  };
}

/** Renders a warning of a row as clients see it. */
export function renderRowWarning({
  column,
  code,
  message,
  duplicateOf,
}: RowWarning): z.output<typeof RowWarningResource> {
  return { column, code, message, ...renderIfAny(duplicateOf) };
}

/** Renders a duplicate that the check of a file found. */
export function renderLineDuplicate({
  line,
  column,
  code,
  message,
  duplicateOf,
}: LineDuplicate): z.output<typeof LineDuplicateResource> {
  return { line, column, code, message, duplicate_of: renderDuplicateOf(duplicateOf) };
}

function renderIfAny(duplicateOf: DuplicateOf | undefined) {
  return duplicateOf === undefined ? {} : { duplicate_of: renderDuplicateOf(duplicateOf) };
}

function renderDuplicateOf(duplicateOf: DuplicateOf): z.output<typeof DuplicateOfResource> {
  const { kind } = duplicateOf;
  const nothing = { kind, line: null, purchase_id: null, reference: null, bought_at: null };
  switch (duplicateOf.kind) {
    case 'result':
      return nothing;
    case 'row':
      return { ...nothing, line: duplicateOf.line };
    case 'purchase': {
      const { purchaseId, reference, at } = duplicateOf;
      return { ...nothing, purchase_id: purchaseId, reference, bought_at: at };
    }
  }
}
