import type { Pool } from 'pg';
import type { StaffAccount, StaffAccountDetail } from '../../contract/staff/account.ts';
import { type ListedKey, listKeys } from '../../db/accounts/api-keys.ts';
import { type FoundAccount, searchAccounts } from '../../db/accounts/search.ts';
import { ANY_ENTRY, searchAudit } from '../../db/audit/search.ts';
import { countApprovingPeople } from '../../db/people/approvers.ts';
import type { AuditRecord } from '../../domain/access/audit-record.ts';
import type { AccountId } from '../../domain/ids.ts';

const ACTIONS_SHOWN = 10;

export function renderFoundAccount(account: FoundAccount): StaffAccount {
  const { currency } = account;
  return {
    id: account.id,
    object: 'account',
    name: account.name,
    livemode: account.livemode,
    organisation: account.organisation,
    available: { amount: account.available, currency },
    held: { amount: account.held, currency },
    pending_purchases: account.pending,
    rate_limit_per_second: account.rateLimitPerSecond,
    price_lock_hours: account.priceLockHours,
    webhook_url: account.webhookUrl,
    created_at: account.createdAt.toISOString(),
  };
}

/** An account of any client, with what was done to it last; null for an unknown one. */
export async function readAccountDetail(pool: Pool, id: AccountId): Promise<StaffAccountDetail | null> {
  const [[account], keys, people, actions] = await Promise.all([
    searchAccounts(pool, { id }, 1),
    listKeys(pool, id),
    countApprovingPeople(pool, id),
    searchAudit(pool, { ...ANY_ENTRY, accountId: id }, null, ACTIONS_SHOWN),
  ]);
  if (account === undefined) return null;
  return {
    ...renderFoundAccount(account),
    keys_in_use: keys.filter(({ revokedAt }) => revokedAt === null).length,
    approvers: people + keys.filter(mayApprove).length,
    actions: actions.map(renderAction),
  };
}

function mayApprove({ status, scopes }: ListedKey): boolean {
  return status === 'active' && scopes.includes('approvals:decide');
}

/** An entry of the audit log in short. */
export function renderAction({ id, at, principalKind, principalId, action, subject, reason }: AuditRecord) {
  return {
    id,
    created_at: at.toISOString(),
    principal_kind: principalKind,
    principal_id: principalId,
    action,
    subject,
    reason,
  };
}
