import { z } from 'zod';
import { isE164 } from '../domain/network/number-plan.ts';
import { FIELD_RULES } from './field-rules.ts';

/** Text without NUL, as a pattern of the documentation; `\\x00` is understood by PCRE too, which `\\u0000` is not. */
const STORABLE = '^[^\\x00]*$';
/** Refuses what PostgreSQL cannot hold: NUL and lone surrogates. */
const storable = (text: string) => !text.includes('\u0000') && text.isWellFormed();

export const Money = z
  .object({
    amount: z.int().meta({ description: 'Minor units, for example kobo' }),
    currency: z.string().meta({ description: 'ISO 4217', pattern: '^[A-Z]{3}$' }),
  })
  .meta({ id: 'Money', examples: [{ amount: 50_000, currency: 'NGN' }] });
export type Money = z.output<typeof Money>;

/** ISO 8601 UTC, milliseconds and `Z`. */
export const DateTime = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-11-20T09:30:00.000Z'] });

export const PhoneNumber = z
  .string()
  .refine(isE164, { error: FIELD_RULES.phone_number })
  .meta({ id: 'PhoneNumber', pattern: '^\\+[1-9][0-9]{7,14}$', examples: ['+2348031234567'] });

/** A client's own name for a purchase. */
export const Reference = z
  .string()
  .regex(/^[A-Za-z0-9_.:-]{1,64}$/, {
    error: FIELD_RULES.reference,
  })
  .meta({ id: 'Reference', examples: ['order-1001'] });

export const METADATA_KEYS_MAX = 20;
const METADATA_VALUE_MAX = 500;

/** Up to 20 keys; values are strings of up to 500 Unicode code points. */
export const Metadata = z
  .record(
    z.string().regex(/^[A-Za-z0-9_.-]{1,40}$/, {
      error: FIELD_RULES.metadata_key,
    }),
    z
      .string({ error: FIELD_RULES.metadata_value })
      .refine(storable, { error: FIELD_RULES.storable })
      .meta({ maxLength: METADATA_VALUE_MAX, pattern: STORABLE })
      .refine((value) => value.length <= METADATA_VALUE_MAX || [...value].length <= METADATA_VALUE_MAX, {
        error: FIELD_RULES.metadata_value_length,
      }),
  )
  .refine((metadata) => Object.keys(metadata).length <= METADATA_KEYS_MAX, {
    error: FIELD_RULES.metadata_count,
  })
  .meta({ id: 'Metadata', maxProperties: METADATA_KEYS_MAX, examples: [{ campaign: 'december' }] });

/** An id that the client names. Whether there is such a thing is not a question of shape. */
export const NamedId = z
  .string()
  .min(1)
  .max(64)
  .refine(storable, { error: FIELD_RULES.storable })
  .meta({ pattern: STORABLE });

/** For endpoints without query parameters: one that was sent by mistake is refused. */
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
      description: 'How many at most. A page has fewer where they are large: go by `has_more`',
    }),
  cursor: z
    .string()
    .max(512)
    .meta({
      description:
        '`next_cursor` of the page before, with the same filters. Nobody else can make one: any other is refused by 400',
      pattern: '^[A-Za-z0-9_-]{1,512}$',
    })
    .optional(),
};

/** The list envelope around one kind of resource. */
export function listSchema<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    has_more: z.boolean(),
    next_cursor: z.string().nullable(),
  });
}
