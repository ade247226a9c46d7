import type { Pool, PoolClient } from 'pg';
import type { Right } from '../../domain/access/rights.ts';
import { findRightAbove, rightsToGive } from '../../domain/access/role-power.ts';
import { roleRights } from '../../domain/access/session-rights.ts';
import { type AccountId, type OrganisationId, type PersonId, uuidOf } from '../../domain/ids.ts';
import { type RequestActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { withdrawInvitationsBy } from './invitations/of-person.ts';
import { type LockedOrganisation, lockOrganisationOf } from './own-organisation.ts';
import { findRoleRights } from './roles/rights.ts';

/** Who changes people: with their rights when the request began. */
export interface Manager {
  readonly actor: RequestActor;
  readonly rights: ReadonlySet<Right>;
}

/** What is changed of a person; left out where it stays. */
export interface MemberWish {
  readonly role?: string;
  readonly suspended?: boolean;
}

/** How a change ended. A refusal changes nothing. */
export type MemberChange =
  | { readonly kind: 'done' | 'not_found' | 'last_owner' | 'unknown_role' }
  /** The role, or the one that the person has, includes a right that the manager does not have. */
  | { readonly kind: 'exceeds'; readonly right: Right };

interface Standing {
  readonly role: string;
  readonly suspended: boolean;
}

interface StoredStanding extends Standing {
  /** Those of the role. */
  readonly rights: ReadonlySet<Right>;
}

const DONE: MemberChange = { kind: 'done' };
const NOT_FOUND: MemberChange = { kind: 'not_found' };

/**
 * Changes the role of a person or suspends them, with its record. Both count from the next request of their sessions. Suspending
 * ends the sessions. Open invitations that the person sent are withdrawn, because they were sent with the former rights.
 */
export async function changeMember(
  pool: Pool,
  accountId: AccountId,
  personId: PersonId,
  wish: MemberWish,
  manager: Manager,
): Promise<MemberChange> {
  return withMember(
    pool,
    accountId,
    personId,
    manager,
    wish.role ?? null,
    async (tx, organisation, before) => {
      const after = { role: wish.role ?? before.role, suspended: wish.suspended ?? before.suspended };
      if (after.role === before.role && after.suspended === before.suspended) return DONE;
      if (await wouldLoseOwners(tx, organisation.id, before, after)) return { kind: 'last_owner' };
      await tx.query({
        text: `
        UPDATE memberships
           SET role = $3,
               suspended_at = CASE WHEN $4 THEN coalesce(suspended_at, (SELECT app_now())) END
         WHERE organisation_id = $1 AND person_id = $2`,
        values: [uuidOf('org', organisation.id), uuidOf('per', personId), after.role, after.suspended],
      });
      if (after.suspended) await endSessions(tx, personId);
      const withdrawn = await withdrawInvitationsBy(tx, organisation.id, personId);
      await recordAction(tx, {
        ...manager.actor,
        action: 'person_change',
        accountId: organisation.recordedAt,
        subject: personId,
        before,
        details: { ...after, ...withdrawn },
      });
      return DONE;
    },
  );
}

/** Takes a person out of an organisation, ends their sessions and withdraws their open invitations, with its record. */
export async function dropMember(
  pool: Pool,
  accountId: AccountId,
  personId: PersonId,
  manager: Manager,
): Promise<MemberChange> {
  return withMember(pool, accountId, personId, manager, null, async (tx, organisation, before) => {
    if (await wouldLoseOwners(tx, organisation.id, before, null)) return { kind: 'last_owner' };
    await tx.query({
      text: 'DELETE FROM memberships WHERE organisation_id = $1 AND person_id = $2',
      values: [uuidOf('org', organisation.id), uuidOf('per', personId)],
    });
    await endSessions(tx, personId);
    const withdrawn = await withdrawInvitationsBy(tx, organisation.id, personId);
    await recordAction(tx, {
      ...manager.actor,
      action: 'person_remove',
      accountId: organisation.recordedAt,
      subject: personId,
      before,
      details: withdrawn,
    });
    return DONE;
  });
}

type Change = (tx: PoolClient, organisation: LockedOrganisation, before: Standing) => Promise<MemberChange>;

/** Runs a change under the lock of the organisation, if the manager has all rights that it concerns at this moment. */
async function withMember(
  pool: Pool,
  accountId: AccountId,
  personId: PersonId,
  manager: Manager,
  wantedRole: string | null,
  change: Change,
): Promise<MemberChange> {
  return inTransaction(pool, async (tx) => {
    const organisation = await lockOrganisationOf(tx, accountId);
    const found = organisation === null ? null : await readStanding(tx, organisation.id, personId);
    if (organisation === null || found === null) return NOT_FOUND;
    const { rights, ...before } = found;
    const wanted = wantedRole === null ? rights : await findRoleRights(tx, organisation.id, wantedRole);
    if (wanted === null) return { kind: 'unknown_role' };
    const own = await currentRights(tx, organisation.id, manager);
    const right = findRightAbove(own, rights) ?? findRightAbove(own, wanted);
    return right === null ? change(tx, organisation, before) : { kind: 'exceeds', right };
  });
}

/** The rights that a manager has now: a role that another request has just taken away or changed gives no more than it does now. */
export async function currentRights(
  tx: PoolClient,
  organisationId: OrganisationId,
  { actor: { principal }, rights }: Manager,
): Promise<ReadonlySet<Right>> {
  if (principal.kind !== 'person') return rightsToGive(principal.kind, rights);
  const standing = await readStanding(tx, organisationId, principal.personId);
  if (standing === null || standing.suspended) return new Set();
  return new Set([...rights].filter((right) => standing.rights.has(right)));
}

async function readStanding(
  tx: PoolClient,
  organisationId: OrganisationId,
  personId: PersonId,
): Promise<StoredStanding | null> {
  const { rows } = await tx.query<Standing & { custom: string[] | null }>({
    name: 'read-standing',
    text: `
      SELECT m.role, m.suspended_at IS NOT NULL AS suspended, r.rights AS custom
        FROM memberships m LEFT JOIN custom_roles r ON r.id = m.custom_role_id
       WHERE m.organisation_id = $1 AND m.person_id = $2`,
    values: [uuidOf('org', organisationId), uuidOf('per', personId)],
  });
  if (rows[0] === undefined) return null;
  const { custom, ...standing } = rows[0];
  return { ...standing, rights: roleRights(standing.role, custom) };
}

/** Whether a change takes the last active owner from an organisation. `after` is null for a person who leaves. */
async function wouldLoseOwners(
  tx: PoolClient,
  organisationId: OrganisationId,
  before: Standing,
  after: Standing | null,
): Promise<boolean> {
  const isOwner = (standing: Standing | null) => standing?.role === 'owner' && !standing.suspended;
  if (!isOwner(before) || isOwner(after)) return false;
  const { rows } = await tx.query<{ owners: number }>({
    text: `
      SELECT count(*)::int AS owners
        FROM memberships
       WHERE organisation_id = $1 AND role = 'owner' AND suspended_at IS NULL`,
    values: [uuidOf('org', organisationId)],
  });
  return (rows[0]?.owners ?? 0) <= 1;
}

async function endSessions(tx: PoolClient, personId: PersonId): Promise<void> {
  await tx.query({
    text: 'DELETE FROM auth_sessions WHERE person_id = $1',
    values: [uuidOf('per', personId)],
  });
}
