import { z } from 'zod';
import { Money } from './common.ts';
import { FIELD_RULES } from './field-rules.ts';

const RANGES_MAX = 100;
const RANGE_CHARS_MAX = 64;
const EMAIL_CHARS_MAX = 254;
/** 2^53 - 1, the largest amount that JavaScript and JSON clients count exactly. */
const AMOUNT_MAX = Number.MAX_SAFE_INTEGER;

/** From which addresses the keys of an account work. */
export const IpAllowlist = z
  .object({
    object: z.literal('ip_allowlist').describe('Always `ip_allowlist`.'),
    ranges: z
      .array(z.string())
      .describe('The ranges from which your keys work. If the list is empty, they work from anywhere.'),
    your_address: z.string().meta({
      description:
        'The IP address from which your request came, in the form in which it is compared with the ranges.',
      examples: ['203.0.113.7'],
    }),
  })
  .meta({
    id: 'IpAllowlist',
    description: 'From which IP addresses the keys of your account work.',
    examples: [
      { object: 'ip_allowlist', ranges: ['198.51.100.0/24', '203.0.113.7/32'], your_address: '203.0.113.7' },
    ],
  });
export type IpAllowlist = z.output<typeof IpAllowlist>;

export const ReplaceIpAllowlist = z
  .strictObject({
    ranges: z
      .array(z.string().max(RANGE_CHARS_MAX, { error: FIELD_RULES.ranges }), { error: FIELD_RULES.ranges })
      .max(RANGES_MAX, { error: FIELD_RULES.ranges })
      .meta({
        description:
          'All ranges that are allowed from now on. Each is an IPv4 or IPv6 address, or a CIDR range in which all bits after the prefix are 0. An empty list allows every address.',
        examples: [['203.0.113.7', '198.51.100.0/24']],
      }),
    allow_lockout: z
      .boolean()
      .optional()
      .describe(
        '`true` accepts a list that does not contain the address from which your request came. Your keys then stop working from that address.',
      ),
  })
  .meta({
    id: 'ReplaceIpAllowlist',
    description: 'The new allowlist.',
    examples: [{ ranges: ['203.0.113.7', '198.51.100.0/24'] }],
  });

/** With a pattern instead of `format: email`, which validators understand differently and some need a package for. */
export const EmailAddress = z
  .string()
  .max(EMAIL_CHARS_MAX, { error: FIELD_RULES.email })
  .regex(z.regexes.email, { error: FIELD_RULES.email });

/** When and whom to mail that the available balance is low. */
export const LowBalanceAlert = z
  .object({
    object: z.literal('low_balance_alert').describe('Always `low_balance_alert`.'),
    threshold: Money.nullable().describe(
      'An alert is sent when the available balance falls below this amount; null if there are no alerts.',
    ),
    email: z
      .string()
      .nullable()
      .meta({
        description: 'Where alerts are sent; null if there are none.',
        examples: ['finance@example.com'],
      }),
  })
  .meta({
    id: 'LowBalanceAlert',
    description:
      'An e-mail that is sent when the available balance falls below an amount. The next one is sent only after the balance has reached the amount and falls below it again.',
    examples: [
      {
        object: 'low_balance_alert',
        threshold: { amount: 5_000_000, currency: 'NGN' },
        email: 'finance@example.com',
      },
    ],
  });
export type LowBalanceAlert = z.output<typeof LowBalanceAlert>;

const Threshold = z
  .strictObject({
    amount: z
      .int({ error: FIELD_RULES.threshold })
      .min(1, { error: FIELD_RULES.threshold })
      .max(AMOUNT_MAX, { error: FIELD_RULES.threshold })
      .describe('Amount in minor units of the currency. For example, 5000000 kobo is ₦50,000.00.'),
    currency: z
      .string()
      .max(3, { error: FIELD_RULES.threshold })
      .meta({ description: 'The currency of your account.', pattern: '^[A-Z]{3}$', examples: ['NGN'] }),
  })
  .meta({
    id: 'LowBalanceThreshold',
    description: 'The amount below which an alert is sent.',
    examples: [{ amount: 5_000_000, currency: 'NGN' }],
  });

export const ReplaceLowBalanceAlert = z
  .strictObject({
    threshold: Threshold.nullable().describe(
      'The amount, in the currency of your account; null for no alerts.',
    ),
    email: EmailAddress.nullable().meta({
      description: 'Where alerts are sent; null for no alerts. Set both fields, or neither.',
      examples: ['finance@example.com'],
    }),
  })
  .meta({
    id: 'ReplaceLowBalanceAlert',
    description: 'The new alert. Null in both fields ends the alerts.',
    examples: [{ threshold: { amount: 5_000_000, currency: 'NGN' }, email: 'finance@example.com' }],
  });
export type ReplaceLowBalanceAlert = z.output<typeof ReplaceLowBalanceAlert>;
