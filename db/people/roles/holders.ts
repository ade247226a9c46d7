import type { PoolClient } from 'pg';
import type { RoleHolders } from '../../../domain/access/custom-role.ts';
import { idFromUuid, type OrganisationId, type RoleId, uuidOf } from '../../../domain/ids.ts';

/** People and invitations that a refusal names. */
const SHOWN_MAX = 100;

/**
 * Who has a role, under the lock of the organisation. Invitations to it whose time is over end first, so that none of them is
 * accepted later.
 */
export async function findHolders(
  tx: PoolClient,
  organisationId: OrganisationId,
  role: RoleId,
): Promise<RoleHolders> {
  const values = [uuidOf('org', organisationId), role];
  await tx.query({
    text: `
      UPDATE invitations SET outcome = 'expired', ended_at = expires_at
       WHERE organisation_id = $1 AND role = $2 AND ended_at IS NULL AND expires_at <= (SELECT app_now())`,
    values,
  });
  const { rows: people } = await tx.query<{ id: string }>({
    text: `
      SELECT person_id AS id FROM memberships
       WHERE organisation_id = $1 AND custom_role_id = $2 ORDER BY person_id LIMIT ${SHOWN_MAX}`,
    values,
  });
  const { rows: invitations } = await tx.query<{ id: string }>({
    text: `
      SELECT id FROM invitations
       WHERE organisation_id = $1 AND role = $2 AND ended_at IS NULL ORDER BY id LIMIT ${SHOWN_MAX}`,
    values,
  });
  return {
    people: people.map(({ id }) => idFromUuid('per', id)),
    invitations: invitations.map(({ id }) => idFromUuid('inv', id)),
  };
}
