import type { Pool, PoolClient } from 'pg';
import type { MemberSession } from '../../domain/access/member-session.ts';
import type { Right } from '../../domain/access/rights.ts';
import { findRightAbove } from '../../domain/access/role-power.ts';
import { roleRights } from '../../domain/access/session-rights.ts';
import {
  type AccountId,
  idFromUuid,
  type OrganisationId,
  type PersonId,
  type SessionId,
  uuidOf,
} from '../../domain/ids.ts';
import { recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { currentRights, type Manager } from './member-changes.ts';
import { lockOrganisationOf } from './own-organisation.ts';

type Row = Omit<MemberSession, 'id' | 'personId'> & { readonly id: string; readonly person: string };

/** Up to `limit` sessions of people of the organisation that has an account, after one: newest first. Only those that have not ended. */
export async function listMemberSessionsBefore(
  db: Pool,
  accountId: AccountId,
  after: SessionId | null,
  limit: number,
): Promise<MemberSession[]> {
  const { rows } = await db.query<Row>({
    name: 'list-member-sessions',
    text: `
      SELECT s.id, s.person_id AS person, s.created_at AS "createdAt", s.updated_at AS "usedAt",
             least(s.expires_at, s.created_at + interval '12 hours') AS "expiresAt",
             s.second_factor_at IS NOT NULL AS "hasSecondFactor",
             nullif(s.ip_address, '') AS address, nullif(s.user_agent, '') AS "userAgent"
        FROM memberships m
        JOIN auth_sessions s ON s.person_id = m.person_id
       WHERE m.organisation_id = (SELECT organisation_id FROM accounts WHERE id = $1)
         AND least(s.expires_at, s.created_at + interval '12 hours') > (SELECT app_now())
         AND ($2::uuid IS NULL OR s.id < $2)
       ORDER BY s.id DESC
       LIMIT $3`,
    values: [uuidOf('acc', accountId), after === null ? null : uuidOf('ses', after), limit],
  });
  return rows.map(({ id, person, ...session }) => ({
    ...session,
    id: idFromUuid('ses', id),
    personId: idFromUuid('per', person),
  }));
}

/** How the end of a session went. A refusal changes nothing. */
export type SessionEnd =
  | { readonly kind: 'ended' | 'not_found' }
  | { readonly kind: 'exceeds'; readonly right: Right };

/** Ends a session of a person of the organisation that has an account, from its next request, with its record. */
export async function endMemberSession(
  pool: Pool,
  accountId: AccountId,
  id: SessionId,
  manager: Manager,
): Promise<SessionEnd> {
  return inTransaction(pool, async (tx) => {
    const organisation = await lockOrganisationOf(tx, accountId);
    const found = organisation === null ? null : await find(tx, organisation.id, id);
    if (organisation === null || found === null) return { kind: 'not_found' };
    const { principal } = manager.actor;
    const isOwn = principal.kind === 'person' && principal.personId === found.personId;
    const own = isOwn ? null : await currentRights(tx, organisation.id, manager);
    const right = own === null ? null : findRightAbove(own, found.rights);
    if (right !== null) return { kind: 'exceeds', right };
    await tx.query({ text: 'DELETE FROM auth_sessions WHERE id = $1', values: [uuidOf('ses', id)] });
    await recordAction(tx, {
      ...manager.actor,
      action: 'session_end',
      accountId: organisation.recordedAt,
      subject: id,
      before: { person_id: found.personId },
    });
    return { kind: 'ended' };
  });
}

/** A session of a person of the organisation, locked. */
async function find(
  tx: PoolClient,
  organisationId: OrganisationId,
  id: SessionId,
): Promise<{ readonly personId: PersonId; readonly rights: ReadonlySet<Right> } | null> {
  const { rows } = await tx.query<{ person: string; role: string; custom: string[] | null }>({
    text: `
      SELECT s.person_id AS person, m.role, r.rights AS custom
        FROM auth_sessions s JOIN memberships m ON m.person_id = s.person_id
        LEFT JOIN custom_roles r ON r.id = m.custom_role_id
       WHERE s.id = $1 AND m.organisation_id = $2
         FOR UPDATE OF s`,
    values: [uuidOf('ses', id), uuidOf('org', organisationId)],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return { personId: idFromUuid('per', row.person), rights: roleRights(row.role, row.custom) };
}
