import type { Pool, PoolClient } from 'pg';
import { INVITATION_HOURS } from '../../../domain/access/invitation.ts';
import type { Right } from '../../../domain/access/rights.ts';
import { findRightAbove } from '../../../domain/access/role-power.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import {
  type AccountId,
  type InvitationId,
  idFromUuid,
  type OrganisationId,
  uuidOf,
} from '../../../domain/ids.ts';
import { principalIdOf, recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { mailInvitation } from '../mails/write.ts';
import { currentRights, type Manager } from '../member-changes.ts';
import { lockOrganisationOf } from '../own-organisation.ts';
import { findRoleRights } from '../roles/rights.ts';
import { withdrawLocked } from './withdraw.ts';

export interface NewInvitation {
  /** In lower case. */
  readonly email: string;
  readonly role: string;
  /** Whether it takes the place of an open one of the address. */
  readonly replace?: boolean;
}

/** How an invitation ended. A refusal changes nothing. */
export type Inviting =
  | { readonly kind: 'invited'; readonly id: InvitationId }
  | { readonly kind: 'no_organisation' | 'unknown_role' | 'is_member' | 'is_invited' | 'too_many' }
  | { readonly kind: 'exceeds'; readonly right: Right };

/** Invitations of an organisation in 24 hours: each sends a mail to an address that the client chooses. */
export const INVITATIONS_PER_DAY = 100;

/** Invites a person, with the record and the mail. */
export async function invite(
  pool: Pool,
  accountId: AccountId,
  { email, role, replace = false }: NewInvitation,
  manager: Manager,
): Promise<Inviting> {
  return inTransaction(pool, async (tx) => {
    const organisation = await lockOrganisationOf(tx, accountId);
    if (organisation === null) return { kind: 'no_organisation' };
    const given = await findRoleRights(tx, organisation.id, role);
    if (given === null) return { kind: 'unknown_role' };
    const right = findRightAbove(await currentRights(tx, organisation.id, manager), given);
    if (right !== null) return { kind: 'exceeds', right };
    const standing = await readStanding(tx, organisation.id, email);
    if (standing.isMember) return { kind: 'is_member' };
    if (standing.open !== null && !replace) return { kind: 'is_invited' };
    if (standing.today >= INVITATIONS_PER_DAY) return { kind: 'too_many' };
    if (standing.open !== null) {
      const former = await withdrawLocked(tx, organisation, idFromUuid('inv', standing.open), manager);
      if (former.kind === 'exceeds') return former;
    }
    const id = await insert(tx, organisation.id, { email, role }, manager);
    await mailInvitation(tx, id);
    await recordAction(tx, {
      ...manager.actor,
      action: 'invitation_create',
      accountId: organisation.recordedAt,
      subject: id,
      details: { email, role },
    });
    return { kind: 'invited', id };
  });
}

interface Standing {
  readonly isMember: boolean;
  /** UUID of its open invitation; null if there is none. */
  readonly open: string | null;
  readonly today: number;
}

/** Ends the invitation of this address whose time is over, and reads what stands in the way of a new one. */
async function readStanding(
  tx: PoolClient,
  organisationId: OrganisationId,
  email: string,
): Promise<Standing> {
  const values = [uuidOf('org', organisationId), email];
  await tx.query({
    text: `
      UPDATE invitations SET outcome = 'expired', ended_at = expires_at
       WHERE organisation_id = $1 AND email = $2 AND ended_at IS NULL AND expires_at <= (SELECT app_now())`,
    values,
  });
  const { rows } = await tx.query<Standing>({
    text: `
      SELECT EXISTS (SELECT FROM memberships m JOIN auth_people p ON p.id = m.person_id
                      WHERE m.organisation_id = $1 AND p.email = $2) AS "isMember",
             (SELECT id FROM invitations WHERE organisation_id = $1 AND email = $2 AND ended_at IS NULL) AS open,
             (SELECT count(*)::int FROM invitations
               WHERE organisation_id = $1 AND created_at > (SELECT app_now()) - interval '1 day') AS today`,
    values,
  });
  return rows[0] ?? { isMember: false, open: null, today: 0 };
}

async function insert(
  tx: PoolClient,
  organisationId: OrganisationId,
  { email, role }: NewInvitation,
  { actor }: Manager,
): Promise<InvitationId> {
  const id = newId('inv');
  await tx.query({
    text: `
      INSERT INTO invitations (id, organisation_id, email, role, invited_kind, invited_by, created_at, expires_at)
      SELECT $1, $2, $3, $4, $5, $6, clock.at, clock.at + $7 * interval '1 hour' FROM (SELECT app_now() AS at) clock`,
    values: [
      uuidOf('inv', id),
      uuidOf('org', organisationId),
      email,
      role,
      actor.principal.kind,
      principalIdOf(actor),
      INVITATION_HOURS,
    ],
  });
  return id;
}
