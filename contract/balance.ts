import { z } from 'zod';
import type { Balance } from '../domain/money/account.ts';
import { DateTime, Money } from './common.ts';
import { FIELD_RULES } from './field-rules.ts';

/** The contract's Balance. */
export const BalanceResource = z
  .object({
    object: z.literal('balance').describe('Always `balance`.'),
    available: Money.describe('What you can spend now.'),
    held: Money.describe(
      'The price of purchases that are still pending. It is charged if they succeed, and released if they fail.',
    ),
    updated_at: DateTime.describe('When the balance last changed.'),
  })
  .meta({
    id: 'Balance',
    description: 'Your prepaid balance.',
    examples: [
      {
        object: 'balance',
        available: { amount: 74_900_000, currency: 'NGN' },
        held: { amount: 100_000, currency: 'NGN' },
        updated_at: '2026-11-20T09:30:00.000Z',
      },
    ],
  });
export type BalanceResource = z.output<typeof BalanceResource>;

/** The most that a client can set in the sandbox, in minor units. */
export const SANDBOX_BALANCE_MAX = 100_000_000_000;

const rule = { error: FIELD_RULES.sandbox_available };

/** The body of PUT /v1/sandbox/balance. */
export const ReplaceSandboxBalance = z
  .strictObject({
    available: z
      .int(rule)
      .min(0, rule)
      .max(SANDBOX_BALANCE_MAX, rule)
      .describe(
        'The new available balance of your test-mode account, in minor units of your currency. For example, 50000 kobo is ₦500.00.',
      ),
  })
  .meta({
    id: 'ReplaceSandboxBalance',
    description: 'The new available balance of your test-mode account.',
    examples: [{ available: 50_000 }],
  });

/** Renders a balance as clients see it. */
export function renderBalance({ available, held, currency, updatedAt }: Balance): BalanceResource {
  return {
    object: 'balance',
    available: { amount: available, currency },
    held: { amount: held, currency },
    updated_at: updatedAt.toISOString(),
  };
}
