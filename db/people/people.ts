import type { Pool, PoolClient } from 'pg';
import type { ClientRole } from '../../domain/access/roles.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { idFromUuid, type OrganisationId, type PersonId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { withdrawInvitationsBy } from './invitations/of-person.ts';
import { lockOrganisation } from './own-organisation.ts';

export interface Invited {
  readonly organisationId: OrganisationId;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: ClientRole;
}

/** Someone of the staff can have no role in the organisation of a client. Nothing was changed. */
export class BelongsToStaff extends Error {
  override readonly name = 'BelongsToStaff';

  constructor(email: string) {
    super(
      `${email} belongs to the staff, and can have no role in an organisation. Use another e-mail address.`,
    );
  }
}

/**
 * Adds a person to an organisation, or changes the role of one who is in it, with its record. The name of a known person stays.
 * @throws BelongsToStaff
 */
export async function addMember(pool: Pool, person: Invited, actor: Actor): Promise<PersonId> {
  const { organisationId, email, name, role } = person;
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string }>({
      text: `
        INSERT INTO auth_people (id, email, name) VALUES ($1, $2, $3)
        ON CONFLICT (email) DO UPDATE SET updated_at = (SELECT app_now())
        RETURNING id`,
      values: [newUuid(), email, name],
    });
    const personId = idFromUuid('per', rows[0]?.id ?? '');
    const { rowCount } = await tx.query({
      text: `
        INSERT INTO memberships (organisation_id, person_id, role)
        SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM staff s WHERE s.person_id = $2)
        ON CONFLICT (organisation_id, person_id) DO UPDATE SET role = excluded.role`,
      values: [uuidOf('org', organisationId), uuidOf('per', personId), role],
    });
    if (rowCount === 0) throw new BelongsToStaff(email);
    const details = { organisation_id: organisationId, role };
    await recordAction(tx, {
      ...actor,
      action: 'person_invite',
      accountId: null,
      subject: personId,
      details,
    });
    return personId;
  });
}

/** Takes a person out of an organisation, from the next request; false if they are not in it. */
export async function removeMember(
  pool: Pool,
  organisationId: OrganisationId,
  personId: PersonId,
  actor: Actor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lockOrganisation(tx, organisationId);
    const { rowCount } = await tx.query({
      text: 'DELETE FROM memberships WHERE organisation_id = $1 AND person_id = $2',
      values: [uuidOf('org', organisationId), uuidOf('per', personId)],
    });
    if (rowCount === 0) return false;
    const withdrawn = await withdrawInvitationsBy(tx, organisationId, personId);
    const details = { organisation_id: organisationId, ...withdrawn };
    await recordAction(tx, {
      ...actor,
      action: 'person_remove',
      accountId: null,
      subject: personId,
      details,
    });
    return true;
  });
}

/** A person in an organisation, as operators see it. */
export interface Member {
  readonly personId: PersonId;
  readonly email: string;
  readonly name: string;
  readonly organisationId: OrganisationId;
  readonly organisation: string;
  readonly role: string;
  readonly hasPassword: boolean;
  /** Null while the person may act for the organisation. */
  readonly suspendedAt: Date | null;
  readonly lastSeenAt: Date | null;
}

/** Most people that a list shows. */
const LISTED_MAX = 1_000;

/** Where a page ended: a person in an organisation. */
export type MemberPosition = Pick<Member, 'personId' | 'organisationId'>;

/**
 * The people of an organisation, or of all; by e-mail.
 * @param text a part of the e-mail address or the name, whether in capitals or not; null for all.
 */
export async function listMembers(
  db: Pool,
  organisationId: OrganisationId | null,
  text: string | null = null,
  limit = LISTED_MAX,
  after: MemberPosition | null = null,
): Promise<Member[]> {
  const { rows } = await db.query<Omit<Member, 'personId' | 'organisationId'> & { id: string; org: string }>({
    text: `
      SELECT p.id, p.email, p.name, o.id AS org, o.name AS organisation, m.role, m.suspended_at AS "suspendedAt",
             EXISTS (SELECT FROM auth_credentials c WHERE c.person_id = p.id AND c.password IS NOT NULL)
               AS "hasPassword",
             (SELECT max(s.updated_at) FROM auth_sessions s WHERE s.person_id = p.id) AS "lastSeenAt"
        FROM memberships m
        JOIN organisations o ON o.id = m.organisation_id
        JOIN auth_people p ON p.id = m.person_id
       WHERE ($1::uuid IS NULL OR m.organisation_id = $1)
         AND ($2::text IS NULL OR strpos(p.email, lower($2)) > 0 OR strpos(lower(p.name), lower($2)) > 0)
         AND ($4::uuid IS NULL OR (p.email, o.id) > (SELECT email, $5::uuid FROM auth_people WHERE id = $4))
       ORDER BY p.email, o.id
       LIMIT $3`,
    values: [
      organisationId === null ? null : uuidOf('org', organisationId),
      text,
      limit,
      after === null ? null : uuidOf('per', after.personId),
      after === null ? null : uuidOf('org', after.organisationId),
    ],
  });
  return rows.map(({ id, org, ...member }) => ({
    ...member,
    personId: idFromUuid('per', id),
    organisationId: idFromUuid('org', org),
  }));
}

/** The person with this e-mail address, in lower case; null if there is none. */
export async function findPerson(db: Pool, email: string): Promise<PersonId | null> {
  const { rows } = await db.query<{ id: string }>({
    text: 'SELECT id FROM auth_people WHERE email = $1',
    values: [email],
  });
  return rows[0] === undefined ? null : idFromUuid('per', rows[0].id);
}

/** Locks a person until the transaction ends, so that changes of how they sign in wait for each other. */
export async function lockPerson(tx: PoolClient, personId: PersonId): Promise<void> {
  await tx.query({
    text: 'SELECT FROM auth_people WHERE id = $1 FOR NO KEY UPDATE',
    values: [uuidOf('per', personId)],
  });
}

/** Whether a person has set a password. */
export async function hasPassword(db: Pool | PoolClient, personId: PersonId): Promise<boolean> {
  const { rowCount } = await db.query({
    text: 'SELECT FROM auth_credentials WHERE person_id = $1 AND password IS NOT NULL',
    values: [uuidOf('per', personId)],
  });
  return rowCount !== 0;
}
