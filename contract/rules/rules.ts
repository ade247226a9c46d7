import { z } from 'zod';
import { isE164 } from '../../domain/network/number-plan.ts';
import { ALLOWED_BUNDLES_MAX, BLOCKLIST_NUMBERS_MAX } from '../../domain/rules/purchase-rules.ts';
import { DateTime, Money, PhoneNumber, ShownPhoneNumber } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';

const BUNDLE_ID_CHARS_MAX = 64;
const BUNDLE_IDS = ['bnd_mtn_ng_1gb_30d', 'bnd_glo_ng_1gb_30d'];
const BLOCKED_NUMBERS = ['+2348030000001', '+2348030000002'];

const LIMIT = { amount: 50_000_000, currency: 'NGN' };

const LimitAmount = z
  .strictObject({
    amount: z
      .int({ error: FIELD_RULES.spending_limit })
      .min(1, { error: FIELD_RULES.spending_limit })
      .max(Number.MAX_SAFE_INTEGER, { error: FIELD_RULES.spending_limit })
      .describe('Amount in minor units of the currency: 50000000 kobo is ₦500,000.00.'),
    currency: z
      .string()
      .max(3, { error: FIELD_RULES.spending_limit })
      .meta({ description: 'The currency of your account.', pattern: '^[A-Z]{3}$', examples: ['NGN'] }),
  })
  .meta({ id: 'ReplaceSpendingLimit', description: 'The most that may be spent.', examples: [LIMIT] });

export const ReplaceSpendingLimits = z
  .strictObject({
    per_campaign: LimitAmount.nullable().describe('The most that one campaign may spend; null for no limit.'),
    per_day: LimitAmount.nullable().describe('The most that may be spent per day (UTC); null for no limit.'),
    per_month: LimitAmount.nullable().describe(
      'The most that may be spent per month (UTC); null for no limit.',
    ),
  })
  .meta({
    id: 'ReplaceSpendingLimits',
    description: 'All spending limits from now on.',
    examples: [{ per_campaign: LIMIT, per_day: null, per_month: null }],
  });
export type ReplaceSpendingLimits = z.output<typeof ReplaceSpendingLimits>;

/** What an account may spend, and what it has spent. */
export const SpendingLimits = z
  .object({
    object: z.literal('spending_limits').describe('Always `spending_limits`.'),
    per_campaign: Money.nullable().describe('The most that one campaign may spend; null for no limit.'),
    per_day: Money.nullable().describe('The most that may be spent per day (UTC); null for no limit.'),
    per_month: Money.nullable().describe('The most that may be spent per month (UTC); null for no limit.'),
    spent_today: Money.nullable().describe(
      'What counts towards the limit of today (UTC): pending and successful purchases that were made today. Null if there is no limit per day and no limit per month.',
    ),
    spent_this_month: Money.nullable().describe(
      'What counts towards the limit of this month (UTC). Null if there is no limit per day and no limit per month.',
    ),
  })
  .meta({
    id: 'SpendingLimits',
    description:
      'What your account may spend. The price of a purchase counts while the purchase is pending or successful. If the purchase fails or is reversed, the price no longer counts.',
    examples: [
      {
        object: 'spending_limits',
        per_campaign: null,
        per_day: LIMIT,
        per_month: null,
        spent_today: { amount: 1_250_000, currency: 'NGN' },
        spent_this_month: { amount: 31_400_000, currency: 'NGN' },
      },
    ],
  });
export type SpendingLimits = z.output<typeof SpendingLimits>;

/** The bundles that an account may buy, of those that are sold to it. */
export const AllowedBundles = z
  .object({
    object: z.literal('allowed_bundles').describe('Always `allowed_bundles`.'),
    bundle_ids: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'The only bundles that your account buys; null if it buys every bundle that is sold to it.',
        examples: [BUNDLE_IDS],
      }),
  })
  .meta({
    id: 'AllowedBundles',
    description: 'The bundles that your account may buy, of those that are sold to it.',
    examples: [{ object: 'allowed_bundles', bundle_ids: BUNDLE_IDS }],
  });
export type AllowedBundles = z.output<typeof AllowedBundles>;

export const ReplaceAllowedBundles = z
  .strictObject({
    bundle_ids: z
      .array(
        z
          .string()
          .min(1, { error: FIELD_RULES.bundle_ids })
          .max(BUNDLE_ID_CHARS_MAX, { error: FIELD_RULES.bundle_ids }),
        {
          error: FIELD_RULES.bundle_ids,
        },
      )
      .min(1, { error: FIELD_RULES.bundle_ids })
      .max(ALLOWED_BUNDLES_MAX, { error: FIELD_RULES.bundle_ids })
      .nullable()
      .meta({
        description:
          'All bundles that are allowed from now on, each of them sold to your account; null allows every bundle.',
        examples: [BUNDLE_IDS],
      }),
  })
  .meta({
    id: 'ReplaceAllowedBundles',
    description: 'The new list of allowed bundles.',
    examples: [{ bundle_ids: BUNDLE_IDS }],
  });

/** How many numbers an account has blocked: the numbers are stored as hashes only. */
export const Blocklist = z
  .object({
    object: z.literal('blocklist').describe('Always `blocklist`.'),
    count: z.int().min(0).max(Number.MAX_SAFE_INTEGER).describe('How many numbers are blocked.'),
    first_added_at: DateTime.nullable().describe(
      'When the oldest of them was blocked; null if there is none.',
    ),
    last_added_at: DateTime.nullable().describe(
      'When the newest of them was blocked; null if there is none.',
    ),
  })
  .meta({
    id: 'Blocklist',
    description:
      'How many numbers your account has blocked. The numbers are stored only as hashes with a secret key, so they cannot be listed.',
    examples: [
      {
        object: 'blocklist',
        count: 1_240,
        first_added_at: '2026-11-02T08:15:00.000Z',
        last_added_at: '2026-11-20T09:30:00.000Z',
      },
    ],
  });
export type Blocklist = z.output<typeof Blocklist>;

/** The blocklist after a change, and how many numbers the change concerned. */
export const ChangedBlocklist = z
  .object({
    ...Blocklist.shape,
    changed: z
      .int()
      .min(0)
      .max(BLOCKLIST_NUMBERS_MAX)
      .describe('How many numbers were blocked or unblocked. Others were so already.'),
  })
  .meta({
    id: 'ChangedBlocklist',
    description: 'The blocklist after the change.',
    examples: [
      {
        object: 'blocklist',
        count: 1_240,
        first_added_at: '2026-11-02T08:15:00.000Z',
        last_added_at: '2026-11-20T09:30:00.000Z',
        changed: 2,
      },
    ],
  });

export const UpdateBlocklist = z
  .strictObject({
    phone_numbers: z
      .array(
        z.string({ error: FIELD_RULES.phone_numbers }).refine(isE164, { error: FIELD_RULES.phone_numbers }),
        {
          error: FIELD_RULES.phone_numbers,
        },
      )
      .min(1, { error: FIELD_RULES.phone_numbers })
      .max(BLOCKLIST_NUMBERS_MAX, { error: FIELD_RULES.phone_numbers })
      .meta({
        description: 'Up to 10,000 numbers in E.164 format. A number that is repeated counts once.',
        examples: [BLOCKED_NUMBERS],
      }),
  })
  .meta({
    id: 'UpdateBlocklist',
    description: 'Numbers to block or to unblock.',
    examples: [{ phone_numbers: BLOCKED_NUMBERS }],
  });

export const CreateBlocklistLookup = z.strictObject({ phone_number: PhoneNumber }).meta({
  id: 'CreateBlocklistLookup',
  description: 'The number to look up.',
  examples: [{ phone_number: '+2348030000001' }],
});

/** Whether one number is blocked. */
export const BlocklistLookup = z
  .object({
    object: z.literal('blocklist_lookup').describe('Always `blocklist_lookup`.'),
    phone_number: ShownPhoneNumber,
    blocked: z.boolean().describe('Whether your account has blocked the number.'),
    added_at: DateTime.nullable().describe('When it was blocked; null if it is not.'),
  })
  .meta({
    id: 'BlocklistLookup',
    description: 'Whether your account has blocked a number.',
    examples: [
      {
        object: 'blocklist_lookup',
        phone_number: '+2348030000001',
        blocked: true,
        added_at: '2026-11-20T09:30:00.000Z',
      },
    ],
  });
export type BlocklistLookup = z.output<typeof BlocklistLookup>;
