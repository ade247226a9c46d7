import { z } from 'zod';
import { DateTime, PhoneNumber } from './common.ts';

/** The body of POST /v1/number-lookups. */
export const CreateNumberLookup = z
  .strictObject({ phone_number: PhoneNumber })
  .meta({ id: 'CreateNumberLookup' });

/** The contract's Number lookup. */
export const NumberLookupResource = z
  .object({
    object: z.literal('number_lookup'),
    phone_number: PhoneNumber,
    network_id: z.string().meta({
      description: 'Network the number is on today, taking porting into account',
      examples: ['net_mtn_ng'],
    }),
    ported: z
      .boolean()
      .meta({ description: 'Whether the number has moved from the network its prefix belongs to' }),
    looked_up_at: DateTime,
  })
  .meta({ id: 'NumberLookup' });
export type NumberLookupResource = z.output<typeof NumberLookupResource>;
