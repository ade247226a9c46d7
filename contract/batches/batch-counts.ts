import { z } from 'zod';

/** The rows of a batch by outcome. */
export const Counts = z
  .object({
    rows: z.int().describe('All rows of the file.'),
    valid: z.int().describe('Rows that can be bought: `rows` minus `invalid`.'),
    invalid: z.int().describe('Rows with errors; they are never bought.'),
    waiting: z.int().describe('Rows that are not bought yet. In a cancelled batch, they are never bought.'),
    refused: z
      .int()
      .describe(
        'Valid rows that could not be bought. For example, the balance was too low, or the row is a duplicate.',
      ),
    pending: z.int().describe('Purchases that are not final yet.'),
    successful: z.int().describe('Purchases that were delivered and charged.'),
    failed: z.int().describe('Purchases that failed; they were not charged.'),
    reversed: z.int().describe('Purchases that the network reversed; they were refunded.'),
    duplicates: z
      .int()
      .describe(
        'Rows that repeat an earlier purchase or row. With `on_duplicate=skip`, they are counted in `refused` too.',
      ),
  })
  .meta({
    id: 'BatchCounts',
    description:
      'Rows by outcome. Always: `rows` = `invalid` + `waiting` + `refused` + `pending` + `successful` + `failed` + `reversed`.',
  });
