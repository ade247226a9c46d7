import { z } from 'zod';
import { isE164 } from '../domain/network/number-plan.ts';
import { FIELD_RULES } from './field-rules.ts';

/** Text without NUL, as a pattern of the documentation. PCRE and RE2 read `\\x00`, but not `\\u0000`. */
export const STORABLE = '^[^\\x00]*$';
/** Whether PostgreSQL can store a text: it cannot store NUL and lone surrogates. */
export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed();

export const Money = z
  .object({
    amount: z.int().describe('Amount in minor units of the currency. For example, 50000 kobo is ₦500.00.'),
    currency: z
      .string()
      .meta({ description: 'Currency code (ISO 4217).', pattern: '^[A-Z]{3}$', examples: ['NGN'] }),
  })
  .meta({
    id: 'Money',
    description: 'An amount of money.',
    examples: [{ amount: 50_000, currency: 'NGN' }],
  });
export type Money = z.output<typeof Money>;

/** Date and time: ISO 8601 in UTC, with milliseconds and `Z`. */
export const DateTime = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-11-20T09:30:00.000Z'] });

/** Date and time as clients send it: ISO 8601 with any offset. */
export const Instant = z.iso.datetime({ offset: true }).meta({ examples: ['2026-11-20T09:30:00Z'] });

const PHONE_NUMBER = z.string().refine(isE164);
const PHONE_NUMBER_META = { pattern: '^\\+[1-9][0-9]{7,14}$', examples: ['+2348031234567'] };

/** Phone number as clients send it. */
export const PhoneNumber = PHONE_NUMBER.meta({
  id: 'PhoneNumber',
  description: 'Phone number in E.164 format: `+`, country code and number, without spaces.',
  ...PHONE_NUMBER_META,
});

/** Phone number of an answer. It has no pattern, since it is masked for those who may not read numbers. */
export const ShownPhoneNumber = PHONE_NUMBER.meta({
  id: 'ShownPhoneNumber',
  description:
    'Phone number in E.164 format. It is masked, such as `+23480…567`, if your key or role does not have the right `numbers:read`.',
  examples: ['+2348031234567', '+23480…567'],
});

/** Phone number as a parameter of a list. Without an id, since a reference to a named schema would lose the description. */
export const PhoneNumberFilter = PHONE_NUMBER.meta({
  description: 'Only purchases for this number. Write `+` as `%2B`.',
  ...PHONE_NUMBER_META,
});

export const PurchaseId = z
  .string()
  .meta({ description: 'Id of the purchase.', examples: ['pur_01kf0x8v5sfb7r9m2ptq4n6wze'] });

export const NetworkId = z.string().meta({ description: 'Id of the network.', examples: ['net_mtn_ng'] });

export const BundleId = z
  .string()
  .meta({ description: 'Id of the bundle.', examples: ['bnd_mtn_ng_1gb_30d'] });

const REFERENCE = z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/, { error: FIELD_RULES.reference });

/** The client's own id for a purchase. */
export const Reference = REFERENCE.meta({
  id: 'Reference',
  description:
    'Your own unique id for the purchase: 1 to 64 letters, digits, `-`, `_`, `.` or `:`. The same reference never buys twice.',
  examples: ['order-1001'],
});

export const ReferenceFilter = REFERENCE.meta({
  description:
    'Only the purchase with this reference. If the list is empty, the service never received that purchase. You can then send it again.',
  examples: ['order-1001'],
});

export const METADATA_KEYS_MAX = 20;
export const METADATA_VALUE_MAX = 500;

/** Metadata as clients send it: up to 20 keys; values are strings of up to 500 Unicode code points. */
export const Metadata = z
  .record(
    z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, {
      error: FIELD_RULES.metadata_key,
    }),
    z
      .string({ error: FIELD_RULES.metadata_value })
      .refine(isStorable, { error: FIELD_RULES.storable })
      .meta({ maxLength: METADATA_VALUE_MAX, pattern: STORABLE })
      .refine((value) => value.length <= METADATA_VALUE_MAX || [...value].length <= METADATA_VALUE_MAX, {
        error: FIELD_RULES.metadata_value_length,
      }),
  )
  .refine((metadata) => Object.keys(metadata).length <= METADATA_KEYS_MAX, {
    error: FIELD_RULES.metadata_count,
  })
  .meta({
    id: 'Metadata',
    description:
      'Your own data, which is returned with the purchase and in webhooks. It may have 20 keys of up to 40 characters, with values of up to 500 characters. Do not send personal data.',
    maxProperties: METADATA_KEYS_MAX,
    examples: [{ campaign: 'december' }],
  });

/** The metadata of a resource as clients read it. */
export const StoredMetadata = z.record(z.string(), z.string()).meta({
  description: 'Your own data, as you sent it; empty if you sent none.',
  examples: [{ campaign: 'december' }],
});

/** An id that the client sends. It is looked up later; here only its shape is checked. */
export const NamedId = z
  .string()
  .min(1)
  .max(64)
  .refine(isStorable, { error: FIELD_RULES.storable })
  .meta({ pattern: STORABLE });

/** For endpoints without query parameters: a parameter sent by mistake is rejected. */
export const NoQuery = z.strictObject({});

/** The paging parameters of every list. */
export const Page = {
  limit: z
    .string()
    .regex(/^([1-9]|[1-9][0-9]|100)$/, { error: FIELD_RULES.limit })
    .default('25')
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 100,
      default: 25,
      description:
        'Maximum number of items on a page. A page of large items may have fewer, so check `has_more`.',
    }),
  cursor: z
    .string()
    .max(512)
    .meta({
      description:
        'The `next_cursor` of the previous page. Send the same filters with it. Send only values that this list returned, and do not parse them.',
      pattern: '^[A-Za-z0-9_-]{1,512}$',
    })
    .optional(),
};

/** The list envelope around one kind of resource. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal('list').describe('Always `list`.'),
    data: z.array(item).describe('The items of this page, in the order of the list.'),
    has_more: z.boolean().describe('Whether another page follows.'),
    next_cursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` to get the next page; null on the last page.'),
  });
}

/** The list envelope, with the name that its schema has in the documentation. Create each only once. */
export function namedList<T extends z.ZodType>(id: string, item: T) {
  return listSchema(item).meta({ id, description: 'One page of the list.' });
}
