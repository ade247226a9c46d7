import { z } from 'zod';
import type { Erasure } from '../../domain/privacy/erasure.ts';
import { DateTime, PhoneNumber } from '../common.ts';
import { ERASURE } from '../examples/privacy.ts';

export const CreateErasure = z.strictObject({ phone_number: PhoneNumber }).meta({
  id: 'CreateErasure',
  description: 'The number to erase.',
  // Not the number of the other samples: their purchase can then be repeated after this one.
  examples: [{ phone_number: '+2348035550100' }],
});

export const ErasureIdField = z.string().meta({ description: 'Id of the erasure.', examples: [ERASURE.id] });

const count = (what: string) => z.int().describe(what);

/** The erasure of a number. The number itself is not in it. */
export const ErasureResource = z
  .object({
    id: ErasureIdField,
    object: z.literal('erasure').describe('Always `erasure`.'),
    status: z.enum(['running', 'completed']).describe('`completed` when nothing is left of the number.'),
    waits_for: z
      .enum(['purchase', 'late_inquiry', 'campaign', 'closing', 'webhook'])
      .nullable()
      .describe(
        'What must end first: a pending `purchase`, a `late_inquiry` about a purchase that timed out (up to 72 hours), a `campaign` with the number, the `closing` of a day, or a `webhook` that is being sent. Null if it waits for nothing.',
      ),
    pseudonym: z
      .string()
      .describe('What stands in place of the number: +999 and twelve digits, a keyed hash.'),
    requested_at: DateTime.describe('When the erasure was requested.'),
    completed_at: DateTime.nullable().describe('When it was completed; null while it runs.'),
    purchases: count('Purchases whose number was replaced so far.'),
    statement_lines: count('Statement lines whose number was replaced so far.'),
    events: count('Events whose number was replaced so far.'),
    campaign_rows: count('Rows of campaigns that were changed so far.'),
    references_kept: count('Purchases whose `reference` contains the number. References stay as they are.'),
  })
  .meta({
    id: 'Erasure',
    description: 'The erasure of a phone number from your records.',
    examples: [ERASURE],
  });
export type ErasureResource = z.output<typeof ErasureResource>;

export function renderErasure({
  id,
  pseudonym,
  requestedAt,
  completedAt,
  waitsFor,
  counts,
}: Erasure): ErasureResource {
  return {
    id,
    object: 'erasure',
    status: completedAt === null ? 'running' : 'completed',
    waits_for: waitsFor,
    pseudonym,
    requested_at: requestedAt.toISOString(),
    completed_at: completedAt?.toISOString() ?? null,
    purchases: counts.purchases,
    statement_lines: counts.statementLines,
    events: counts.events,
    campaign_rows: counts.campaignRows,
    references_kept: counts.referencesKept,
  };
}
