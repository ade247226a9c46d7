import { z } from 'zod';
import { BATCH_STATUSES } from '../../domain/batch/batch.ts';
import { DateTime, Money, NetworkId, PurchaseId } from '../common.ts';
import { LATE_SOURCE, OF_ACCOUNT } from './common.ts';

export const StaffFailingEndpoint = z
  .object({
    ...OF_ACCOUNT,
    endpoint_id: z
      .string()
      .nullable()
      .describe('Id of the endpoint that the client set; null for that of operators.'),
    url: z.string().meta({ description: 'Where it is.', examples: ['https://acme.example/hooks'] }),
    failures_in_a_row: z.int().describe('Failed attempts since the last delivery.'),
    delivered_at: DateTime.nullable().describe('When it last accepted an event; null for never.'),
    waiting: z.int().describe('Attempts that wait or are under way.'),
  })
  .meta({ id: 'StaffFailingEndpoint', description: 'A webhook endpoint whose attempts fail.' });
export type StaffFailingEndpoint = z.output<typeof StaffFailingEndpoint>;

/** `open` is running or paused, `all` is any. */
export const BATCH_FILTERS = ['open', 'all', ...BATCH_STATUSES] as const;

export const StaffBatch = z
  .object({
    ...OF_ACCOUNT,
    id: z.string().meta({ description: 'Id of the campaign.', examples: ['bat_01kf0x8v5sfb7r9m2ptq4n6wze'] }),
    object: z.literal('batch').describe('Always `batch`.'),
    reference: z.string().meta({ description: "The client's reference.", examples: ['december'] }),
    status: z.string().describe('As the client reads it.'),
    row_count: z.int().describe('Rows of the file.'),
    pending: z.int().describe('Purchases that are pending.'),
    successful: z.int().describe('Purchases that were delivered.'),
    failed: z.int().describe('Purchases that failed.'),
    cost: Money.describe('What all rows cost.'),
    pause_code: z.string().nullable().describe('Why it is paused; null if it is not.'),
    pause_message: z.string().nullable().describe('Why it is paused, for people.'),
    created_at: DateTime.describe('When it was uploaded.'),
    started_at: DateTime.nullable().describe('When it was started; null if it was not.'),
  })
  .meta({ id: 'StaffBatch', description: 'A campaign of any client.' });
export type StaffBatch = z.output<typeof StaffBatch>;

export const StaffLateConfirmation = z
  .object({
    purchase_id: PurchaseId,
    ...OF_ACCOUNT,
    network_id: NetworkId,
    price: Money.describe('What the client was not charged.'),
    confirmed_at: DateTime.describe('When the network delivered it, as it reports.'),
    network_reference: z.string().nullable().describe("The network's reference; null for none."),
    recorded_at: DateTime.describe('When it was reported.'),
    resolved_at: DateTime.nullable().describe('When it was decided; null while it is open.'),
    resolution: z
      .string()
      .nullable()
      .describe('`settled_with_network`, `charged_by_agreement` or `written_off`; null while it is open.'),
    source: z.string().nullable().describe(LATE_SOURCE),
    evidence: z
      .string()
      .nullable()
      .describe('The proof that the person gave; null if a gateway reported the delivery.'),
  })
  .meta({
    id: 'StaffLateConfirmation',
    description: 'A delivery after its purchase had failed, which was not charged.',
  });
export type StaffLateConfirmation = z.output<typeof StaffLateConfirmation>;

export const StaffContradiction = z
  .object({
    purchase_id: PurchaseId,
    ...OF_ACCOUNT,
    network_id: NetworkId,
    status: z.string().describe('Status of the purchase.'),
    kind: z.string().describe('What contradicts what.'),
    times: z.int().describe('How often it was reported.'),
    first_seen_at: DateTime.describe('When first.'),
    last_seen_at: DateTime.describe('When last.'),
    resolution: z.string().nullable().describe('What was found out; null while it is open.'),
  })
  .meta({
    id: 'StaffContradiction',
    description: 'A report of a gateway that contradicts the books. It changed nothing.',
  });
export type StaffContradiction = z.output<typeof StaffContradiction>;
