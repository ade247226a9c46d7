import type { Pool, PoolClient } from 'pg';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import {
  type InvitationId,
  idFromUuid,
  type OrganisationId,
  type PersonId,
  uuidOf,
} from '../../../domain/ids.ts';
import { type RequestActor, recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { findHomeAccount, lockOrganisation } from '../own-organisation.ts';
import { BelongsToStaff } from '../people.ts';

/** The invitation to which a link belongs. */
export interface LinkedInvitation {
  readonly id: InvitationId;
  readonly organisationId: OrganisationId;
  readonly email: string;
  /** Whether it can be accepted. */
  readonly isOpen: boolean;
}

/** Finds the invitation of a link; null for a link that was never mailed. */
export async function findInvitationOfLink(db: Pool, linkHash: Buffer): Promise<LinkedInvitation | null> {
  const { rows } = await db.query<{ id: string; org: string; email: string; isOpen: boolean }>({
    name: 'find-invitation-of-link',
    text: `
      SELECT i.id, i.organisation_id AS org, i.email,
             i.ended_at IS NULL AND i.expires_at > (SELECT app_now()) AS "isOpen"
        FROM person_mails m JOIN invitations i ON i.id = m.invitation_id
       WHERE m.link_hash = $1`,
    values: [linkHash],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: idFromUuid('inv', row.id),
    organisationId: idFromUuid('org', row.org),
    email: row.email,
    isOpen: row.isOpen,
  };
}

/** Makes the invited person a member, with the record; null if the invitation has ended. */
export async function acceptInvitation(
  pool: Pool,
  { id, organisationId }: LinkedInvitation,
  actor: RequestActor,
): Promise<PersonId | null> {
  return inTransaction(pool, async (tx) => {
    await lockOrganisation(tx, organisationId);
    return accept(tx, organisationId, { column: 'id', value: uuidOf('inv', id) }, null, actor);
  });
}

/**
 * Accepts the open invitation of an e-mail address that a provider has verified; null if there is none. The caller holds the lock of
 * the organisation.
 */
export async function acceptInvitationOf(
  tx: PoolClient,
  organisationId: OrganisationId,
  { email, name }: { readonly email: string; readonly name: string },
  actor: RequestActor,
): Promise<PersonId | null> {
  return accept(tx, organisationId, { column: 'email', value: email }, name, actor);
}

/**
 * Operators never become people of a client: their invitation counts as ended.
 * @param name how pages address a person who is new; their e-mail address if it is not known.
 */
async function accept(
  tx: PoolClient,
  organisationId: OrganisationId,
  which: { readonly column: 'id' | 'email'; readonly value: string },
  name: string | null,
  actor: RequestActor,
): Promise<PersonId | null> {
  const organisation = uuidOf('org', organisationId);
  const { rows } = await tx.query<{ id: string; email: string; role: string }>({
    text: `
      UPDATE invitations SET outcome = 'accepted', ended_at = (SELECT app_now())
       WHERE organisation_id = $1 AND ${which.column} = $2 AND ended_at IS NULL AND expires_at > (SELECT app_now())
         AND NOT EXISTS (SELECT FROM auth_people p JOIN staff s ON s.person_id = p.id WHERE p.email = invitations.email)
      RETURNING id, email, role`,
    values: [organisation, which.value],
  });
  const taken = rows[0];
  if (taken === undefined) return null;
  const person = await join(tx, organisation, taken, name);
  const personId = idFromUuid('per', person);
  await recordAction(tx, {
    ...actor,
    action: 'invitation_accept',
    accountId: await findHomeAccount(tx, organisationId),
    subject: idFromUuid('inv', taken.id),
    details: { person_id: personId, email: taken.email, role: taken.role },
  });
  return personId;
}

/**
 * The link shows that the address is theirs. Someone who got a role since then keeps it.
 * @throws BelongsToStaff if they became an operator at the same time
 */
async function join(
  tx: PoolClient,
  organisation: string,
  { email, role }: { readonly email: string; readonly role: string },
  name: string | null,
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>({
    text: `
      INSERT INTO auth_people (id, email, name, email_verified) VALUES ($1, $2, $3, true)
      ON CONFLICT (email) DO UPDATE SET email_verified = true, updated_at = (SELECT app_now())
      RETURNING id`,
    values: [newUuid(), email, (name ?? email).slice(0, 200)],
  });
  const person = rows[0]?.id ?? '';
  const { rows: joined } = await tx.query<{ staff: boolean }>({
    text: `
      WITH joined AS (
        INSERT INTO memberships (organisation_id, person_id, role)
        SELECT $1, $2, $3 WHERE NOT EXISTS (SELECT FROM staff s WHERE s.person_id = $2)
        ON CONFLICT (organisation_id, person_id) DO NOTHING)
      SELECT EXISTS (SELECT FROM staff s WHERE s.person_id = $2) AS staff`,
    values: [organisation, person, role],
  });
  if (joined[0]?.staff === true) throw new BelongsToStaff(email);
  return person;
}
