import { z } from 'zod';
import { FAILURE_CODES, isRefusalCode } from '../../domain/purchase/failure-codes.ts';
import { LATE_REFUSALS } from '../../domain/purchase/late-evidence.ts';
import { Money, NamedId, PurchaseId } from '../common.ts';
import { FIELD_RULES } from '../field-rules.ts';
import { AccountIdField, LATE_SOURCE } from './common.ts';

const text = (what: string, example: string) =>
  z
    .string({ error: FIELD_RULES.approval_reason })
    .min(1, { error: FIELD_RULES.approval_reason })
    .max(500, { error: FIELD_RULES.approval_reason })
    .refine((given) => !given.includes('\u0000') && given.isWellFormed(), { error: FIELD_RULES.storable })
    .refine((given) => given.trim() !== '', { error: FIELD_RULES.approval_reason })
    .meta({ description: what, pattern: '^[^\\x00]*$', examples: [example] });

export const Reason = text('Why. It is in the audit log.', 'Ticket 4711');
const reason = Reason;

export const StaffReason = z
  .strictObject({ reason })
  .meta({ id: 'StaffReason', description: 'Why you do it.', examples: [{ reason: 'Ticket 4711' }] });

export const ControlBatch = z
  .strictObject({
    command: z
      .enum(['pause', 'resume', 'cancel'])
      .describe('Pending purchases continue. A cancelled campaign cannot be resumed.'),
    reason,
  })
  .meta({ id: 'ControlStaffBatch', description: 'What to do to a campaign of a client.' });

export const ControlledBatch = z
  .object({
    batch_id: z.string().describe('Id of the campaign.'),
    status: z.string().describe('Its status now.'),
    changed: z.boolean().describe('Whether this request changed it.'),
    refused: z
      .string()
      .nullable()
      .describe(
        'Why nothing was done: `unapproved` (the rules of the account want an approval, which is requested now), `impossible` (not in this status); null if it was done, now or before.',
      ),
  })
  .meta({ id: 'StaffControlledBatch', description: 'A campaign after a command.' });

/** A week. */
const OVERRIDE_MINUTES_MAX = 10_080;

export const OverrideNetwork = z
  .strictObject({
    status: z.enum(['operational', 'degraded', 'unavailable']).describe('What clients see.'),
    message: text(
      'What clients read as `status_message`. Required unless the status is `operational`, and not allowed with it.',
      'Maintenance until noon',
    ).optional(),
    minutes: z
      .int({ error: FIELD_RULES.override_minutes })
      .min(1, { error: FIELD_RULES.override_minutes })
      .max(OVERRIDE_MINUTES_MAX, { error: FIELD_RULES.override_minutes })
      .optional()
      .describe('After so many minutes, it ends. Without it, it holds until it is cleared.'),
    reason,
  })
  .meta({
    id: 'OverrideNetwork',
    description: 'The status that a network gets instead of the measured one.',
  });

/** Each is asked for at its gateway, while the request waits. */
export const REQUERIED_MAX = 20;

export const RequeryPurchases = z
  .strictObject({
    purchase_ids: z
      .array(NamedId)
      .min(1)
      .max(REQUERIED_MAX)
      .describe(`1 to ${REQUERIED_MAX} ids of purchases.`),
    reason,
  })
  .meta({ id: 'RequeryPurchases', description: 'For which purchases to ask the gateways, and why.' });

export const RequeryResult = z
  .object({
    purchase_id: PurchaseId,
    asked: z.boolean().describe('Whether the gateway was asked. Only pending purchases are asked for.'),
    answer: z.string().meta({
      description:
        'What it reported: `confirmed`, `refused` or `reversed` are booked. `pending`, `not_found`, `unavailable` and others leave the purchase pending. `final`: it was final already. `no_answer`: the gateway was too slow. `no_purchase`: there is none with this id.',
      examples: ['confirmed'],
    }),
  })
  .meta({ id: 'StaffRequeryResult', description: 'What a gateway reported about a purchase.' });

const evidence = text(
  'Proof, such as a ticket of the network. Without the phone number.',
  'MTN ticket 88123',
);

export const ResolvePurchase = z
  .strictObject({
    outcome: z
      .enum(['delivered', 'not_delivered'])
      .describe('`delivered` charges the client. `not_delivered` releases the hold.'),
    evidence,
    network_reference: z.string().max(100).optional().describe("The network's reference, with `delivered`."),
    code: z
      .enum(Object.keys(FAILURE_CODES).filter(isRefusalCode))
      .optional()
      .describe('`failure.code` for the client, with `not_delivered`; `network_rejected` by default.'),
    reason,
  })
  .meta({ id: 'ResolvePurchase', description: 'The outcome that the network confirmed to you.' });

/** Each is settled in its own transaction, while the request waits. */
const RESOLVED_MAX = 100;

const { network_reference: _ofOne, ...outcomeOfSeveral } = ResolvePurchase.shape;

export const ResolvePurchases = z
  .strictObject({
    purchase_ids: z
      .array(NamedId)
      .min(1)
      .max(RESOLVED_MAX)
      .describe(`1 to ${RESOLVED_MAX} ids of purchases.`),
    ...outcomeOfSeveral,
  })
  .meta({
    id: 'ResolvePurchases',
    description: 'The same outcome of several purchases, as the network confirmed it to you.',
  });

export const ResolutionResult = z
  .object({
    purchase_id: PurchaseId,
    status: z.string().describe('Status of the purchase now.'),
    moved: z.boolean().describe('Whether this request settled it. A final purchase does not change.'),
    refused: z
      .string()
      .nullable()
      .describe(
        'Why nothing was done: `unapproved` (others must approve it: the list of approvals has the request), `send_under_way` (the gateway may still answer), `never_sent` (nothing was delivered); null if it was done.',
      ),
  })
  .meta({ id: 'StaffResolutionResult', description: 'Whether a purchase was settled by hand.' });

export const RecordLateConfirmation = z
  .strictObject({
    evidence,
    network_reference: z.string().max(100).optional().describe("The network's reference of the delivery."),
    reason,
  })
  .meta({
    id: 'RecordLateConfirmation',
    description: 'What proves that a purchase was delivered after it had failed.',
  });

export const LateRecordingResult = z
  .object({
    purchase_id: PurchaseId,
    status: z.string().describe('Status of the purchase, which does not change.'),
    recorded: z
      .boolean()
      .describe('Whether this request recorded the delivery. A delivery is recorded once.'),
    refused: z
      .enum(LATE_REFUSALS)
      .nullable()
      .describe(
        'Why it was not recorded: the purchase is `pending` (settle it by hand), `successful` or `reversed`, or `never_sent` (no order was sent to the network). Null if it is on record now.',
      ),
    source: z.string().nullable().describe(LATE_SOURCE),
    resolution: z.string().nullable().describe('What was decided about it; null while it is open.'),
    message: z.string().describe('What happened and what to do next, for people.'),
  })
  .meta({ id: 'StaffLateRecording', description: 'Whether a late confirmation was recorded by hand.' });

export const DecideLateConfirmation = z
  .strictObject({
    resolution: z
      .enum(['settled_with_network', 'charged_by_agreement', 'written_off'])
      .describe(
        'Who pays: the network, the client (the price is booked as an adjustment), or we. The purchase stays failed.',
      ),
    reason,
  })
  .meta({ id: 'DecideLateConfirmation', description: 'Who pays for a late delivery.' });

export const LateDecision = z
  .object({
    purchase_id: PurchaseId,
    resolution: z.string().describe('As in the request.'),
  })
  .meta({ id: 'StaffLateDecision', description: 'A late confirmation that was decided.' });

export const ClosedContradictions = z
  .object({
    purchase_id: PurchaseId,
    closed: z.array(z.string()).describe('The kinds of the contradictions that were closed.'),
  })
  .meta({ id: 'StaffClosedContradictions', description: 'Contradictions that were closed.' });

export const BookEntry = z
  .strictObject({
    type: z
      .enum(['funding', 'adjustment'])
      .describe('`funding`: money that the client paid in. `adjustment`: an agreed correction, up or down.'),
    amount: Money.describe('Above zero for funding. In the currency of the account.'),
    reason,
  })
  .meta({ id: 'BookStaffEntry', description: 'A movement of the balance by hand.' });

export const BookedEntry = z
  .object({
    account_id: AccountIdField,
    type: z.string().describe('As in the request.'),
    amount: Money.describe('What was booked.'),
    available: Money.describe('What the client can spend now.'),
    held: Money.describe('What is held for pending purchases.'),
  })
  .meta({ id: 'StaffBookedEntry', description: 'A movement that was booked.' });
