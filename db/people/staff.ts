import type { Pool, PoolClient } from 'pg';
import type { StaffRole } from '../../domain/access/staff.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { idFromUuid, type PersonId, uuidOf } from '../../domain/ids.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** A staff member. */
export interface ListedStaff {
  readonly personId: PersonId;
  readonly email: string;
  readonly name: string;
  readonly role: string;
  readonly hasSecondFactor: boolean;
  readonly lastSignInAt: Date | null;
}

export interface InvitedStaff {
  /** In lower case. */
  readonly email: string;
  readonly name: string;
  readonly role: StaffRole;
}

/**
 * Adds a person to the staff, or changes the role of one who belongs to it, with its record. The name of a known person stays. What a
 * person began before that ends: their sessions.
 * @returns `client` if the person has a role in the organisation of a client: nothing was changed.
 */
export async function addStaff(
  pool: Pool,
  { email, name, role }: InvitedStaff,
  actor: Actor,
): Promise<PersonId | 'client'> {
  return inTransaction(pool, async (tx) => {
    // Locks the person, as giving a role in an organisation does: of the two at the same time, the second sees the first.
    const { rows } = await tx.query<{ id: string }>({
      text: `
        INSERT INTO auth_people (id, email, name) VALUES ($1, $2, $3)
        ON CONFLICT (email) DO UPDATE SET updated_at = (SELECT app_now())
        RETURNING id`,
      values: [newUuid(), email, name],
    });
    const person = rows[0]?.id ?? '';
    const { rowCount: roles } = await tx.query({
      text: 'SELECT FROM memberships WHERE person_id = $1',
      values: [person],
    });
    if (roles !== 0) return 'client';
    const before = await readRole(tx, person);
    await tx.query({
      text: `
        INSERT INTO staff (person_id, role) VALUES ($1, $2)
        ON CONFLICT (person_id) DO UPDATE SET role = excluded.role`,
      values: [person, role],
    });
    if (before === null) await endSessions(tx, person);
    const personId = idFromUuid('per', person);
    await recordAction(tx, {
      ...actor,
      action: 'staff_invite',
      accountId: null,
      subject: personId,
      before: before === null ? null : { role: before },
      details: { role },
    });
    return personId;
  });
}

/** Takes a person out of the staff and ends their sessions, with its record; false if they do not belong to it. */
export async function removeStaff(pool: Pool, personId: PersonId, actor: Actor): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const person = uuidOf('per', personId);
    const { rows } = await tx.query<{ role: string }>({
      text: 'DELETE FROM staff WHERE person_id = $1 RETURNING role',
      values: [person],
    });
    if (rows[0] === undefined) return false;
    await endSessions(tx, person);
    await recordAction(tx, {
      ...actor,
      action: 'staff_remove',
      accountId: null,
      subject: personId,
      before: { role: rows[0].role },
    });
    return true;
  });
}

/** The role of a person in the staff, as it is now; null for people of clients. */
export async function findStaffRole(db: Pool, personId: PersonId): Promise<string | null> {
  return readRole(db, uuidOf('per', personId));
}

/** The staff, by e-mail, at most 1,000. */
export async function listStaff(db: Pool): Promise<ListedStaff[]> {
  const { rows } = await db.query<Omit<ListedStaff, 'personId'> & { id: string }>({
    text: `
      SELECT p.id, p.email, p.name, s.role, p.last_sign_in_at AS "lastSignInAt",
             EXISTS (SELECT FROM second_factors f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL)
               OR EXISTS (SELECT FROM passkeys k WHERE k.person_id = p.id AND k.removed_at IS NULL)
               AS "hasSecondFactor"
        FROM staff s JOIN auth_people p ON p.id = s.person_id
       ORDER BY p.email
       LIMIT 1000`,
  });
  return rows.map(({ id, ...staff }) => ({ ...staff, personId: idFromUuid('per', id) }));
}

async function readRole(db: Pool | PoolClient, person: string): Promise<string | null> {
  const { rows } = await db.query<{ role: string }>({
    text: 'SELECT role FROM staff WHERE person_id = $1',
    values: [person],
  });
  return rows[0]?.role ?? null;
}

async function endSessions(tx: PoolClient, person: string): Promise<void> {
  await tx.query({ text: 'DELETE FROM auth_sessions WHERE person_id = $1', values: [person] });
}
