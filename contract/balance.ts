import { z } from 'zod';
import type { Balance } from '../domain/account.ts';
import { DateTime, Money } from './common.ts';

/** The contract's Balance. */
export const BalanceResource = z
  .object({
    object: z.literal('balance'),
    available: Money,
    held: Money,
    updated_at: DateTime,
  })
  .meta({ id: 'Balance' });
export type BalanceResource = z.output<typeof BalanceResource>;

/** A balance as clients see it. */
export function renderBalance({ available, held, currency, updatedAt }: Balance): BalanceResource {
  return {
    object: 'balance',
    available: { amount: available, currency },
    held: { amount: held, currency },
    updated_at: updatedAt.toISOString(),
  };
}
