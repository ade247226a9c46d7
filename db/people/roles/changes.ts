import type { Pool, PoolClient } from 'pg';
import { CUSTOM_ROLES_MAX, type CustomRole, type RoleHolders } from '../../../domain/access/custom-role.ts';
import type { Right } from '../../../domain/access/rights.ts';
import { findRightAbove } from '../../../domain/access/role-power.ts';
import { isClientRole, roleRights } from '../../../domain/access/session-rights.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type AccountId, type OrganisationId, type RoleId, uuidOf } from '../../../domain/ids.ts';
import { recordAction } from '../../audit/record.ts';
import { inTransaction } from '../../transaction.ts';
import { withdrawInvitationsOfRole } from '../invitations/of-person.ts';
import { currentRights, type Manager } from '../member-changes.ts';
import { type LockedOrganisation, lockOrganisationOf } from '../own-organisation.ts';
import { findHolders } from './holders.ts';

/** What is changed of a role; left out where it stays. */
export interface RoleWish {
  readonly name?: string;
  readonly rights?: ReadonlySet<Right>;
}

/** Why a role was not created, changed or deleted. Nothing was changed. */
export type RoleRefusal =
  | { readonly kind: 'no_organisation' | 'not_found' | 'name_taken' | 'too_many' }
  /** The role has, or would have, a right that the manager does not have. */
  | { readonly kind: 'exceeds'; readonly right: Right }
  | { readonly kind: 'in_use'; readonly holders: RoleHolders };

export type RoleChange = { readonly kind: 'done'; readonly role: CustomRole } | RoleRefusal;

/** Creates a role, with its record. */
export async function createRole(
  pool: Pool,
  accountId: AccountId,
  { name, rights }: Required<RoleWish>,
  manager: Manager,
): Promise<RoleChange> {
  return inTransaction(pool, async (tx) => {
    const organisation = await lockOrganisationOf(tx, accountId);
    if (organisation === null) return { kind: 'no_organisation' };
    const right = findRightAbove(await currentRights(tx, organisation.id, manager), rights);
    if (right !== null) return { kind: 'exceeds', right };
    if (await isNameTaken(tx, organisation.id, name, null)) return { kind: 'name_taken' };
    if ((await countRoles(tx, organisation.id)) >= CUSTOM_ROLES_MAX) return { kind: 'too_many' };
    const id = newId('rol');
    await tx.query({
      text: 'INSERT INTO custom_roles (id, organisation_id, name, rights) VALUES ($1, $2, $3, $4)',
      values: [id, uuidOf('org', organisation.id), name, [...rights].toSorted()],
    });
    await recordAction(tx, {
      ...manager.actor,
      action: 'role_create',
      accountId: organisation.recordedAt,
      subject: id,
      details: recorded({ name, rights }),
    });
    return { kind: 'done', role: { id, name, rights } };
  });
}

/**
 * Changes a role, with its record. It counts from the next request of everyone who has it. If the role loses a right, the open
 * invitations that its people sent are withdrawn, because they were sent with the former rights.
 */
export async function changeRole(
  pool: Pool,
  accountId: AccountId,
  id: RoleId,
  wish: RoleWish,
  manager: Manager,
): Promise<RoleChange> {
  return withRole(pool, accountId, id, manager, async (tx, organisation, before, own) => {
    const after = { id, name: wish.name ?? before.name, rights: wish.rights ?? before.rights };
    const right = findRightAbove(own, after.rights);
    if (right !== null) return { kind: 'exceeds', right };
    const removed = findRightAbove(after.rights, before.rights);
    const added = findRightAbove(before.rights, after.rights);
    if (after.name === before.name && removed === null && added === null)
      return { kind: 'done', role: after };
    if (await isNameTaken(tx, organisation.id, after.name, id)) return { kind: 'name_taken' };
    await tx.query({
      text: 'UPDATE custom_roles SET name = $3, rights = coalesce($4, rights) WHERE organisation_id = $1 AND id = $2',
      values: [
        uuidOf('org', organisation.id),
        id,
        after.name,
        wish.rights === undefined ? null : [...wish.rights].toSorted(),
      ],
    });
    const withdrawn = removed === null ? {} : await withdrawInvitationsOfRole(tx, organisation.id, id);
    await recordAction(tx, {
      ...manager.actor,
      action: 'role_change',
      accountId: organisation.recordedAt,
      subject: id,
      before: recorded(before),
      details: { ...recorded(after), ...withdrawn },
    });
    return { kind: 'done', role: after };
  });
}

/** Deletes a role that no person and no open invitation has, with its record. */
export async function deleteRole(
  pool: Pool,
  accountId: AccountId,
  id: RoleId,
  manager: Manager,
): Promise<RoleChange> {
  return withRole(pool, accountId, id, manager, async (tx, organisation, role) => {
    const holders = await findHolders(tx, organisation.id, id);
    if (holders.people.length + holders.invitations.length > 0) return { kind: 'in_use', holders };
    await tx.query({
      text: 'DELETE FROM custom_roles WHERE organisation_id = $1 AND id = $2',
      values: [uuidOf('org', organisation.id), id],
    });
    await recordAction(tx, {
      ...manager.actor,
      action: 'role_delete',
      accountId: organisation.recordedAt,
      subject: id,
      before: recorded(role),
    });
    return { kind: 'done', role };
  });
}

type Change = (
  tx: PoolClient,
  organisation: LockedOrganisation,
  role: CustomRole,
  own: ReadonlySet<Right>,
) => Promise<RoleChange>;

/** Runs a change under the lock of the organisation, if the manager has all rights that the role has at this moment. */
async function withRole(
  pool: Pool,
  accountId: AccountId,
  id: RoleId,
  manager: Manager,
  change: Change,
): Promise<RoleChange> {
  return inTransaction(pool, async (tx) => {
    const organisation = await lockOrganisationOf(tx, accountId);
    const role = organisation === null ? null : await findRole(tx, organisation.id, id);
    if (organisation === null || role === null) return { kind: 'not_found' };
    const own = await currentRights(tx, organisation.id, manager);
    const right = findRightAbove(own, role.rights);
    return right === null ? change(tx, organisation, role, own) : { kind: 'exceeds', right };
  });
}

async function findRole(
  tx: PoolClient,
  organisationId: OrganisationId,
  id: RoleId,
): Promise<CustomRole | null> {
  const { rows } = await tx.query<{ name: string; rights: string[] }>({
    text: 'SELECT name, rights FROM custom_roles WHERE organisation_id = $1 AND id = $2 FOR UPDATE',
    values: [uuidOf('org', organisationId), id],
  });
  const row = rows[0];
  return row === undefined ? null : { id, name: row.name, rights: roleRights(id, row.rights) };
}

/** Whether another role has this name: built-in ones are names too, and capital letters make no other name. */
async function isNameTaken(
  tx: PoolClient,
  organisationId: OrganisationId,
  name: string,
  self: RoleId | null,
): Promise<boolean> {
  if (isClientRole(name.toLowerCase())) return true;
  const { rowCount } = await tx.query({
    text: `
      SELECT FROM custom_roles
       WHERE organisation_id = $1 AND lower(name) = lower($2) AND ($3::text IS NULL OR id <> $3)`,
    values: [uuidOf('org', organisationId), name, self],
  });
  return rowCount !== 0;
}

async function countRoles(tx: PoolClient, organisationId: OrganisationId): Promise<number> {
  const { rows } = await tx.query<{ roles: number }>({
    text: 'SELECT count(*)::int AS roles FROM custom_roles WHERE organisation_id = $1',
    values: [uuidOf('org', organisationId)],
  });
  return rows[0]?.roles ?? 0;
}

function recorded({ name, rights }: Pick<CustomRole, 'name' | 'rights'>) {
  return { name, rights: [...rights].toSorted() };
}
