import { z } from 'zod';
import type { Balance } from '../domain/money/account.ts';
import { DateTime, Money } from './common.ts';

/** The contract's Balance. */
export const BalanceResource = z
  .object({
    object: z.literal('balance').describe('Always `balance`.'),
    available: Money.describe('What you can spend now.'),
    held: Money.describe(
      'The price of purchases that are still pending: charged if they succeed, released if they fail.',
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

/** Renders a balance as clients see it. */
export function renderBalance({ available, held, currency, updatedAt }: Balance): BalanceResource {
  return {
    object: 'balance',
    available: { amount: available, currency },
    held: { amount: held, currency },
    updated_at: updatedAt.toISOString(),
  };
}
