import type { NumberExportResource } from '../../../contract/privacy/number-export.ts';
import type { NumberExport } from '../../../services/privacy/export-number.ts';

/** What is held about a number as clients see it. */
export function renderExport(phoneNumber: string, held: NumberExport): NumberExportResource {
  return {
    object: 'number_export',
    phone_number: phoneNumber,
    purchases: [...held.purchases],
    statement_lines: held.statementLines.map(({ id, type, occurredAt, amount, currency, purchaseId }) => ({
      id,
      type,
      occurred_at: occurredAt.toISOString(),
      amount: { amount, currency },
      purchase_id: purchaseId,
    })),
    events: held.events.map(({ id, type, createdAt, body, answers }) => ({
      id,
      type,
      created_at: createdAt.toISOString(),
      body,
      answers: [...answers],
    })),
    callbacks: held.callbacks.map(({ networkId, receivedAt, body }) => ({
      network_id: networkId,
      received_at: receivedAt.toISOString(),
      body,
    })),
    campaign_rows: held.campaignRows.map(({ batchId, line, cells }) => ({
      batch_id: batchId,
      line,
      cells: Object.entries(cells).map(([column, value]) => ({ column, value })),
    })),
    blocked_at: held.blockedAt?.toISOString() ?? null,
    looked_up:
      held.lookup === null
        ? null
        : { network_id: held.lookup.networkId, looked_up_at: held.lookup.lookedUpAt.toISOString() },
    is_complete: held.isComplete,
  };
}
