import type { Pool } from 'pg';
import type {
  StaffAuditEntry,
  StaffGatewayAlert,
  StaffReconciliation,
} from '../../contract/staff/records.ts';
import { ANY_ENTRY, type AuditPosition, searchAudit } from '../../db/audit/search.ts';
import type { StandingAlert } from '../../db/networks/gateway-alerts.ts';
import type { AuditRecord } from '../../domain/access/audit-record.ts';

/** Where the API serves the runbook of these alerts. */
const RUNBOOK = '/docs/guides/operators.html#gatewayalert';

export function renderGatewayAlert(alert: StandingAlert): StaffGatewayAlert {
  const { networkId, livemode, route, kind, detail, firstAt, lastAt, times } = alert;
  return {
    network_id: networkId,
    livemode,
    route,
    kind,
    detail,
    first_at: firstAt.toISOString(),
    last_at: lastAt.toISOString(),
    times,
    runbook: RUNBOOK,
  };
}

/** The comparisons of a day with the list of a gateway, newest first. The audit log has one entry for each. */
export async function listReconciliations(
  pool: Pool,
  networkId: string | null,
  after: AuditPosition | null,
  limit: number,
): Promise<AuditRecord[]> {
  const filter = {
    ...ANY_ENTRY,
    accountId: 'platform',
    action: 'gateway_reconcile',
    subject: networkId,
  } as const;
  return searchAudit(pool, filter, after, limit);
}

export function renderReconciliation(record: AuditRecord): StaffReconciliation {
  const facts: Readonly<Record<string, unknown>> = { ...record.after };
  const count = (name: string) => (typeof facts[name] === 'number' ? facts[name] : 0);
  return {
    id: record.id,
    created_at: record.at.toISOString(),
    network_id: record.subject,
    date: String(facts.date ?? ''),
    livemode: facts.livemode === true,
    sent: count('ours'),
    listed: count('listed'),
    findings: count('findings'),
    principal_kind: record.principalKind,
    principal_id: record.principalId,
    reason: record.reason,
  };
}

/** An entry of the audit log of any account, or of the platform, complete. */
export function renderStaffEntry(record: AuditRecord): StaffAuditEntry {
  return {
    id: record.id,
    object: 'audit_entry',
    account_id: record.accountId,
    number: record.seq,
    created_at: record.at.toISOString(),
    principal_kind: record.principalKind,
    principal_id: record.principalId,
    session_id: record.sessionId,
    address: record.address,
    user_agent: record.userAgent,
    action: record.action,
    subject: record.subject,
    reason: record.reason,
    before: record.before === null ? null : { ...record.before },
    after: record.after === null ? null : { ...record.after },
    hash: record.hash.toString('hex'),
  };
}
