import { z } from 'zod';
import { DateTime } from '../common.ts';

export const StaffAlert = z
  .object({
    name: z.string().meta({ description: 'Its name, as in the runbooks.', examples: ['LateConfirmation'] }),
    object: z.literal('alert').describe('Always `alert`.'),
    severity: z
      .enum(['page', 'ticket'])
      .describe('`page`: act now. `ticket`: it can wait for working hours.'),
    subject: z
      .string()
      .nullable()
      .meta({ description: 'The network or queue that it concerns; null for the whole installation.' }),
    livemode: z
      .boolean()
      .nullable()
      .describe('Whether it concerns live purchases only, or test purchases only; null for both.'),
    count: z
      .int()
      .nullable()
      .describe('How many there are, such as late confirmations; null if it counts nothing.'),
    seconds: z
      .int()
      .nullable()
      .describe('How long the worst has waited or been overdue, in seconds; null if no time matters.'),
    since: DateTime.nullable().describe('Since when, if that is on record.'),
    detail: z
      .string()
      .nullable()
      .describe('More that is on record, such as what a gateway sent. No phone numbers and no secrets.'),
    runbook: z.string().meta({
      description: 'Where the API shows what to do.',
      examples: ['/docs/guides/operators.html#lateconfirmation'],
    }),
  })
  .meta({ id: 'StaffAlert', description: 'What is wrong now, and where its runbook is.' });
export type StaffAlert = z.output<typeof StaffAlert>;
