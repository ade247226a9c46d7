import type { Pool } from 'pg';
import type { Right } from '../../domain/access/rights.ts';
import { roleRights } from '../../domain/access/session-rights.ts';
import { type AccountId, idFromUuid, type OrganisationId, type PersonId, uuidOf } from '../../domain/ids.ts';
import type { Caller } from '../accounts/accounts.ts';

/** An account that a person may use, and as what. */
export interface Access {
  readonly caller: Caller;
  readonly accountName: string;
  readonly organisationId: OrganisationId;
  readonly organisation: string;
  readonly role: string;
  /** What people call the role. */
  readonly roleName: string;
  /** Those of the role, with a second factor. */
  readonly rights: ReadonlySet<Right>;
}

type Row = Omit<Caller, 'accountId'> &
  Omit<Access, 'caller' | 'organisationId' | 'rights'> & { id: string; org: string; custom: string[] | null };

/**
 * The accounts that a person may use, as it is now: a role that was taken away is gone from the next request. The staff uses none.
 * @param accountId only this account; null for all, at most 100.
 */
export async function findAccess(
  db: Pool,
  personId: PersonId,
  accountId: AccountId | null,
): Promise<Access[]> {
  const { rows } = await db.query<Row>({
    text: `
      SELECT a.id, a.livemode, a.currency, a.rate_limit_per_second AS "rateLimitPerSecond",
             ARRAY(SELECT r.range::text FROM account_allowed_ranges r WHERE r.account_id = a.id) AS "allowedRanges",
             a.name AS "accountName", o.id AS org, o.name AS organisation, m.role, coalesce(r.name, m.role) AS "roleName", r.rights AS custom
        FROM memberships m
        JOIN organisations o ON o.id = m.organisation_id
        JOIN accounts a ON a.organisation_id = m.organisation_id
        LEFT JOIN custom_roles r ON r.id = m.custom_role_id
       WHERE m.person_id = $1 AND m.suspended_at IS NULL AND NOT EXISTS (SELECT FROM staff s WHERE s.person_id = $1)
         AND ($2::uuid IS NULL OR a.id = $2)
       ORDER BY a.id
       LIMIT 100`,
    values: [uuidOf('per', personId), accountId === null ? null : uuidOf('acc', accountId)],
  });
  return rows.map(({ id, org, organisation, accountName, role, roleName, custom, ...caller }) => ({
    caller: { ...caller, accountId: idFromUuid('acc', id) },
    accountName,
    organisationId: idFromUuid('org', org),
    organisation,
    role,
    roleName,
    rights: roleRights(role, custom),
  }));
}
