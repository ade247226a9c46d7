import { z } from 'zod';
import type { Batch, Client, Purchase } from '../../src/index.ts';
import type { Budget } from './budget.ts';
import { Cursor, Id, Limit, PhoneNumber, Reference, WaitSeconds } from './inputs.ts';
import { preview } from './preview.ts';
import { type Tool, tool, toolError } from './tool.ts';
import { waitUntil } from './wait.ts';

const reads = true;

/** The tools that change nothing. */
export function readingTools(client: Client, budget: Budget | null): readonly Tool[] {
  return [...catalogueTools(client, budget), ...purchaseTools(client), ...recordTools(client)];
}

function catalogueTools(client: Client, budget: Budget | null): readonly Tool[] {
  return [
    tool({
      name: 'list_networks',
      title: 'List networks',
      description: 'Lists the mobile networks, with their status and recent delivery times.',
      input: {
        country: z.string().length(2).optional().describe('ISO 3166 code, such as NG.'),
        cursor: Cursor,
      },
      reads,
      run: ({ cursor, ...query }) => client.networks.list({ ...query, limit: 100 }).page(cursor),
    }),
    tool({
      name: 'list_bundles',
      title: 'List bundles',
      description: 'Lists the data bundles that can be bought, with their prices in minor units (kobo).',
      input: {
        network_id: Id.optional().describe('Only bundles of this network, such as net_mtn_ng.'),
        only_available: z.boolean().default(true),
        cursor: Cursor,
      },
      reads,
      run: ({ cursor, network_id, only_available }) =>
        client.bundles
          .list({ network_id, limit: 100, ...(only_available ? { available: true } : {}) })
          .page(cursor),
    }),
    tool({
      name: 'preview_purchase',
      title: 'Preview a purchase',
      description:
        'Shows the network of a number, the price of a bundle, and whether it can be bought now. Buys nothing.',
      input: { phone_number: PhoneNumber, bundle_id: Id },
      reads,
      run: (input) => preview(client, budget, input),
    }),
    tool({
      name: 'get_balance',
      title: 'Balance',
      description: 'Shows what the account can spend now, and what pending purchases hold, in minor units.',
      input: {},
      reads,
      run: () => client.balance(),
    }),
  ];
}

function purchaseTools(client: Client): readonly Tool[] {
  return [
    tool({
      name: 'find_purchases',
      title: 'Find purchases',
      description: 'Finds purchases by id (pur_…), by reference or by phone number, newest first.',
      input: {
        id: Id.optional(),
        reference: Reference.optional(),
        phone_number: PhoneNumber.optional(),
        limit: Limit,
        cursor: Cursor,
      },
      reads,
      async run({ id, cursor, ...query }, signal) {
        if ([id, query.reference, query.phone_number].filter((value) => value !== undefined).length !== 1)
          throw toolError('wrong_usage', 'Give exactly one of id, reference and phone_number.');
        return id === undefined
          ? client.purchases.list(query).page(cursor)
          : { data: [await client.purchases.get(id, { signal })], has_more: false, next_cursor: null };
      },
    }),
    tool({
      name: 'follow_purchase',
      title: 'Follow a purchase',
      description:
        'Waits until a purchase is final: successful, failed (not charged) or reversed (refunded).',
      input: { id: Id, wait_seconds: WaitSeconds },
      reads,
      run: ({ id, wait_seconds }, signal) =>
        waitUntil(() => client.purchases.get(id, { signal }), isFinal, wait_seconds, signal),
    }),
    tool({
      name: 'follow_batch',
      title: 'Follow a campaign',
      description: 'Shows the progress of a campaign by id (bat_…), and waits until it ends.',
      input: { id: Id, wait_seconds: WaitSeconds },
      reads,
      run: ({ id, wait_seconds }, signal) =>
        waitUntil(() => client.batches.get(id), hasEnded, wait_seconds, signal),
    }),
  ];
}

function recordTools(client: Client): readonly Tool[] {
  const date = z.iso.date().describe('A UTC day, such as 2026-11-20.');
  return [
    tool({
      name: 'read_statement',
      title: 'Read a statement',
      description: 'Shows the totals of a UTC day and a page of its lines: every movement of the balance.',
      input: { date, limit: Limit, cursor: Cursor },
      reads,
      async run({ date: day, limit, cursor }) {
        const [statement, lines] = await Promise.all([
          client.statements.get(day),
          client.statements.lines(day, { limit }).page(cursor),
        ]);
        return { statement, lines };
      },
    }),
    tool({
      name: 'list_events',
      title: 'List events',
      description: 'Lists events, newest first, with the state of their webhooks.',
      input: {
        type: z.string().max(64).optional().describe('Such as purchase.failed.'),
        delivery: z.enum(['pending', 'delivered', 'failed', 'not_sent']).optional(),
        limit: Limit,
        cursor: Cursor,
      },
      reads,
      run: ({ cursor, ...query }) => client.events.list(query).page(cursor),
    }),
    tool({
      name: 'list_batches',
      title: 'List campaigns',
      description: 'Lists campaigns, newest first, or the one with a reference.',
      input: { reference: Reference.optional(), limit: Limit, cursor: Cursor },
      reads,
      run: ({ cursor, ...query }) => client.batches.list(query).page(cursor),
    }),
  ];
}

/** Whether nothing of a purchase is open. */
export function isFinal({ status }: Purchase): boolean {
  return status !== 'pending';
}

function hasEnded({ status, counts }: Batch): boolean {
  return status === 'completed' || status === 'rejected' || (status === 'canceled' && counts.pending === 0);
}
