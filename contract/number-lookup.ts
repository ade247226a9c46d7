import { z } from 'zod';
import { DateTime, NetworkId, PhoneNumber, ShownPhoneNumber } from './common.ts';

/** The body of POST /v1/number-lookups. */
export const CreateNumberLookup = z.strictObject({ phone_number: PhoneNumber }).meta({
  id: 'CreateNumberLookup',
  description: 'The number to look up.',
  examples: [{ phone_number: '+2348031234567' }],
});

/** The contract's Number lookup. */
export const NumberLookupResource = z
  .object({
    object: z.literal('number_lookup').describe('Always `number_lookup`.'),
    phone_number: ShownPhoneNumber.describe('The number that was looked up.'),
    network_id: NetworkId.describe('The network that the number is on today, taking porting into account.'),
    ported: z.boolean().describe('Whether the number has moved away from the network of its prefix.'),
    looked_up_at: DateTime.describe('When the number was looked up.'),
  })
  .meta({
    id: 'NumberLookup',
    description: 'The network of a phone number.',
    examples: [
      {
        object: 'number_lookup',
        phone_number: '+2348031234567',
        network_id: 'net_mtn_ng',
        ported: false,
        looked_up_at: '2026-11-20T09:30:00.000Z',
      },
    ],
  });
export type NumberLookupResource = z.output<typeof NumberLookupResource>;
