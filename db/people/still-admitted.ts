import type { Pool } from 'pg';
import type { Principal } from '../../domain/access/principal.ts';
import { rightsOf } from '../../domain/access/rights.ts';
import { rightsInSession, roleRights } from '../../domain/access/session-rights.ts';
import { type AccountId, uuidOf } from '../../domain/ids.ts';

/**
 * Whether a key works, or the session of a person is open, and may still read the batches of an account. Unlike a request, this
 * does not count as a use: it keeps no session open.
 */
export async function isStillAdmitted(
  db: Pool,
  accountId: AccountId,
  principal: Principal,
): Promise<boolean> {
  const account = uuidOf('acc', accountId);
  if (principal.kind === 'key') {
    const { rows } = await db.query<{ scopes: string[] }>({
      name: 'is-key-working',
      text: `
        SELECT scopes
          FROM api_keys
         WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL
           AND (expires_at IS NULL OR expires_at > (SELECT app_now()))`,
      values: [account, uuidOf('key', principal.keyId)],
    });
    return rows[0] !== undefined && rightsOf(rows[0].scopes).has('batches:read');
  }
  if (principal.kind !== 'person') return false;
  const { rows } = await db.query<{ role: string; custom: string[] | null }>({
    name: 'is-session-open',
    text: `
      SELECT m.role, r.rights AS custom
        FROM auth_sessions s
        JOIN memberships m ON m.person_id = s.person_id AND m.suspended_at IS NULL
        JOIN accounts a ON a.organisation_id = m.organisation_id
        LEFT JOIN custom_roles r ON r.id = m.custom_role_id
       WHERE a.id = $1 AND s.id = $2 AND s.person_id = $3 AND s.expires_at > (SELECT app_now())`,
    values: [account, uuidOf('ses', principal.sessionId), uuidOf('per', principal.personId)],
  });
  return rows.some(({ role, custom }) =>
    rightsInSession(roleRights(role, custom), 'none').has('batches:read'),
  );
}
