import { z } from 'zod';
import { BATCH_ROW_STATES } from '../../domain/batch/rows/row.ts';
import { DateTime, Money, NetworkId, PurchaseId, StoredMetadata } from '../common.ts';
import { BATCH_ROW } from '../examples/batches.ts';
import { RowChangesResource } from './batch-edits.ts';
import { line, RowErrorResource, RowFailure, RowWarningResource } from './batch-findings.ts';

const OwnColumn = z
  .object({
    name: z.string().meta({ description: 'Name of the column in your file.', examples: ['Town'] }),
    value: z.string().meta({ description: 'The cell, as in the file.', examples: ['Kano'] }),
  })
  .meta({ id: 'BatchOwnColumn', description: 'A cell of one of your own columns.' });

/** A row of a batch's file with its result. */
export const BatchRowResource = z
  .object({
    object: z.literal('batch_row').describe('Always `batch_row`.'),
    line,
    state: z
      .enum(BATCH_ROW_STATES)
      .describe(
        '`waiting`: not bought yet. `invalid`: has errors and is never bought. `refused`: valid, but could not be bought. The others are the status of its purchase.',
      ),
    reference: z
      .string()
      .nullable()
      .meta({
        description: 'Reference of the purchase; null if the one in the file cannot be used.',
        examples: ['december-campaign.2'],
      }),
    phone_number: z
      .string()
      .meta({ description: 'Phone number as in the file.', examples: ['+2348031234567'] }),
    corrected_number: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: 'The number that is bought for, if `phone_number` was corrected; otherwise null.',
        examples: ['+2348031234567'],
      }),
    bundle_id: z.string().meta({
      description: 'Bundle as in the file, or as chosen by its data and validity.',
      examples: ['bnd_mtn_ng_1gb_30d'],
    }),
    network_id: NetworkId.nullable().describe('The network of the number; null if it is not known.'),
    price: Money.nullable().describe('Price at validation; null for an invalid row.'),
    metadata: StoredMetadata.describe('The `metadata` columns of the row.'),
    own_columns: z
      .array(OwnColumn)
      .optional()
      .describe('Your own columns, in the order of the file, if the upload had `on_unknown_columns=keep`.'),
    changes: RowChangesResource.nullable()
      .optional()
      .describe('What you changed in the row after the upload; null if nothing.'),
    purchase_id: PurchaseId.nullable().describe(
      'The purchase of the row. For a refused row, the earlier purchase that has the same reference, or that this row repeats. Null if there is none.',
    ),
    completed_at: DateTime.nullable().describe('When the purchase became final; null until then.'),
    failure: RowFailure.nullable().describe('Present if the purchase failed; otherwise null.'),
    errors: z.array(RowErrorResource).describe('Why the row is not bought; empty if it can be.'),
    warnings: z.array(RowWarningResource).describe('What to check in a row that can be bought.'),
  })
  .meta({
    id: 'BatchRow',
    description: 'A row of the file, with its result.',
    examples: [BATCH_ROW],
  });
export type BatchRowResource = z.output<typeof BatchRowResource>;
