import { z } from 'zod';
import type { Outcome, Statement, StatementLine } from '../domain/money/statement.ts';
import { BundleId, DateTime, PurchaseId } from './common.ts';
import { CLOSED_STATEMENT, STATEMENT_LINE } from './examples/statements.ts';

const Day = z.iso.date().meta({ description: 'The UTC day (YYYY-MM-DD).', examples: ['2026-11-20'] });

const Total = z
  .object({
    count: z.int().describe('Number of purchases or movements.'),
    amount: z.int().describe('Sum in minor units: charges are negative, refunds and funding are positive.'),
  })
  .meta({ id: 'StatementTotal', description: 'Count and sum of one kind of outcome.' });

const Totals = z
  .object({
    purchases_successful: Total.describe('Purchases that were charged on this day.'),
    purchases_failed: Total.describe(
      'Purchases that failed on this day. The amount is 0: nothing was charged.',
    ),
    reversals: Total.describe('Purchases that were refunded on this day.'),
    funding: Total.describe('Funds that were added.'),
    adjustments: Total.describe('Corrections that were agreed with you.'),
  })
  .meta({ id: 'StatementTotals', description: "The day's totals by outcome." });

/** The contract's Statement. */
export const StatementResource = z
  .object({
    object: z.literal('statement').describe('Always `statement`.'),
    date: Day,
    status: z
      .enum(['open', 'closed'])
      .describe('`open`: the day is in progress. `closed`: every movement is recorded, and nothing changes.'),
    currency: z.string().meta({ description: 'Currency code (ISO 4217).', examples: ['NGN'] }),
    opening_balance: z.int().describe('Balance at 00:00 UTC (available plus held), in minor units.'),
    closing_balance: z
      .int()
      .nullable()
      .describe('Balance at 24:00 UTC (available plus held), in minor units; null while the day is open.'),
    totals: Totals,
  })
  .meta({
    id: 'Statement',
    description: 'All movements of the balance on one UTC day.',
    examples: [CLOSED_STATEMENT],
  });
export type StatementResource = z.output<typeof StatementResource>;

/** The contract's Statement line. */
export const StatementLineResource = z
  .object({
    id: z.string().meta({
      description: 'Id of the line; `line_id` in the CSV file.',
      examples: ['stl_01kf0x8v5sfb7r9m2ptq4n6wze'],
    }),
    object: z.literal('statement_line').describe('Always `statement_line`.'),
    type: z
      .enum(['purchase', 'reversal', 'funding', 'adjustment'])
      .describe(
        '`purchase`: a successful purchase was charged. `reversal`: a reversed purchase was refunded. `funding`: funds were added. `adjustment`: a correction that was agreed with you.',
      ),
    occurred_at: DateTime.describe('When the balance changed.'),
    amount: z
      .int()
      .describe('Change in minor units: charges are negative, refunds and funding are positive.'),
    currency: z.string().meta({ description: 'Currency code (ISO 4217).', examples: ['NGN'] }),
    balance_after: z.int().describe('Balance after this line (available plus held), in minor units.'),
    purchase_id: PurchaseId.nullable().describe(
      'The purchase that was charged or refunded; null for other lines.',
    ),
    reference: z
      .string()
      .nullable()
      .meta({
        description: 'Your reference of the purchase; null if there is no purchase.',
        examples: ['order-1001'],
      }),
    phone_number: z
      .string()
      .nullable()
      .meta({
        description: 'The number of the purchase; null if there is no purchase.',
        examples: ['+2348031234567'],
      }),
    bundle_id: BundleId.nullable().describe('The bundle of the purchase; null if there is no purchase.'),
  })
  .meta({
    id: 'StatementLine',
    description: 'One movement of the balance.',
    examples: [STATEMENT_LINE],
  });
export type StatementLineResource = z.output<typeof StatementLineResource>;

/** Renders a statement as clients see it. The order of its fields is fixed, so that a closed one never changes a byte. */
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

/** Renders a statement line as clients see it. */
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
