import type { Pool } from 'pg';
import { newId } from '../../domain/crypto/new-id.ts';
import { type AccountId, idFromUuid, type OrganisationId, uuidOf } from '../../domain/ids.ts';
import { lockAccount } from '../accounts/lock.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** An organisation as operators see it. */
export interface ListedOrganisation {
  readonly id: OrganisationId;
  readonly name: string;
  readonly accountIds: readonly AccountId[];
  readonly people: number;
}

/** Creates an organisation without accounts and people, with its record. */
export async function createOrganisation(pool: Pool, name: string, actor: Actor): Promise<OrganisationId> {
  return inTransaction(pool, async (tx) => {
    const id = newId('org');
    await tx.query({
      text: 'INSERT INTO organisations (id, name) VALUES ($1, $2)',
      values: [uuidOf('org', id), name],
    });
    await recordAction(tx, { ...actor, action: 'organisation_create', accountId: null, subject: id });
    return id;
  });
}

/** All organisations, oldest first; with `id`, only that one. */
export async function listOrganisations(db: Pool, id: OrganisationId | null): Promise<ListedOrganisation[]> {
  const { rows } = await db.query<{ id: string; name: string; accounts: string[]; people: number }>({
    text: `
      SELECT o.id, o.name,
             ARRAY(SELECT a.id::text FROM accounts a WHERE a.organisation_id = o.id ORDER BY a.id) AS accounts,
             (SELECT count(*)::int FROM memberships m WHERE m.organisation_id = o.id) AS people
        FROM organisations o
       WHERE $1::uuid IS NULL OR o.id = $1
       ORDER BY o.id`,
    values: [id === null ? null : uuidOf('org', id)],
  });
  return rows.map((row) => ({
    id: idFromUuid('org', row.id),
    name: row.name,
    accountIds: row.accounts.map((account) => idFromUuid('acc', account)),
    people: row.people,
  }));
}

/**
 * Gives an organisation an account that belongs to none, or takes one over from another organisation: only operators do this.
 * Its keys keep working.
 */
export async function assignAccount(
  pool: Pool,
  organisationId: OrganisationId,
  accountId: AccountId,
  actor: Actor,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await lockAccount(tx, accountId);
    await tx.query({
      text: 'UPDATE accounts SET organisation_id = $2 WHERE id = $1',
      values: [uuidOf('acc', accountId), uuidOf('org', organisationId)],
    });
    const details = { organisation_id: organisationId };
    await recordAction(tx, {
      ...actor,
      action: 'organisation_account',
      accountId,
      subject: 'account',
      details,
    });
  });
}
