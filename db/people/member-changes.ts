import type { Pool, PoolClient } from 'pg';
import type { Right } from '../../domain/access/rights.ts';
import { findRightAbove, rightsToGive } from '../../domain/access/role-power.ts';
import { roleRights } from '../../domain/access/session-rights.ts';
import { type AccountId, type OrganisationId, type PersonId, uuidOf } from '../../domain/ids.ts';
import { type RequestActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import { withdrawInvitationsBy } from './invitations/of-person.ts';
import { type LockedOrganisation, lockOrganisationOf } from './own-organisation.ts';

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
  | { readonly kind: 'done' | 'not_found' | 'last_owner' }
  /** The role, or the one that the person has, includes a right that the manager does not have. */
  | { readonly kind: 'exceeds'; readonly right: Right };

interface Standing {
  readonly role: string;
  readonly suspended: boolean;
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
    const before = organisation === null ? null : await readStanding(tx, organisation.id, personId);
    if (organisation === null || before === null) return NOT_FOUND;
    const own = await currentRights(tx, organisation.id, manager);
    for (const role of wantedRole === null ? [before.role] : [before.role, wantedRole]) {
      const right = findRightAbove(own, roleRights(role));
      if (right !== null) return { kind: 'exceeds', right };
    }
    return change(tx, organisation, before);
  });
}

/** The rights that a manager has now: a role that another request has just taken away gives none. */
export async function currentRights(
  tx: PoolClient,
  organisationId: OrganisationId,
  { actor: { principal }, rights }: Manager,
): Promise<ReadonlySet<Right>> {
  if (principal.kind !== 'person') return rightsToGive(principal.kind, rights);
  const standing = await readStanding(tx, organisationId, principal.personId);
  if (standing === null || standing.suspended) return new Set();
  const now = roleRights(standing.role);
  return new Set([...rights].filter((right) => now.has(right)));
}

async function readStanding(
  tx: PoolClient,
  organisationId: OrganisationId,
  personId: PersonId,
): Promise<Standing | null> {
  const { rows } = await tx.query<Standing>({
    name: 'read-standing',
    text: `
      SELECT role, suspended_at IS NOT NULL AS suspended
        FROM memberships
       WHERE organisation_id = $1 AND person_id = $2`,
    values: [uuidOf('org', organisationId), uuidOf('per', personId)],
  });
  return rows[0] ?? null;
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
