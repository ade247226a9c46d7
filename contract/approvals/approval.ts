import { z } from 'zod';
import type { Identity } from '../../domain/access/identity.ts';
import { APPROVAL_STATUSES, findOwnRole } from '../../domain/approvals/approval.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import { showSendBetween } from '../../domain/batch/quiet-hours.ts';
import { DateTime, Money } from '../common.ts';
import { APPROVAL } from '../examples/approvals.ts';
import { FIELD_RULES } from '../field-rules.ts';

export const ApprovalId = z.string().meta({ description: 'Id of the approval.', examples: [APPROVAL.id] });

const Actor = z
  .object({
    kind: z
      .string()
      .describe('`key`, `person`, `operator` (your technical contact) or `process` (Bundlewire itself).'),
    id: z.string().describe('Id of the key or person; otherwise a name.'),
    name: z
      .string()
      .nullable()
      .describe(
        'Name of the key or person. Null if they have none, if the person has left, and in events. Keys need the right `people:read` to see the names of people.',
      ),
  })
  .meta({ id: 'ApprovalActor', description: 'Who acted.', examples: [APPROVAL.requested_by] });

const Terms = z
  .object({
    file_sha256: z.string().nullable().describe('SHA-256 of the file, in hexadecimal.'),
    revision: z.int().describe('Revision of the rows.'),
    approved_cost: Money.describe('The most that the batch may spend.'),
    not_before: DateTime.nullable().describe('Nothing is bought before this time; null for none.'),
    send_between: z.string().nullable().describe('Hours in which rows are bought; null for any hour.'),
    on_invalid: z.string().describe('As in the batch.'),
    on_insufficient_balance: z.string().describe('As in the batch.'),
    on_duplicate: z.string().describe('As in the batch.'),
    duplicate_window_hours: z.int().describe('As in the batch.'),
  })
  .meta({
    id: 'ApprovalTerms',
    description: 'All that is approved. If one of these changes, the approval is voided.',
    examples: [APPROVAL.terms],
  });

const Decision = z
  .object({
    by: Actor,
    decision: z.string().describe('`approved` or `rejected`.'),
    reason: z.string().nullable().describe('As that person wrote it; null for none.'),
    decided_at: DateTime.describe('When.'),
  })
  .meta({
    id: 'ApprovalDecision',
    description: 'What one person or key decided.',
    examples: APPROVAL.decisions,
  });

export const ApprovalResource = z
  .object({
    id: ApprovalId,
    object: z.literal('approval').describe('Always `approval`.'),
    kind: z
      .string()
      .describe('`campaign_start`: starting, scheduling or resuming a batch. More may be added.'),
    status: z
      .enum(APPROVAL_STATUSES)
      .describe(
        '`requested`: it waits for approvals. `approved`: the batch can be started. `used`: the batch was started with it. The others are ends too.',
      ),
    batch_id: z.string().describe('The batch that it is about.'),
    batch_reference: z.string().nullable().describe('The reference of the batch.'),
    amount: Money.describe('The amount by which the rule was judged: the most that the batch may spend.'),
    steps_required: z.int().describe('How many different persons or keys must approve.'),
    steps_given: z.int().describe('How many have approved.'),
    terms: Terms,
    requested_by: Actor.describe(
      'Who requested it. If the request set a start time, hours or a higher cost, they cannot approve it.',
    ),
    requester_may_approve: z
      .boolean()
      .describe(
        'Whether they may approve it: not if they prepared the batch, or set a start time, hours or a higher cost.',
      ),
    prepared_by: z.array(Actor).describe('Who uploaded or changed the batch, and so cannot approve it.'),
    decisions: z.array(Decision).describe('In the order in which they were made.'),
    note: z
      .string()
      .nullable()
      .describe('What they wrote to those who approve; null for nothing. Only `request-start` takes a note.'),
    end_reason: z.string().nullable().describe('Why it was rejected or withdrawn; null for none.'),
    void_code: z
      .string()
      .nullable()
      .describe(
        'Why it ended as `voided`. `changed`: the rows or prices of the batch changed. `replaced`: another start was requested. `started`: the batch was started without it. `canceled`: the batch was cancelled. `unscheduled`: its start time was removed. Null if it was not voided, or before this field existed. More may be added.',
      ),
    requested_at: DateTime.describe('When it was requested.'),
    expires_at: DateTime.describe('It must be approved and used before this time.'),
    ended_at: DateTime.nullable().describe('When it was used, rejected, withdrawn, voided or expired.'),
  })
  .meta({
    id: 'Approval',
    description: 'A request that others approve before a batch may buy, and its outcome.',
    examples: [APPROVAL],
  });
export type ApprovalResource = z.output<typeof ApprovalResource>;

const reason = (what: string) =>
  z
    .string({ error: FIELD_RULES.approval_reason })
    .min(1, { error: FIELD_RULES.approval_reason })
    .max(500, { error: FIELD_RULES.approval_reason })
    .refine((text) => !text.includes('\u0000') && text.isWellFormed(), { error: FIELD_RULES.storable })
    .refine((text) => text.trim() !== '', { error: FIELD_RULES.approval_reason })
    .meta({
      description: what,
      pattern: '^[^\\x00]*[^\\x00\\s][^\\x00]*$',
      examples: ['Checked against the plan of December'],
    });

export const DecideApproval = z
  .strictObject({ reason: reason('A remark that is kept with your decision.').optional() })
  .meta({ id: 'DecideApproval', description: 'Optional remark.' });

export const EndApproval = z
  .strictObject({ reason: reason('Why: all who see the approval can read it.') })
  .meta({ id: 'EndApproval', description: 'Why you reject or withdraw it.' });

/** Names by the id of a key or person. */
export type ActorNames = ReadonlyMap<string, string>;

const NO_NAMES: ActorNames = new Map();

/** An approval as clients see it, with the names that they may see. */
export function renderApproval(approval: StoredApproval, names: ActorNames = NO_NAMES): ApprovalResource {
  const showActor = ({ kind, id }: Identity) => ({ kind, id, name: names.get(id) ?? null });
  const { id, kind, status, batchId, amount, currency, steps, terms, decisions } = approval;
  return {
    id,
    object: 'approval',
    kind,
    status,
    batch_id: batchId,
    batch_reference: approval.batchReference ?? null,
    amount: { amount, currency },
    steps_required: steps,
    steps_given: approval.approvedBy.length,
    terms: {
      file_sha256: terms.fileSha256,
      revision: terms.revision,
      approved_cost: { amount: terms.costCeiling, currency: terms.currency },
      not_before: terms.notBefore,
      send_between: terms.sendBetween === null ? null : showSendBetween(terms.sendBetween),
      on_invalid: terms.onInvalid,
      on_insufficient_balance: terms.onInsufficientBalance,
      on_duplicate: terms.onDuplicate,
      duplicate_window_hours: terms.duplicateWindowHours,
    },
    requested_by: showActor(approval.requestedBy),
    requester_may_approve: findOwnRole(approval, approval.requestedBy) === null,
    prepared_by: approval.preparedBy.map(showActor),
    decisions: decisions.map(({ by, decision, reason: why, at }) => ({
      by: showActor(by),
      decision,
      reason: why,
      decided_at: at.toISOString(),
    })),
    note: approval.requestNote ?? null,
    end_reason: approval.endReason,
    void_code: approval.voidCode ?? null,
    requested_at: approval.requestedAt.toISOString(),
    expires_at: approval.expiresAt.toISOString(),
    ended_at: approval.endedAt?.toISOString() ?? null,
  };
}
