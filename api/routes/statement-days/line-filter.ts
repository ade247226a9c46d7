import { z } from 'zod';
import { PhoneNumberFilter, ReferenceFilter } from '../../../contract/common.ts';
import type { LineFilter } from '../../../db/statements/lines.ts';

const TYPES = ['purchase', 'reversal', 'funding', 'adjustment'] as const;

/** Parameters that choose lines of a day. */
export const LineFilters = {
  type: z.enum(TYPES).optional().describe('Only lines of this type.'),
  reference: ReferenceFilter.meta({
    description: 'Only lines of the purchase with this reference.',
    examples: ['order-1001'],
  }).optional(),
  phone_number: PhoneNumberFilter.meta({
    description: 'Only lines of purchases for this number. Write `+` as `%2B`.',
  }).optional(),
};

interface LineQuery {
  readonly type?: (typeof TYPES)[number] | undefined;
  readonly reference?: string | undefined;
  readonly phone_number?: string | undefined;
}

/** The filter of a request. */
export function readLineFilter({ type, reference, phone_number: phoneNumber }: LineQuery): LineFilter {
  return { type: type ?? null, reference: reference ?? null, phoneNumber: phoneNumber ?? null };
}
