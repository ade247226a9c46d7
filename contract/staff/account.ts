import { z } from 'zod';
import { DateTime, Money } from '../common.ts';
import { AccountIdField } from './common.ts';

const Organisation = z
  .object({
    id: z
      .string()
      .meta({ description: 'Id of the organisation.', examples: ['org_01kf0x6q0sfb7r9m2ptq4n6wzf'] }),
    name: z.string().meta({ description: 'Its name.', examples: ['Acme Rewards'] }),
  })
  .meta({ id: 'StaffOrganisation', description: 'The organisation of an account.' });

const FIELDS = {
  id: AccountIdField,
  object: z.literal('account').describe('Always `account`.'),
  name: z.string().meta({ description: 'Its name.', examples: ['Acme'] }),
  livemode: z.boolean().describe('Whether it is live. Test accounts buy from simulators.'),
  organisation: Organisation.nullable().describe('To whom it belongs; null for none.'),
  available: Money.describe('What the client can spend.'),
  held: Money.describe('What is held for pending purchases.'),
  pending_purchases: z.int().describe('How many purchases are pending.'),
  rate_limit_per_second: z.int().describe('Most requests per second.'),
  price_lock_hours: z
    .int()
    .describe('For so many hours, a campaign keeps the prices of its check; 0 for not at all.'),
  webhook_url: z.string().nullable().describe('The webhook endpoint that operators set; null for none.'),
  created_at: DateTime.describe('When it was opened.'),
};

export const StaffAccount = z
  .object(FIELDS)
  .meta({ id: 'StaffAccount', description: 'An account of a client with its money.' });
export type StaffAccount = z.output<typeof StaffAccount>;

/** One action, without what it changed: the audit log has that. */
export const StaffActionEntry = z
  .object({
    id: z.string().describe('Id of the entry of the audit log.'),
    created_at: DateTime.describe('When.'),
    principal_kind: z.string().describe('`key`, `person`, `staff`, `operator` or `process`.'),
    principal_id: z.string().describe('Id of the key or person, or a name.'),
    action: z.string().meta({ description: 'What was done.', examples: ['purchase_requery'] }),
    subject: z.string().meta({ description: 'To what.', examples: ['pur_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    reason: z.string().nullable().describe('Why; null if no reason was given.'),
  })
  .meta({ id: 'StaffActionEntry', description: 'One entry of the audit log in short.' });

export const StaffAccountDetail = z
  .object({
    ...FIELDS,
    keys_in_use: z.int().describe('How many API keys are not revoked.'),
    approvers: z
      .int()
      .describe('How many people and keys of the client may approve campaigns that others prepared.'),
    actions: z.array(StaffActionEntry).describe('The last entries of its audit log, newest first.'),
  })
  .meta({ id: 'StaffAccountDetail', description: 'An account of a client, with what was done to it last.' });
export type StaffAccountDetail = z.output<typeof StaffAccountDetail>;
