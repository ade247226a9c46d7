import { z } from 'zod';
import type { Outcome, Statement, StatementLine } from '../domain/money/statement.ts';
import { DateTime } from './common.ts';

const Day = z.iso.date().meta({ description: 'UTC day', examples: ['2026-11-20'] });
const amount = (description: string) => z.int().meta({ description });

const Total = z.object({
  count: z.int(),
  amount: amount('Signed minor units: charges negative, refunds and funding positive'),
});

const CLOSED_DAY = {
  object: 'statement',
  date: '2026-11-20',
  status: 'closed',
  currency: 'NGN',
  opening_balance: 75_000_000,
  closing_balance: 34_050_000,
  totals: {
    purchases_successful: { count: 486, amount: -41_050_000 },
    purchases_failed: { count: 7, amount: 0 },
    reversals: { count: 1, amount: 100_000 },
    funding: { count: 0, amount: 0 },
    adjustments: { count: 0, amount: 0 },
  },
} as const;

/** The contract's Statement. */
export const StatementResource = z
  .object({
    object: z.literal('statement'),
    date: Day,
    status: z.enum(['open', 'closed']),
    currency: z.string().meta({ examples: ['NGN'] }),
    opening_balance: amount('Available plus held at 00:00 UTC, minor units'),
    closing_balance: amount('Available plus held at 24:00 UTC, minor units; null while open').nullable(),
    totals: z.object({
      purchases_successful: Total,
      purchases_failed: Total.meta({ description: 'The amount is 0: nothing was charged' }),
      reversals: Total,
      funding: Total,
      adjustments: Total,
    }),
  })
  .meta({ id: 'Statement', examples: [CLOSED_DAY] });
export type StatementResource = z.output<typeof StatementResource>;

/** The contract's Statement line. */
export const StatementLineResource = z
  .object({
    id: z.string().meta({ examples: ['stl_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    object: z.literal('statement_line'),
    type: z.enum(['purchase', 'reversal', 'funding', 'adjustment']),
    occurred_at: DateTime,
    amount: amount('Signed minor units: charges negative, refunds and top-ups positive'),
    currency: z.string(),
    balance_after: z.int(),
    purchase_id: z.string().nullable(),
    reference: z.string().nullable(),
    phone_number: z.string().nullable(),
    bundle_id: z.string().nullable(),
  })
  .meta({ id: 'StatementLine' });
export type StatementLineResource = z.output<typeof StatementLineResource>;

/** A statement as clients see it. The order of its fields is fixed: a closed one answers the same bytes for ever. */
export function renderStatement(statement: Statement): StatementResource {
  const total = (outcome: Outcome) => {
    const { count, amount } = statement.totals[outcome];
    return { count, amount };
  };
  return {
    object: 'statement',
    date: statement.day,
    status: statement.status,
    currency: statement.currency,
    opening_balance: statement.openingBalance,
    closing_balance: statement.closingBalance,
    totals: {
      purchases_successful: total('purchases_successful'),
      purchases_failed: total('purchases_failed'),
      reversals: total('reversals'),
      funding: total('funding'),
      adjustments: total('adjustments'),
    },
  };
}

/** A statement line as clients see it. */
export function renderStatementLine(line: StatementLine): StatementLineResource {
  return {
    id: line.id,
    object: 'statement_line',
    type: line.type,
    occurred_at: line.occurredAt.toISOString(),
    amount: line.amount,
    currency: line.currency,
    balance_after: line.balanceAfter,
    purchase_id: line.purchaseId,
    reference: line.reference,
    phone_number: line.phoneNumber,
    bundle_id: line.bundleId,
  };
}
