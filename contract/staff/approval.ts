import { z } from 'zod';
import { APPROVAL_STATUSES } from '../../domain/approvals/approval.ts';
import { ApprovalId } from '../approvals/approval.ts';
import { DateTime, Money } from '../common.ts';

const Who = z
  .object({
    kind: z.string().describe('`person`, or `operator` for direct access to the database.'),
    id: z.string().describe('Id of the person, or the name that was given.'),
  })
  .meta({ id: 'StaffApprovalActor', description: 'Who acted.' });

export const StaffApprovalResource = z
  .object({
    id: ApprovalId,
    object: z.literal('staff_approval').describe('Always `staff_approval`.'),
    kind: z.string().meta({
      description: 'What is to be done: `account_fund`, `purchase_resolve` and others.',
      examples: ['account_fund'],
    }),
    command: z.string().meta({ description: 'The command that does it.', examples: ['account fund'] }),
    account_id: z.string().nullable().describe('The account that it concerns; null for none.'),
    status: z.enum(APPROVAL_STATUSES).describe('`requested` and `approved` are open. The others are ends.'),
    amount: Money.nullable().describe('The amount by which the rule was judged; null for kinds without one.'),
    terms: z
      .record(z.string(), z.unknown())
      .describe('All parameters: exactly this is approved. The fields depend on the kind.'),
    steps_required: z.int().describe('How many other people must approve.'),
    steps_given: z.int().describe('How many have approved.'),
    requested_by: Who.describe('Who requested it, and so cannot approve it.'),
    reason: z.string().nullable().describe('Why; null for no reason.'),
    decisions: z
      .array(
        z.object({
          by: Who.describe('Who.'),
          decision: z.string().describe('`approved` or `rejected`.'),
          reason: z.string().nullable().describe('Why; null for no reason.'),
          decided_at: DateTime.describe('When.'),
        }),
      )
      .describe('In the order in which they were made.'),
    end_reason: z.string().nullable().describe('Why it was rejected or withdrawn; null for none.'),
    requested_at: DateTime.describe('When it was requested.'),
    expires_at: DateTime.describe('It must be approved and used before this time.'),
    ended_at: DateTime.nullable().describe('When it ended; null while it is open.'),
  })
  .meta({
    id: 'StaffApproval',
    description: 'What one staff member wants to do, and others approve.',
  });
export type StaffApprovalResource = z.output<typeof StaffApprovalResource>;
