import { z } from 'zod';

const EXAMPLE = {
  object: 'top_up_details',
  bank: 'First Bank of Nigeria',
  holder: 'Bundlewire Ltd',
  number: '2034567890',
  reference: 'ACME-LIVE',
  instructions: 'Transfers before 15:00 WAT are booked on the same day.',
};

const text = (description: string) => z.string().nullable().describe(description);

/** Where the client of an account pays money in. */
export const TopUpDetails = z
  .object({
    object: z.literal('top_up_details').describe('Always `top_up_details`.'),
    bank: text('The bank; null if no bank details are set for your account.'),
    holder: text('The name of the bank account; null if no bank details are set.'),
    number: text('The number of the bank account; null if no bank details are set.'),
    reference: text(
      'Write this in the transfer, so that the money is booked for this account; null if no bank details are set.',
    ),
    instructions: text('More about paying in, such as times; null if there is nothing more.'),
  })
  .meta({
    id: 'TopUpDetails',
    description: 'Where you pay money in, and the reference to give.',
    examples: [EXAMPLE],
  });
export type TopUpDetails = z.output<typeof TopUpDetails>;
