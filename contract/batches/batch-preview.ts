import { z } from 'zod';
import type { FilePreview } from '../../domain/batch/upload/preview.ts';
import { Notice, RejectionResource } from './batch-findings.ts';

/** What a file looks like, before it is uploaded as a batch. */

const PreviewColumn = z
  .object({
    name: z.string().meta({ description: 'Name of the column in your file.', examples: ['MSISDN'] }),
    read_as: z
      .string()
      .nullable()
      .meta({
        description:
          'What an upload reads the column as: `phone_number`, `bundle_id`, `reference`, `network_id`, `data_mb`, `validity_hours` or `metadata.<key>`. `own`: one of your own columns, if you upload with `on_unknown_columns=keep`. Null: the column is ignored. More values may be added.',
        examples: ['phone_number'],
      }),
    guessed: z
      .boolean()
      .describe('Whether the name of the column is a synonym, such as `MSISDN`. Look whether it is right.'),
    samples: z
      .array(z.string())
      .meta({ description: 'Up to 5 values from its first rows.', examples: [['2348031234567']] }),
  })
  .meta({ id: 'BatchPreviewColumn', description: 'A column of a file that is not uploaded yet.' });

export const BatchPreviewResource = z
  .object({
    object: z.literal('batch_preview').describe('Always `batch_preview`.'),
    sheet: z
      .string()
      .nullable()
      .describe('The sheet of the workbook that was read; null for other files, and if you must choose one.'),
    sheets: z.array(z.string()).describe('The sheets of the workbook that have rows; empty for other files.'),
    header_line: z
      .int()
      .nullable()
      .meta({ description: 'Line of the header; null if there is none.', examples: [1] }),
    columns: z.array(PreviewColumn).describe('The columns in the order of the file, up to 100.'),
    notices: z.array(Notice).describe('What is unusual about the file.'),
    rejection: RejectionResource.nullable().describe(
      'Why an upload with `on_unknown_columns=keep` would be rejected now, if its first rows show it. You can map columns or name a sheet to change this.',
    ),
  })
  .meta({
    id: 'BatchPreview',
    description: 'What a file looks like, before it is uploaded as a batch.',
    examples: [
      {
        object: 'batch_preview',
        sheet: 'December',
        sheets: ['December', 'Notes'],
        header_line: 1,
        columns: [
          { name: 'MSISDN', read_as: 'phone_number', guessed: true, samples: ['2348031234567'] },
          { name: 'bundle_id', read_as: 'bundle_id', guessed: false, samples: ['bnd_mtn_ng_1gb_30d'] },
          { name: 'Town', read_as: 'own', guessed: false, samples: ['Kano'] },
        ],
        notices: [],
        rejection: null,
      },
    ],
  });
export type BatchPreviewResource = z.output<typeof BatchPreviewResource>;

/** Renders what a file looks like as clients see it. */
export function renderPreview(preview: FilePreview): BatchPreviewResource {
  const { sheet, rejection } = preview;
  return {
    object: 'batch_preview',
    sheet,
    sheets: [...preview.sheets],
    header_line: preview.headerLine,
    columns: preview.columns.map(({ name, target, isGuess, samples }) => ({
      name,
      read_as: target,
      guessed: isGuess,
      samples: [...samples],
    })),
    notices: preview.notices.map(({ code, message }) => ({ code, message })),
    rejection: rejection === null ? null : { ...rejection, ...(sheet === null ? {} : { sheet }) },
  };
}
