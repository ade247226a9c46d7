import { idFromUuid } from '../../domain/ids.ts';
import type { UtcDay } from '../../domain/money/statement.ts';
import type {
  KeptFinding,
  ReconciliationFailureCode,
  ReconciliationRequest,
  ReconciliationStatus,
} from '../../domain/network/reconciliation-request.ts';

/** Of the alias `r`. */
export const COLUMNS = `
  r.id, r.network_id, r.livemode, r.route, to_char(r.day, 'YYYY-MM-DD') AS day, r.person_id, r.reason, r.status,
  r.requested_at, r.started_at, r.ended_at, r.attempts, r.sent, r.listed, r.strangers, r.findings, r.first_findings,
  r.failure_code, r.failure_detail`;

/** A row as COLUMNS select it. */
export interface RequestRow {
  readonly id: string;
  readonly network_id: string;
  readonly livemode: boolean;
  readonly route: string;
  readonly day: UtcDay;
  readonly person_id: string;
  readonly reason: string;
  readonly status: ReconciliationStatus;
  readonly requested_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
  readonly attempts: number;
  readonly sent: number | null;
  readonly listed: number | null;
  readonly strangers: number | null;
  readonly findings: number | null;
  readonly first_findings: readonly KeptFinding[] | null;
  readonly failure_code: ReconciliationFailureCode | null;
  readonly failure_detail: string | null;
}

export function readRequest(row: RequestRow): ReconciliationRequest {
  return {
    id: idFromUuid('rcn', row.id),
    networkId: row.network_id,
    livemode: row.livemode,
    route: row.route,
    day: row.day,
    personId: idFromUuid('per', row.person_id),
    reason: row.reason,
    status: row.status,
    requestedAt: row.requested_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    attempts: row.attempts,
    result:
      row.status === 'done'
        ? {
            sent: row.sent ?? 0,
            listed: row.listed ?? 0,
            strangers: row.strangers ?? 0,
            findings: row.findings ?? 0,
            firstFindings: row.first_findings ?? [],
          }
        : null,
    failure: row.failure_code === null ? null : { code: row.failure_code, detail: row.failure_detail },
  };
}
