import { z } from 'zod';
import { DateTime, NetworkId } from '../common.ts';

const PRINCIPAL = {
  principal_kind: z.string().describe('`key`, `person`, `staff`, `operator` or `process`.'),
  principal_id: z.string().describe('Id of the key or person, or a name.'),
};

const Facts = z.record(z.string(), z.unknown()).nullable();

export const StaffAuditEntry = z
  .object({
    id: z.string().describe('Id of the entry.'),
    object: z.literal('audit_entry').describe('Always `audit_entry`.'),
    account_id: z.string().nullable().describe('The account that it concerns; null for the platform.'),
    number: z.int().describe('Number of the entry in the log of the account, or in that of the platform.'),
    created_at: DateTime.describe('When.'),
    ...PRINCIPAL,
    session_id: z.string().nullable().describe('Session of the person; null for others.'),
    address: z.string().nullable().describe('IP address of the request; null if there was none.'),
    user_agent: z.string().nullable().describe('The browser or program; null if it is not known.'),
    action: z.string().meta({ description: 'What was done.', examples: ['batch_start'] }),
    subject: z.string().meta({ description: 'To what.', examples: ['bat_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    reason: z.string().nullable().describe('Why; null if no reason was given.'),
    before: Facts.describe('How it was before, if it was changed.'),
    after: Facts.describe('What it was changed to, or other facts.'),
    hash: z.string().describe('SHA-256 over the entry and the one before it, in hexadecimal.'),
  })
  .meta({ id: 'StaffAuditEntry', description: 'One entry of the audit log of any account, complete.' });
export type StaffAuditEntry = z.output<typeof StaffAuditEntry>;

export const StaffGatewayAlert = z
  .object({
    network_id: NetworkId,
    livemode: z.boolean().describe('Whether it concerns live purchases.'),
    route: z
      .string()
      .meta({ description: 'Which gateway of the network: `main`, or its name.', examples: ['main'] }),
    kind: z
      .string()
      .describe(
        '`supplier_account` (our wallet or key), `undocumented_answer`, `callback_rejected`, or `other_product`.',
      ),
    detail: z.string().describe('What the gateway sent, without phone numbers and secrets.'),
    first_at: DateTime.describe('When it was first raised.'),
    last_at: DateTime.describe('When it was last raised. It is over 15 minutes after that.'),
    times: z.int().describe('How often it was raised.'),
    runbook: z
      .string()
      .meta({ description: 'Where the API shows what to do.', examples: ['/docs/guides/operators.html'] }),
  })
  .meta({ id: 'StaffGatewayAlert', description: 'Trouble that concerns a whole gateway.' });
export type StaffGatewayAlert = z.output<typeof StaffGatewayAlert>;

export const StaffReconciliation = z
  .object({
    id: z.string().describe('Id of its entry of the audit log.'),
    created_at: DateTime.describe('When it ran.'),
    network_id: NetworkId,
    date: z.string().meta({ description: 'The UTC day that was compared.', examples: ['2026-11-20'] }),
    livemode: z.boolean().describe('Whether live purchases were compared.'),
    sent: z.int().describe('Purchases that we sent on that day.'),
    listed: z.int().describe('Orders in the list of the gateway.'),
    findings: z.int().describe('Orders on which the books and the list did not agree.'),
    ...PRINCIPAL,
    reason: z.string().nullable().describe('Why; null if no reason was given.'),
  })
  .meta({
    id: 'StaffReconciliation',
    description:
      'One comparison of a day with the list of a gateway. The command line runs them, and workers run those that were requested.',
  });
export type StaffReconciliation = z.output<typeof StaffReconciliation>;
