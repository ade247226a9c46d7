import type { Pool, PoolClient } from 'pg';
import type { StaffSession } from '../../domain/access/principal.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type ReconciliationRequestId, uuidOf } from '../../domain/ids.ts';
import type { GatewayDay, ReconciliationRequest } from '../../domain/network/reconciliation-request.ts';
import { type OperatorActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { COLUMNS, type RequestRow, readRequest } from './row.ts';

/** A staff member, and why. */
export type Requester = OperatorActor & { readonly staff: StaffSession };

/** A stored request, or the one that was open already. */
export interface StoredRequest {
  readonly request: ReconciliationRequest;
  readonly isNew: boolean;
}

/**
 * Stores a request for a worker, with an audit row. While a request for the same day of the same gateway is open, there is no
 * second one, and nothing is recorded.
 */
export async function requestReconciliation(
  pool: Pool,
  day: GatewayDay,
  requester: Requester,
): Promise<StoredRequest> {
  for (;;) {
    const stored = await inTransaction(pool, (tx) => store(tx, day, requester));
    // Null if the open one ended between the two statements: then the next attempt stores one.
    if (stored !== null) return stored;
  }
}

async function store(tx: PoolClient, day: GatewayDay, requester: Requester): Promise<StoredRequest | null> {
  const { networkId, livemode, route } = day;
  const gatewayDay = [networkId, livemode, route, day.day];
  const { staff, reason } = requester;
  const { rows: added } = await tx.query<RequestRow>({
    text: `
      INSERT INTO reconciliation_requests AS r
             (id, network_id, livemode, route, day, person_id, session_id, address, user_agent, reason, status, requested_at,
              next_run_at, attempts)
      SELECT $5, $1, $2, $3, $4, $6, $7, $8, $9, $10, 'requested', clock.at, clock.at, 0
        FROM (SELECT app_now() AS at) clock
      ON CONFLICT (network_id, livemode, route, day) WHERE ended_at IS NULL DO NOTHING
      RETURNING ${COLUMNS}`,
    values: [
      ...gatewayDay,
      newUuid(),
      uuidOf('per', staff.personId),
      uuidOf('ses', staff.sessionId),
      staff.address,
      staff.userAgent,
      reason,
    ],
  });
  if (added[0] === undefined) {
    const { rows: open } = await tx.query<RequestRow>({
      text: `
        SELECT ${COLUMNS}
          FROM reconciliation_requests r
         WHERE network_id = $1 AND livemode = $2 AND route = $3 AND day = $4 AND ended_at IS NULL`,
      values: gatewayDay,
    });
    return open[0] === undefined ? null : { request: readRequest(open[0]), isNew: false };
  }
  const request = readRequest(added[0]);
  await recordAction(tx, {
    ...requester,
    action: 'gateway_reconcile_request',
    accountId: null,
    subject: networkId,
    details: { request: request.id, date: day.day, livemode, route },
  });
  return { request, isNew: true };
}

/** One request; null if there is none with this id. */
export async function findReconciliationRequest(
  db: Pool,
  id: ReconciliationRequestId,
): Promise<ReconciliationRequest | null> {
  const { rows } = await db.query<RequestRow>({
    text: `SELECT ${COLUMNS} FROM reconciliation_requests r WHERE id = $1`,
    values: [uuidOf('rcn', id)],
  });
  return rows[0] === undefined ? null : readRequest(rows[0]);
}

/** Up to `limit` requests after one, newest first; of all networks if `networkId` is null. */
export async function listReconciliationRequests(
  db: Pool,
  networkId: string | null,
  after: ReconciliationRequestId | null,
  limit: number,
): Promise<ReconciliationRequest[]> {
  const { rows } = await db.query<RequestRow>({
    text: `
      SELECT ${COLUMNS}
        FROM reconciliation_requests r
       WHERE ($1::text IS NULL OR network_id = $1)
         AND ($3::uuid IS NULL OR id < $3)
       ORDER BY id DESC
       LIMIT $2`,
    values: [networkId, limit, after === null ? null : uuidOf('rcn', after)],
  });
  return rows.map(readRequest);
}
