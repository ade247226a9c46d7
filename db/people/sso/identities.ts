import type { Pool, PoolClient } from 'pg';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { idFromUuid, type OrganisationId, type PersonId, uuidOf } from '../../../domain/ids.ts';
import { type RequestActor, recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { acceptInvitationOf } from '../invitations/accept.ts';
import { lockOrganisation } from '../own-organisation.ts';

/** A person as their provider names them, with an e-mail address that it has verified. */
export interface ProviderPerson {
  readonly organisationId: OrganisationId;
  /** The provider's own name, which never changes. */
  readonly subject: string;
  /** In lower case. */
  readonly email: string;
  readonly name: string;
}

/**
 * The person whom a provider means. The first sign-in links them, and accepts their invitation.
 * @param admits whether a person who was not invited becomes a viewer, with a record.
 * @returns `not_invited`, `suspended` for a person whom their organisation has suspended, or `other_subject` if the e-mail address belonged to someone else at the provider.
 */
export async function linkIdentity(
  pool: Pool,
  given: ProviderPerson,
  admits: boolean,
  actor: RequestActor,
): Promise<PersonId | 'not_invited' | 'other_subject' | 'suspended'> {
  return inTransaction(pool, async (tx) => {
    const organisation = uuidOf('org', given.organisationId);
    const linked = await findLinked(tx, organisation, given.subject);
    const known =
      (await findMember(tx, organisation, given.email)) ?? (await acceptInvited(tx, given, linked, actor));
    if (linked !== null && linked !== known) return 'other_subject';
    if (known !== null && (await isSuspended(tx, organisation, known))) return 'suspended';
    if (known === null && !admits) return 'not_invited';
    const person = known ?? (await admit(tx, organisation, given));
    if (person === null) return 'not_invited';
    await tx.query({
      text: `
        INSERT INTO sso_identities (organisation_id, subject, person_id) VALUES ($1, $2, $3)
        ON CONFLICT DO NOTHING`,
      values: [organisation, given.subject, person],
    });
    const { rowCount } = await tx.query({
      text: 'SELECT FROM sso_identities WHERE organisation_id = $1 AND subject = $2 AND person_id = $3',
      values: [organisation, given.subject, person],
    });
    if (rowCount === 0) return 'other_subject';
    // The library would otherwise distrust the password of a person who has not used a link.
    await tx.query({
      text: 'UPDATE auth_people SET email_verified = true WHERE id = $1 AND NOT email_verified',
      values: [person],
    });
    const personId = idFromUuid('per', person);
    const details = { organisation_id: given.organisationId, role: 'viewer' };
    if (known === null)
      await recordAction(tx, {
        ...actor,
        action: 'person_admit',
        accountId: null,
        subject: personId,
        details,
      });
    return personId;
  });
}

/** The person of an open invitation to the organisation; null if there is none, or the provider means someone else. */
async function acceptInvited(
  tx: PoolClient,
  given: ProviderPerson,
  linked: string | null,
  actor: RequestActor,
): Promise<string | null> {
  if (linked !== null && linked !== (await findPersonOf(tx, given.email))) return null;
  await lockOrganisation(tx, given.organisationId);
  const personId = await acceptInvitationOf(tx, given.organisationId, given, actor);
  return personId === null ? null : uuidOf('per', personId);
}

async function findPersonOf(tx: PoolClient, email: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>({
    text: 'SELECT id FROM auth_people WHERE email = $1',
    values: [email],
  });
  return rows[0]?.id ?? null;
}

async function findLinked(tx: PoolClient, organisation: string, subject: string): Promise<string | null> {
  const { rows } = await tx.query<{ person: string }>({
    text: 'SELECT person_id AS person FROM sso_identities WHERE organisation_id = $1 AND subject = $2',
    values: [organisation, subject],
  });
  return rows[0]?.person ?? null;
}

async function findMember(tx: PoolClient, organisation: string, email: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>({
    text: `
      SELECT p.id FROM auth_people p JOIN memberships m ON m.person_id = p.id
       WHERE p.email = $2 AND m.organisation_id = $1`,
    values: [organisation, email],
  });
  return rows[0]?.id ?? null;
}

async function isSuspended(tx: PoolClient, organisation: string, person: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'SELECT FROM memberships WHERE organisation_id = $1 AND person_id = $2 AND suspended_at IS NOT NULL',
    values: [organisation, person],
  });
  return rowCount !== 0;
}

/**
 * Makes a person a viewer, the role with the least rights. Someone who got a role at the same moment keeps it. Null for the staff:
 * no provider of a client decides who they are.
 */
async function admit(
  tx: PoolClient,
  organisation: string,
  { email, name }: ProviderPerson,
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>({
    text: `
      INSERT INTO auth_people (id, email, name) VALUES ($1, $2, $3)
      ON CONFLICT (email) DO UPDATE SET updated_at = (SELECT app_now())
      RETURNING id`,
    values: [newUuid(), email, name],
  });
  const person = rows[0]?.id ?? '';
  const { rowCount: staff } = await tx.query({
    text: 'SELECT FROM staff WHERE person_id = $1',
    values: [person],
  });
  if (staff !== 0) return null;
  await tx.query({
    text: `
      INSERT INTO memberships (organisation_id, person_id, role) VALUES ($1, $2, 'viewer')
      ON CONFLICT (organisation_id, person_id) DO NOTHING`,
    values: [organisation, person],
  });
  return person;
}
