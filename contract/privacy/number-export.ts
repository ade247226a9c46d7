import { z } from 'zod';
import { DateTime, Money, PhoneNumber, ShownPhoneNumber } from '../common.ts';
import { NUMBER_EXPORT } from '../examples/privacy.ts';
import { PurchaseResource } from '../purchase.ts';

export const CreateNumberExport = z.strictObject({ phone_number: PhoneNumber }).meta({
  id: 'CreateNumberExport',
  description: 'The number whose records to export.',
  examples: [{ phone_number: '+2348031234567' }],
});

const [LINE, EVENT, CALLBACK, ROW] = [
  NUMBER_EXPORT.statement_lines,
  NUMBER_EXPORT.events,
  NUMBER_EXPORT.callbacks,
  NUMBER_EXPORT.campaign_rows,
];

const HeldLine = z
  .object({
    id: z.string().describe('Id of the line.'),
    type: z.string().describe('What happened.'),
    occurred_at: DateTime.describe('When it happened.'),
    amount: Money.describe('The change of the balance.'),
    purchase_id: z.string().nullable().describe('Id of the purchase.'),
  })
  .meta({ id: 'ExportedLine', description: 'A statement line about the number.', examples: LINE });

const HeldEvent = z
  .object({
    id: z.string().describe('Id of the event.'),
    type: z.string().describe('Type of the event.'),
    created_at: DateTime.describe('When it was created.'),
    body: z.string().describe('The JSON text that was sent.'),
    answers: z.array(z.string()).describe('What your servers answered.'),
  })
  .meta({ id: 'ExportedEvent', description: 'An event about the number.', examples: EVENT });

const HeldCallback = z
  .object({
    network_id: z.string().describe('Id of the network.'),
    received_at: DateTime.describe('When it was received.'),
    body: z.string().describe('What the gateway sent.'),
  })
  .meta({
    id: 'ExportedCallback',
    description: 'A callback of a gateway about the number.',
    examples: CALLBACK,
  });

const HeldCell = z
  .object({
    column: z.string().describe('Name of the column in your file.'),
    value: z.string().describe('Content of the cell.'),
  })
  .meta({ id: 'ExportedCell', description: 'A cell of your file.', examples: ROW[0]?.cells ?? [] });

const HeldRow = z
  .object({
    batch_id: z.string().describe('Id of the batch.'),
    line: z.int().describe('Line of the row in your file.'),
    cells: z.array(HeldCell).describe('The cells of the row.'),
  })
  .meta({ id: 'ExportedRow', description: 'A row of a campaign that names the number.', examples: ROW });

const LookedUp = z
  .object({
    network_id: z.string().describe('The network that the number was on.'),
    looked_up_at: DateTime.describe('When it was looked up.'),
  })
  .meta({
    id: 'ExportedLookup',
    description: 'A stored look-up of the number.',
    examples: [NUMBER_EXPORT.looked_up],
  });

/** Everything that the records of an account hold about a number. */
export const NumberExportResource = z
  .object({
    object: z.literal('number_export').describe('Always `number_export`.'),
    phone_number: ShownPhoneNumber.describe('The number.'),
    purchases: z.array(PurchaseResource).describe('Purchases for the number, newest first.'),
    statement_lines: z.array(HeldLine).describe('Statement lines of these purchases.'),
    events: z.array(HeldEvent).describe('Events about these purchases.'),
    callbacks: z.array(HeldCallback).describe('Callbacks about these purchases that are still stored.'),
    campaign_rows: z.array(HeldRow).describe('Rows of campaigns for the number, and rows that mention it.'),
    blocked_at: DateTime.nullable().describe('When you blocked the number; null if you did not.'),
    looked_up: LookedUp.nullable().describe('The stored look-up of its network; null if there is none.'),
    is_complete: z
      .boolean()
      .describe('False if there are more than 10,000 purchases or rows: then some are left out.'),
  })
  .meta({
    id: 'NumberExport',
    description: 'What your records hold about a phone number.',
    examples: [NUMBER_EXPORT],
  });
export type NumberExportResource = z.output<typeof NumberExportResource>;
