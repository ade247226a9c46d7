import type { Pool } from 'pg';
import { roleRights } from '../../domain/access/session-rights.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';

/** How many people of an account's organisation may approve what others prepared. Suspended people may not. */
export async function countApprovingPeople(db: Pool, accountId: AccountId): Promise<number> {
  const { rows } = await db.query<{ role: string; custom: string[] | null }>({
    name: 'find-roles-of-account',
    text: `
      SELECT m.role, r.rights AS custom
        FROM accounts a
        JOIN memberships m ON m.organisation_id = a.organisation_id
        LEFT JOIN custom_roles r ON r.id = m.custom_role_id
       WHERE a.id = $1 AND m.suspended_at IS NULL`,
    values: [uuidOf('acc', accountId)],
  });
  return rows.filter(({ role, custom }) => roleRights(role, custom).has('approvals:decide')).length;
}
