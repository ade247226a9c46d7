import type { Pool, PoolClient } from 'pg';
import type { Right } from '../../../domain/access/rights.ts';
import { findRightAbove } from '../../../domain/access/role-power.ts';
import { type AccountId, type InvitationId, type OrganisationId, uuidOf } from '../../../domain/ids.ts';
import { recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { currentRights, type Manager } from '../member-changes.ts';
import { type LockedOrganisation, lockOrganisationOf } from '../own-organisation.ts';
import { findRoleRights } from '../roles/rights.ts';

/** How a withdrawal ended. A refusal changes nothing. */
export type Withdrawal =
  | { readonly kind: 'withdrawn' | 'not_found' | 'ended' }
  | { readonly kind: 'exceeds'; readonly right: Right };

/** Withdraws an invitation, with its record. Its link no longer works. */
export async function withdrawInvitation(
  pool: Pool,
  accountId: AccountId,
  id: InvitationId,
  manager: Manager,
): Promise<Withdrawal> {
  return inTransaction(pool, async (tx) => {
    const organisation = await lockOrganisationOf(tx, accountId);
    return organisation === null ? { kind: 'not_found' } : withdrawLocked(tx, organisation, id, manager);
  });
}

/** As `withdrawInvitation`, in a transaction that has locked the organisation. */
export async function withdrawLocked(
  tx: PoolClient,
  organisation: LockedOrganisation,
  id: InvitationId,
  manager: Manager,
): Promise<Withdrawal> {
  const found = await find(tx, organisation.id, id);
  if (found === null) return { kind: 'not_found' };
  if (!found.isOpen) return { kind: 'ended' };
  const given = (await findRoleRights(tx, organisation.id, found.role)) ?? new Set<Right>();
  const right = findRightAbove(await currentRights(tx, organisation.id, manager), given);
  if (right !== null) return { kind: 'exceeds', right };
  await tx.query({
    text: `
      UPDATE invitations SET outcome = 'withdrawn', ended_at = (SELECT app_now())
       WHERE id = $1 AND organisation_id = $2 AND ended_at IS NULL`,
    values: [uuidOf('inv', id), uuidOf('org', organisation.id)],
  });
  const { email, role } = found;
  await recordAction(tx, {
    ...manager.actor,
    action: 'invitation_withdraw',
    accountId: organisation.recordedAt,
    subject: id,
    before: { email, role },
  });
  return { kind: 'withdrawn' };
}

interface Found {
  readonly email: string;
  readonly role: string;
  readonly isOpen: boolean;
}

async function find(tx: PoolClient, organisationId: OrganisationId, id: InvitationId): Promise<Found | null> {
  const { rows } = await tx.query<Found>({
    text: `
      SELECT email, role, ended_at IS NULL AND expires_at > (SELECT app_now()) AS "isOpen"
        FROM invitations
       WHERE id = $1 AND organisation_id = $2`,
    values: [uuidOf('inv', id), uuidOf('org', organisationId)],
  });
  return rows[0] ?? null;
}
