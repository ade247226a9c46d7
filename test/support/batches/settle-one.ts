import { idFromUuid, uuidOf } from '../../../domain/ids.ts';
import type { OutcomeReport } from '../../../domain/purchase/purchase.ts';
import type { BatchFixture } from './fixture.ts';

/** Settles the oldest pending purchase of the fixture's account in this way; nothing if none is pending. */
export async function settleOne(
  { pool, settleLane, client }: BatchFixture,
  as: 'confirmed' | 'refused' | 'reversed',
): Promise<void> {
  const { rows } = await pool.query<{ id: string }>({
    text: `SELECT id FROM purchases WHERE status = 'pending' AND account_id = $1 ORDER BY id LIMIT 1`,
    values: [uuidOf('acc', client.accountId)],
  });
  if (rows[0] === undefined) return;
  await settleLane.settle(client.accountId, {
    purchaseId: idFromUuid('pur', rows[0].id),
    report: reportOf(as),
    endWorkflow: false,
  });
}

function reportOf(as: 'confirmed' | 'refused' | 'reversed'): OutcomeReport {
  const delivery = { confirmedAt: new Date(), networkReference: 'N-1' };
  if (as === 'refused') return { kind: 'refused', code: 'number_barred' };
  if (as === 'confirmed') return { kind: 'confirmed', delivery };
  return { kind: 'reversed', delivery, reversal: { reversedAt: new Date(), reason: 'reversed' } };
}
