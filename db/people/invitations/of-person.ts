import type { PoolClient } from 'pg';
import { idFromUuid, type OrganisationId, type PersonId, uuidOf } from '../../../domain/ids.ts';

/**
 * Withdraws the open invitations that a person sent, under the lock of the organisation.
 * @returns what the audit log says of it: nothing if there were none.
 */
export async function withdrawInvitationsBy(
  tx: PoolClient,
  organisationId: OrganisationId,
  personId: PersonId,
): Promise<{ readonly withdrawn_invitations?: readonly string[] }> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'withdraw-invitations-by',
    text: `
      UPDATE invitations SET outcome = 'withdrawn', ended_at = (SELECT app_now())
       WHERE organisation_id = $1 AND invited_kind = 'person' AND invited_by = $2 AND ended_at IS NULL
      RETURNING id`,
    values: [uuidOf('org', organisationId), personId],
  });
  return rows.length === 0 ? {} : { withdrawn_invitations: rows.map(({ id }) => idFromUuid('inv', id)) };
}
