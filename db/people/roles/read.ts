import { CUSTOM_ROLES_MAX, type CustomRole } from '../../../domain/access/custom-role.ts';
import { roleRights } from '../../../domain/access/session-rights.ts';
import { type AccountId, type RoleId, uuidOf } from '../../../domain/ids.ts';
import type { Reader } from '../../account-reads.ts';

/** The roles that the organisation of an account composed, oldest first. */
export async function listCustomRoles(db: Reader, accountId: AccountId): Promise<CustomRole[]> {
  const { rows } = await db.query<{ id: RoleId; name: string; rights: string[] }>({
    name: 'list-custom-roles',
    text: `
      SELECT id, name, rights
        FROM custom_roles
       WHERE organisation_id = (SELECT organisation_id FROM accounts WHERE id = $1)
       ORDER BY id COLLATE "C"
       LIMIT $2`,
    values: [uuidOf('acc', accountId), CUSTOM_ROLES_MAX],
  });
  return rows.map(({ id, name, rights }) => ({ id, name, rights: roleRights(id, rights) }));
}
