import type { PoolClient } from 'pg';
import { idFromUuid, type OrganisationId, type PersonId, type RoleId, uuidOf } from '../../../domain/ids.ts';

/** What the audit log says of invitations that were withdrawn: nothing if there were none. */
interface Withdrawn {
  readonly withdrawn_invitations?: readonly string[];
}

/** Withdraws the open invitations that a person sent, under the lock of the organisation. */
export async function withdrawInvitationsBy(
  tx: PoolClient,
  organisationId: OrganisationId,
  personId: PersonId,
): Promise<Withdrawn> {
  return withdrawInvitationsOf(tx, organisationId, [personId]);
}

/** Withdraws the open invitations that the people with a role sent, under the lock of the organisation. */
export async function withdrawInvitationsOfRole(
  tx: PoolClient,
  organisationId: OrganisationId,
  role: RoleId,
): Promise<Withdrawn> {
  const { rows } = await tx.query<{ id: string }>({
    text: 'SELECT person_id AS id FROM memberships WHERE organisation_id = $1 AND custom_role_id = $2',
    values: [uuidOf('org', organisationId), role],
  });
  const people = rows.map(({ id }) => idFromUuid('per', id));
  return withdrawInvitationsOf(tx, organisationId, people);
}

async function withdrawInvitationsOf(
  tx: PoolClient,
  organisationId: OrganisationId,
  people: readonly PersonId[],
): Promise<Withdrawn> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'withdraw-invitations-by',
    text: `
      UPDATE invitations SET outcome = 'withdrawn', ended_at = (SELECT app_now())
       WHERE organisation_id = $1 AND invited_kind = 'person' AND invited_by = ANY ($2) AND ended_at IS NULL
      RETURNING id`,
    values: [uuidOf('org', organisationId), people],
  });
  return rows.length === 0 ? {} : { withdrawn_invitations: rows.map(({ id }) => idFromUuid('inv', id)) };
}
