import type { Pool } from 'pg';
import { type Requester, requestReconciliation } from '../../../db/reconciliations/requests.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { toUtcDay, type UtcDay } from '../../../domain/money/statement.ts';
import type { GatewayDay, ReconciliationRequest } from '../../../domain/network/reconciliation-request.ts';

export const TODAY: UtcDay = toUtcDay(new Date());

/** A staff member with a reason. */
export const REQUESTER: Requester = {
  operator: 'Ada',
  reason: 'ticket 4711',
  staff: { personId: newId('per'), sessionId: newId('ses'), address: '192.0.2.7', userAgent: 'Firefox' },
};

/** Requests a comparison of the live main gateway of a network. */
export async function requested(
  pool: Pool,
  networkId: string,
  day: Partial<GatewayDay> = {},
): Promise<ReconciliationRequest> {
  const gatewayDay = { networkId, livemode: true, route: 'main', day: TODAY, ...day };
  return (await requestReconciliation(pool, gatewayDay, REQUESTER)).request;
}

/** What the audit log has about reconciliations, in order. */
export async function reconcileEntries(pool: Pool) {
  const { rows } = await pool.query(
    `SELECT action, principal_kind AS kind, principal_id AS by, host(address) AS address, reason, subject,
            after ->> 'request' AS request, after ->> 'findings' AS findings
       FROM audit_log WHERE action LIKE 'gateway_reconcile%' ORDER BY seq`,
  );
  return rows;
}
