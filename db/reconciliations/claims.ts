import type { Pool, PoolClient } from 'pg';
import { idFromUuid, uuidOf } from '../../domain/ids.ts';
import type {
  ReconciliationCounts,
  ReconciliationFailure,
  ReconciliationRequest,
} from '../../domain/network/reconciliation-request.ts';
import type { Requester } from './requests.ts';
import { COLUMNS, type RequestRow, readRequest } from './row.ts';

/** A request that a worker runs, and for whom. */
export interface ClaimedRequest {
  readonly request: ReconciliationRequest;
  readonly requester: Requester;
}

type ClaimedRow = RequestRow & {
  readonly session_id: string;
  readonly address: string | null;
  readonly user_agent: string | null;
};

/**
 * Takes the request that is due first, for `leaseMs`: if its process stops, another one takes it after that time. Null if none
 * is due.
 */
export async function takeRequest(db: Pool, leaseMs: number): Promise<ClaimedRequest | null> {
  const { rows } = await db.query<ClaimedRow>({
    text: `
      UPDATE reconciliation_requests r
         SET status = 'running', attempts = r.attempts + 1, started_at = clock.at,
             next_run_at = clock.at + $1 * interval '1 millisecond'
        FROM (SELECT app_now() AS at) clock
       WHERE r.id = (SELECT id
                       FROM reconciliation_requests
                      WHERE ended_at IS NULL AND next_run_at <= (SELECT app_now())
                      ORDER BY next_run_at
                      LIMIT 1
                        FOR UPDATE SKIP LOCKED)
      RETURNING ${COLUMNS}, r.session_id, host(r.address) AS address, r.user_agent`,
    values: [leaseMs],
  });
  const row = rows[0];
  if (row === undefined) return null;
  const personId = idFromUuid('per', row.person_id);
  const sessionId = idFromUuid('ses', row.session_id);
  const staff = { personId, sessionId, address: row.address, userAgent: row.user_agent };
  return { request: readRequest(row), requester: { operator: personId, reason: row.reason, staff } };
}

/** Takes a request that this process runs for another `leaseMs`. False if it has lost it. */
export async function extendLease(
  db: Pool,
  { id, attempts }: ReconciliationRequest,
  leaseMs: number,
): Promise<boolean> {
  const { rowCount } = await db.query({
    text: `
      UPDATE reconciliation_requests
         SET next_run_at = (SELECT app_now()) + $3 * interval '1 millisecond'
       WHERE id = $1 AND attempts = $2 AND ended_at IS NULL`,
    values: [uuidOf('rcn', id), attempts, leaseMs],
  });
  return rowCount === 1;
}

/** Lets another process take a request immediately, because this one stops. */
export async function releaseRequest(db: Pool, { id, attempts }: ReconciliationRequest): Promise<void> {
  await db.query({
    text: `
      UPDATE reconciliation_requests
         SET status = 'requested', next_run_at = (SELECT app_now())
       WHERE id = $1 AND attempts = $2 AND ended_at IS NULL`,
    values: [uuidOf('rcn', id), attempts],
  });
}

/** Ends a request with what was found. False if another process has taken it: then nothing is changed. */
export async function completeRequest(
  tx: PoolClient,
  { id, attempts }: ReconciliationRequest,
  { sent, listed, strangers, findings, firstFindings }: ReconciliationCounts,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `
      UPDATE reconciliation_requests
         SET status = 'done', ended_at = (SELECT app_now()), address = NULL, user_agent = NULL, sent = $3, listed = $4,
             strangers = $5, findings = $6, first_findings = $7
       WHERE id = $1 AND attempts = $2 AND ended_at IS NULL`,
    values: [uuidOf('rcn', id), attempts, sent, listed, strangers, findings, JSON.stringify(firstFindings)],
  });
  return rowCount === 1;
}

/** Ends a request without a comparison. Does nothing if another process has taken it. */
export async function failRequest(
  db: Pool,
  { id, attempts }: ReconciliationRequest,
  { code, detail }: ReconciliationFailure,
): Promise<void> {
  await db.query({
    text: `
      UPDATE reconciliation_requests
         SET status = 'failed', ended_at = (SELECT app_now()), address = NULL, user_agent = NULL, failure_code = $3,
             failure_detail = $4
       WHERE id = $1 AND attempts = $2 AND ended_at IS NULL`,
    values: [uuidOf('rcn', id), attempts, code, detail],
  });
}
