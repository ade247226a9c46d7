import type { Pool, PoolClient } from 'pg';
import { type AccountId, idFromUuid, type PersonId, uuidOf } from '../../../domain/ids.ts';
import { type AuditFacts, type RequestActor, recordAction } from '../../audit/record.ts';

/** Organisations of one person in whose logs their sign-ins are. */
const HOMES_MAX = 20;

/**
 * The accounts in whose audit logs the sign-ins of a person are recorded: of each of their organisations, the one for all that happens
 * there. In order of their ids. Only null, for the log of the platform, if there is none.
 */
export async function findHomesOfPerson(
  db: Pool | PoolClient,
  personId: PersonId,
): Promise<readonly (AccountId | null)[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-homes-of-person',
    text: `
      SELECT home.id
        FROM memberships m,
             LATERAL (SELECT a.id FROM accounts a WHERE a.organisation_id = m.organisation_id
                       ORDER BY a.livemode DESC, a.id LIMIT 1) home
       WHERE m.person_id = $1
       ORDER BY home.id
       LIMIT $2`,
    values: [uuidOf('per', personId), HOMES_MAX],
  });
  return rows.length === 0 ? [null] : rows.map(({ id }) => idFromUuid('acc', id));
}

/** Records what a person did about how they sign in, for each of their organisations, in the transaction that does it. */
export async function recordOfPerson(
  tx: PoolClient,
  personId: PersonId,
  entry: RequestActor & Omit<AuditFacts, 'accountId'>,
): Promise<void> {
  for (const accountId of await findHomesOfPerson(tx, personId))
    await recordAction(tx, { ...entry, accountId });
}
