import type { Pool, PoolClient } from 'pg';
import { type AccountId, idFromUuid, type OrganisationId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';
import { type RequestActor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** An organisation as its people see it. */
export interface OwnOrganisation {
  readonly id: OrganisationId;
  readonly name: string;
  readonly createdAt: Date;
  readonly accounts: readonly { readonly id: string; readonly name: string; readonly livemode: boolean }[];
}

/** The organisation that has an account; null if none has. */
export async function readOwnOrganisation(db: Reader, accountId: AccountId): Promise<OwnOrganisation | null> {
  const { rows } = await db.query<Omit<OwnOrganisation, 'id'> & { id: string }>({
    name: 'read-own-organisation',
    text: `
      SELECT o.id, o.name, o.created_at AS "createdAt",
             (SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'livemode', a.livemode)
                              ORDER BY a.livemode DESC, a.id)
                FROM accounts a WHERE a.organisation_id = o.id) AS accounts
        FROM accounts own
        JOIN organisations o ON o.id = own.organisation_id
       WHERE own.id = $1`,
    values: [uuidOf('acc', accountId)],
  });
  if (rows[0] === undefined) return null;
  const { id, accounts, ...organisation } = rows[0];
  const shown = accounts.map((account) => ({ ...account, id: idFromUuid('acc', account.id) }));
  return { ...organisation, id: idFromUuid('org', id), accounts: shown };
}

/** An organisation that is locked until the transaction ends. */
export interface LockedOrganisation {
  readonly id: OrganisationId;
  readonly name: string;
  /** Its first account, live ones before test ones: all that happens in the organisation is recorded there. */
  readonly recordedAt: AccountId;
}

/**
 * Locks the organisation that has an account, so that changes of its people wait for each other; null if none has. NO KEY, so that
 * an account can be given to it meanwhile. This lock comes before all others.
 */
export async function lockOrganisationOf(
  tx: PoolClient,
  accountId: AccountId,
): Promise<LockedOrganisation | null> {
  const { rows } = await tx.query<{ id: string; name: string }>({
    name: 'lock-organisation',
    text: `
      SELECT o.id, o.name
        FROM organisations o
        JOIN accounts a ON a.organisation_id = o.id
       WHERE a.id = $1
         FOR NO KEY UPDATE OF o`,
    values: [uuidOf('acc', accountId)],
  });
  if (rows[0] === undefined) return null;
  const id = idFromUuid('org', rows[0].id);
  return { id, name: rows[0].name, recordedAt: (await findHomeAccount(tx, id)) ?? accountId };
}

/** The same lock, for an organisation whose id is known. */
export async function lockOrganisation(tx: PoolClient, organisationId: OrganisationId): Promise<void> {
  await tx.query({
    name: 'lock-organisation-by-id',
    text: 'SELECT FROM organisations WHERE id = $1 FOR NO KEY UPDATE',
    values: [uuidOf('org', organisationId)],
  });
}

/** The account in whose audit log all is recorded that happens in an organisation; null if it has none. */
export async function findHomeAccount(
  db: Pool | PoolClient,
  organisationId: OrganisationId,
): Promise<AccountId | null> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-home-account',
    text: 'SELECT id FROM accounts WHERE organisation_id = $1 ORDER BY livemode DESC, id LIMIT 1',
    values: [uuidOf('org', organisationId)],
  });
  return rows[0] === undefined ? null : idFromUuid('acc', rows[0].id);
}

/** Renames the organisation that has an account, with its record; false if none has. */
export async function renameOrganisation(
  pool: Pool,
  accountId: AccountId,
  name: string,
  actor: RequestActor,
): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const organisation = await lockOrganisationOf(tx, accountId);
    if (organisation === null) return false;
    if (organisation.name === name) return true;
    await tx.query({
      text: 'UPDATE organisations SET name = $2 WHERE id = $1',
      values: [uuidOf('org', organisation.id), name],
    });
    await recordAction(tx, {
      ...actor,
      action: 'organisation_rename',
      accountId: organisation.recordedAt,
      subject: organisation.id,
      before: { name: organisation.name },
      details: { name },
    });
    return true;
  });
}
