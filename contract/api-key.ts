import { z } from 'zod';
import type { KeyTerms } from '../domain/access/key-power.ts';
import { ALL_RIGHTS } from '../domain/access/rights.ts';
import type { KeyId } from '../domain/ids.ts';
import type { MinorUnits } from '../domain/money/money.ts';
import { DateTime, Instant, Money } from './common.ts';
import { API_KEY, NEW_API_KEY } from './examples/api-keys.ts';
import { FIELD_RULES } from './field-rules.ts';
import { OVERLAP_SECONDS_MAX } from './webhook-endpoint.ts';

const NAME_CHARS_MAX = 100;
const SCOPES_MAX = 100;
const SCOPES = ['all', 'read_only', ...ALL_RIGHTS] as const;

export const KeyIdField = z.string().meta({
  description: 'Id of the API key. It is not secret.',
  examples: ['key_01kf0x7s4dfb7r9m2ptq4n6wze'],
});

const KEY_STATUSES = ['active', 'expired', 'revoked'] as const;

const SpendCaps = z
  .object({
    per_purchase: Money.nullable().describe('The most that one purchase may cost; null for no cap.'),
    per_day: Money.nullable().describe('The most that the key may spend in one UTC day; null for no cap.'),
  })
  .meta({ id: 'SpendCaps', description: 'The most that a key may spend.', examples: [API_KEY.spend_caps] });

/** An API key, without the key itself. */
export const ApiKey = z
  .object({
    id: KeyIdField,
    object: z.literal('api_key').describe('Always `api_key`.'),
    name: z.string().meta({ description: 'Your own name for the key.', examples: ['Order service'] }),
    last_four: z.string().meta({ description: 'The last four characters of the key.', examples: ['x7Qp'] }),
    status: z
      .enum(KEY_STATUSES)
      .describe('`active`: it works. `expired` and `revoked`: requests with it are rejected with 401.'),
    scopes: z.array(z.string()).meta({
      description:
        'What the key may do: rights such as `batches:read`, or `all`, or `read_only` for all rights that only show something.',
      examples: [['purchases:create', 'purchases:read']],
    }),
    spend_caps: SpendCaps,
    spent_today: Money.nullable().describe(
      'Price of its purchases of this UTC day that are pending or successful; null if the key has no cap.',
    ),
    current: z.boolean().describe('Whether this request was sent with this key.'),
    created_at: DateTime.describe('When the key was created.'),
    expires_at: DateTime.nullable().describe(
      'From this time, the key does not work; null if it does not expire.',
    ),
    last_used_at: DateTime.nullable().describe(
      'When the key was last used, a minute or two late; null if it was not used.',
    ),
    former_key_until: DateTime.nullable().describe(
      'Until this time, the key from before the last rotation works too; null if only one works.',
    ),
    revoked_at: DateTime.nullable().describe('When the key was revoked; null if it was not.'),
  })
  .meta({ id: 'ApiKey', description: 'An API key, and what it may do.', examples: [API_KEY] });
export type ApiKey = z.output<typeof ApiKey>;

/** The answer that shows a key, once. */
export const ApiKeyWithSecret = z
  .object({
    ...ApiKey.shape,
    key: z.string().meta({
      description: 'The key itself. It is shown only in this answer: store it now.',
      examples: ['bw_live_EXAMPLE'],
    }),
  })
  .meta({
    id: 'ApiKeyWithSecret',
    description: 'A new API key, with the key itself.',
    examples: [NEW_API_KEY],
  });

const Fields = {
  name: z
    .string()
    .min(1)
    .max(NAME_CHARS_MAX)
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
    .meta({
      description: 'Your own name for the key, of up to 100 characters.',
      pattern: '^[^\\x00]+$',
      examples: ['Order service'],
    }),
  scopes: z
    .array(z.enum(SCOPES), { error: FIELD_RULES.scopes })
    .min(1, { error: FIELD_RULES.scopes })
    .max(SCOPES_MAX, { error: FIELD_RULES.scopes })
    .meta({
      description:
        'What the key may do. You can give only rights that you have. `all` and `read_only` include rights that are added later, except `approvals:decide`, `approvals:rules`, `people:read`, `people:manage`, `privacy:manage`, `privacy:export` and `requests:read`, which a key has only if you name them.',
      examples: [['purchases:create', 'purchases:read']],
    }),
  expires_at: Instant.nullable().describe(
    'From this time, the key does not work: up to ten years from now. Null if it does not expire.',
  ),
};

const Cap = z
  .strictObject(
    {
      amount: z
        .int({ error: FIELD_RULES.spend_caps })
        .min(1, { error: FIELD_RULES.spend_caps })
        .max(Number.MAX_SAFE_INTEGER, { error: FIELD_RULES.spend_caps })
        .describe('Amount in minor units of the currency.'),
      currency: z
        .string()
        .regex(/^[A-Z]{3}$/, { error: FIELD_RULES.spend_caps })
        .meta({ description: 'The currency of your account (ISO 4217).', examples: ['NGN'] }),
    },
    { error: FIELD_RULES.spend_caps },
  )
  .meta({
    id: 'SpendCap',
    description: 'The most that a key may spend.',
    examples: [API_KEY.spend_caps.per_day],
  })
  .nullable();

const NewSpendCaps = z
  .strictObject({
    per_purchase: Cap.optional().describe('The most that one purchase may cost; null for no cap.'),
    per_day: Cap.optional().describe('The most that the key may spend in one UTC day; null for no cap.'),
  })
  .meta({
    id: 'ReplaceSpendCaps',
    description:
      'The most that the key may spend. What you leave out stays as it is; a new key has no cap then.',
    examples: [{ per_day: API_KEY.spend_caps.per_day }],
  });
export type NewSpendCaps = z.output<typeof NewSpendCaps>;

export const CreateApiKey = z
  .strictObject({
    name: Fields.name,
    scopes: Fields.scopes,
    expires_at: Fields.expires_at.optional(),
    spend_caps: NewSpendCaps.optional(),
  })
  .meta({
    id: 'CreateApiKey',
    description: 'A new API key.',
    examples: [{ name: 'Order service', scopes: ['purchases:create', 'purchases:read'] }],
  });

export const UpdateApiKey = z
  .strictObject({
    name: Fields.name.optional(),
    scopes: Fields.scopes.optional(),
    expires_at: Fields.expires_at.optional(),
    spend_caps: NewSpendCaps.optional(),
  })
  .meta({
    id: 'UpdateApiKey',
    minProperties: 1,
    description: 'The fields to change; others stay as they are.',
    examples: [{ scopes: ['read_only'] }],
  });

export const RotateApiKey = z
  .strictObject({
    overlap_seconds: z
      .int({ error: FIELD_RULES.overlap_seconds })
      .min(0, { error: FIELD_RULES.overlap_seconds })
      .max(OVERLAP_SECONDS_MAX, { error: FIELD_RULES.overlap_seconds })
      .optional()
      .describe(
        'For this many seconds, the former key works too; 86400 if you leave it out. 0 ends the former key now.',
      ),
  })
  .meta({
    id: 'RotateApiKey',
    description: 'How the key is replaced.',
    examples: [{ overlap_seconds: 86_400 }],
  });

/** What is rendered of a key. */
export interface RenderedKey extends KeyTerms {
  readonly id: KeyId;
  readonly lastFour: string;
  readonly status: (typeof KEY_STATUSES)[number];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly formerUntil: Date | null;
  readonly revokedAt: Date | null;
  readonly spentToday: MinorUnits | null;
}

/** Renders a key as clients see it. `current` is the key of the request, if it has one. */
export function renderApiKey(key: RenderedKey, current: KeyId | null, currency: string): ApiKey {
  const money = (amount: MinorUnits | null) => (amount === null ? null : { amount, currency });
  return {
    id: key.id,
    object: 'api_key',
    name: key.name,
    last_four: key.lastFour,
    status: key.status,
    scopes: [...key.scopes],
    spend_caps: { per_purchase: money(key.caps.purchase), per_day: money(key.caps.day) },
    spent_today: money(key.spentToday),
    current: key.id === current,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    former_key_until: key.formerUntil?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
  };
}
