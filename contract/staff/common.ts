import { z } from 'zod';

export const AccountIdField = z
  .string()
  .meta({ description: 'Id of the account.', examples: ['acc_01kf0x6q0sfb7r9m2ptq4n6wzg'] });

/** Whose resource a list of all accounts shows. */
export const OF_ACCOUNT = {
  account_id: AccountIdField,
  account_name: z.string().meta({ description: 'Name of the account.', examples: ['Acme'] }),
  livemode: z.boolean().describe('Whether the account is live. Test accounts buy from simulators.'),
};

/** A list for the staff that has everything. Lists with pages are those of clients: `namedList`. */
export function staffList<T extends z.ZodType>(id: string, item: T) {
  return z
    .object({
      object: z.literal('list').describe('Always `list`.'),
      data: z.array(item).describe('What was found, in the order of the list.'),
      has_more: z.boolean().describe('Always false: the list has everything.'),
    })
    .meta({ id, description: 'What was found.' });
}

/** What the sources of a late confirmation mean. */
export const LATE_SOURCE =
  'Who reported the delivery. `operator`: a person recorded it on evidence. `submit`, `inquiry` or `callback`: the gateway. Null if it is not on record.';
