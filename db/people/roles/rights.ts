import type { PoolClient } from 'pg';
import type { Right } from '../../../domain/access/rights.ts';
import { isClientRole, roleRights } from '../../../domain/access/session-rights.ts';
import { type OrganisationId, uuidOf } from '../../../domain/ids.ts';

/** The rights of a role of an organisation as they are now, under its lock; null if the organisation has no such role. */
export async function findRoleRights(
  tx: PoolClient,
  organisationId: OrganisationId,
  role: string,
): Promise<ReadonlySet<Right> | null> {
  if (isClientRole(role)) return roleRights(role, null);
  const { rows } = await tx.query<{ rights: string[] }>({
    name: 'find-role-rights',
    text: 'SELECT rights FROM custom_roles WHERE organisation_id = $1 AND id = $2',
    values: [uuidOf('org', organisationId), role],
  });
  return rows[0] === undefined ? null : roleRights(role, rows[0].rights);
}
