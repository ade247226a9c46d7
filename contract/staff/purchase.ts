import { z } from 'zod';
import { DateTime, Money, NetworkId, PurchaseId } from '../common.ts';
import { PurchaseResource } from '../purchase.ts';
import { StaffAccount, StaffActionEntry } from './account.ts';
import { AccountIdField, LATE_SOURCE, OF_ACCOUNT } from './common.ts';
import { StaffTraceCost } from './margin.ts';

/** A purchase of any client. */
export const StaffPurchase = z
  .object({ ...OF_ACCOUNT, purchase: PurchaseResource })
  .meta({ id: 'StaffPurchase', description: 'A purchase, and whose it is.' });

export const StaffSearch = z
  .object({
    object: z.literal('search').describe('Always `search`.'),
    purchases: z
      .array(StaffPurchase)
      .describe('Purchases with this id, phone number or reference, newest first, at most 50.'),
    rows: z
      .array(
        z.object({
          batch_id: z.string().describe('Id of the campaign.'),
          line: z.int().describe('Line of the file.'),
          cause: z.string().describe('Why it has bought nothing, as a code.'),
          sentence: z.string().describe('Why it has bought nothing, for people.'),
        }),
      )
      .describe('Rows of campaigns with this reference that have bought nothing, at most 50.'),
    accounts: z
      .array(StaffAccount)
      .describe('Accounts with this id, or with the text in their name or that of their organisation.'),
  })
  .meta({ id: 'StaffSearch', description: 'What a text names, over all accounts.' });
export type StaffSearch = z.output<typeof StaffSearch>;

const WHY = {
  cause: z.string().meta({
    description: 'Why it is in its state, as a code. More may be added.',
    examples: ['waiting_for_network'],
  }),
  sentence: z.string().meta({
    description: 'Why it is in its state, for people.',
    examples: ['The network took the order and has not reported its outcome.'],
  }),
};

export const StaffStuckPurchase = z
  .object({
    id: PurchaseId,
    ...OF_ACCOUNT,
    network_id: NetworkId,
    reference: z.string().meta({ description: "The client's reference.", examples: ['order-1001'] }),
    created_at: DateTime.describe('When it was accepted.'),
    resolve_by: DateTime.describe('When it is final at the latest.'),
    price: Money.describe('What is held for it.'),
    ...WHY,
  })
  .meta({ id: 'StaffStuckPurchase', description: 'A purchase that is pending for too long.' });

export const StaffFailedPurchase = z
  .object({
    id: PurchaseId,
    ...OF_ACCOUNT,
    network_id: NetworkId,
    reference: z.string().meta({ description: "The client's reference.", examples: ['order-1001'] }),
    created_at: DateTime.describe('When it was accepted.'),
    completed_at: DateTime.describe('When it failed.'),
    price: Money.describe('What was held for it, and released.'),
    code: z.string().meta({ description: '`failure.code` of the purchase.', examples: ['network_timeout'] }),
    message: z.string().describe('Why it failed, as the client reads it.'),
  })
  .meta({ id: 'StaffFailedPurchase', description: 'A purchase that failed.' });
export type StaffFailedPurchase = z.output<typeof StaffFailedPurchase>;

export const StaffStuckList = z
  .object({
    object: z.literal('list').describe('Always `list`.'),
    data: z
      .array(StaffStuckPurchase)
      .describe(
        'Those with the cause, nearest deadline first. A page that is not the last has fewer than `limit` only if 500 purchases were examined for it.',
      ),
    causes: z
      .array(
        z.object({
          cause: WHY.cause,
          count: z.int().describe('How many of the examined purchases have it.'),
        }),
      )
      .describe('Every cause among the examined purchases, most frequent first.'),
    has_more: z
      .boolean()
      .describe(
        'Whether another page follows. The counts are of the purchases that were examined for this one.',
      ),
    next_cursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` to get the next page; null on the last page.'),
  })
  .meta({ id: 'StaffStuckList', description: 'Purchases that are pending for too long, with their causes.' });
export type StaffStuckList = z.output<typeof StaffStuckList>;

const time = (what: string) => DateTime.describe(what);
const timeOrNull = (what: string) => DateTime.nullable().describe(what);
const textOrNull = (what: string) => z.string().nullable().describe(what);

const Line = z
  .object({
    number: z.int().describe('Number of the line in the statement.'),
    type: z.string().describe('`charge` or `refund`.'),
    occurred_at: time('When.'),
    amount: z.int().describe('Minor units; negative for a charge.'),
    balance_after: z.int().describe('Minor units.'),
  })
  .meta({ id: 'StaffTraceLine', description: 'A statement line of the purchase.' });

const Submission = z
  .object({
    attempt: z.int().describe('1 for the first.'),
    sent_at: time('When the fence was written, before the order was sent.'),
    answered_at: timeOrNull('When the gateway answered; null while it has not.'),
    outcome: textOrNull('How the answer was read; null for none.'),
    gateway_id: textOrNull("The gateway's id for the order; null if it gave none."),
    detail: textOrNull('What the gateway answered, in short.'),
    route: z.string().meta({
      description: 'The gateway that took it: its name in GATEWAYS_FILE, `main` for the one without a name.',
      examples: ['main'],
    }),
    route_reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why this gateway; null if the network had only one. Times are UTC.',
        examples: ['reloadly: main degraded since 12:04; cheaper by 3.0 %.'],
      }),
  })
  .meta({ id: 'StaffTraceSubmission', description: 'One send to the gateway.' });

const Callback = z
  .object({
    received_at: time('When.'),
    handled_at: timeOrNull('When it was handled; null while it is not.'),
    handled_as: textOrNull('As what; null while it is not handled.'),
    body: z.string().describe('As it was received. The phone number is masked unless you may see it.'),
  })
  .meta({ id: 'StaffTraceCallback', description: 'A callback of the gateway.' });

const Attempt = z
  .object({
    endpoint_id: textOrNull('The endpoint that the client set; null for that of operators.'),
    attempt: z.int().describe('1 for the first.'),
    started_at: time('When it began.'),
    outcome: textOrNull('`delivered` or `failed`; null while it is under way.'),
    http_status: z.int().nullable().describe("The receiver's status; null for no answer."),
    error: textOrNull('The kind of failure without an answer.'),
  })
  .meta({ id: 'StaffTraceAttempt', description: 'One attempt to deliver an event.' });

const Event = z
  .object({
    id: z.string().describe('Id of the event.'),
    type: z.string().meta({ description: 'Its type.', examples: ['purchase.successful'] }),
    created_at: time('When.'),
    delivery: z.string().describe('Its state over all endpoints.'),
    attempts: z.array(Attempt).describe('All attempts.'),
  })
  .meta({ id: 'StaffTraceEvent', description: 'An event of the purchase.' });

const SettledByHand = z
  .object({
    at: time('When.'),
    principal_kind: StaffActionEntry.shape.principal_kind,
    principal_id: StaffActionEntry.shape.principal_id,
    outcome: z.enum(['delivered', 'not_delivered']).describe('What the network had confirmed to the person.'),
    booked: z
      .enum(['delivered', 'delivered_too_late', 'not_delivered', 'confirmed_before'])
      .describe(
        'What was booked. `delivered_too_late`: after the deadline or a failure, so the purchase failed and nothing was charged. `confirmed_before`: the network had confirmed the delivery in time, so it was charged.',
      ),
    evidence: textOrNull('The proof that the person gave.'),
    reason: textOrNull('Why; null if no reason was given.'),
  })
  .meta({ id: 'StaffTraceSettlement', description: 'How a staff member settled a purchase.' });

export const StaffTrace = z
  .object({
    object: z.literal('purchase_trace').describe('Always `purchase_trace`.'),
    account_id: AccountIdField,
    livemode: OF_ACCOUNT.livemode,
    batch_id: textOrNull('Its campaign; null if it was bought alone.'),
    purchase: PurchaseResource,
    ...WHY,
    next_action_at: time('When its workflow acts next.'),
    lines: z.array(Line).describe('What it wrote into the statement.'),
    submissions: z.array(Submission).describe('Every send, oldest first.'),
    costs: z
      .array(StaffTraceCost)
      .describe('What each gateway that delivered took for it; empty if it was not delivered.'),
    callbacks: z.array(Callback).describe('Callbacks that name it, oldest first.'),
    events: z.array(Event).describe('Its events and their deliveries.'),
    waiting_to_start: z
      .object({
        since: time('Since when.'),
        ahead: z.int().describe('How many are before it.'),
        in_flight: z.int().describe('How many the network has in progress.'),
        in_flight_max: z.int().describe('How many it may have.'),
        rate_per_second: z.int().describe('How many are sent per second at most.'),
      })
      .nullable()
      .describe('What it waits behind before it is first sent; null if it was handed to Temporal.'),
    late_confirmation: z
      .object({
        recorded_at: time('When it was reported.'),
        resolution: textOrNull('What was decided; null while it is open.'),
        source: textOrNull(LATE_SOURCE),
      })
      .nullable()
      .describe('A delivery after the purchase had failed; null for none.'),
    late_inquiry: z
      .object({
        until: time('Until when the gateway is asked.'),
        outcome: textOrNull(
          'What was found: `confirmed`, `refused`, `reversed`, `voided`, `never_received` or `unknown`; null while it continues.',
        ),
        workflow_id: z.string().describe('Id of the workflow that asks.'),
        workflow_url: textOrNull('This workflow in the Temporal UI; null if TEMPORAL_UI_URL is not set.'),
      })
      .nullable()
      .describe('Inquiries after a timeout; null for none.'),
    settled_by_hand: SettledByHand.nullable().describe('How a staff member settled it; null if no one did.'),
    actions: z
      .array(StaffActionEntry)
      .describe(
        'What people did to it or its events, such as a resend of a webhook; newest first, at most 20.',
      ),
    workflow_id: z.string().describe('Id of its workflow in Temporal.'),
    workflow_url: textOrNull('The workflow in the Temporal UI; null if TEMPORAL_UI_URL is not set.'),
    trace_id: z.string().describe('Id of its trace, if tracing is on.'),
  })
  .meta({
    id: 'StaffTrace',
    description: 'Everything on record about one purchase, and why it is in its state.',
  });
export type StaffTrace = z.output<typeof StaffTrace>;
