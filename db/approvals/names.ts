import type { Identity } from '../../domain/access/identity.ts';
import { type AccountId, idFromUuid, readId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';

/** The names of keys of an account and of people of its organisation, by id. Who has left, or has no name, is left out. */
export async function readActorNames(
  db: Reader,
  accountId: AccountId,
  actors: readonly Identity[],
): Promise<ReadonlyMap<string, string>> {
  const keys = new Set(actors.flatMap(({ id }) => readId('key', id) ?? []));
  const people = new Set(actors.flatMap(({ id }) => readId('per', id) ?? []));
  if (keys.size + people.size === 0) return new Map();
  const { rows } = await db.query<{ kind: 'key' | 'per'; id: string; name: string }>({
    name: 'read-actor-names',
    text: `
      SELECT 'key' AS kind, id, name FROM api_keys WHERE account_id = $1 AND id = ANY ($2::uuid[]) AND name <> ''
       UNION ALL
      SELECT 'per', p.id, p.name
        FROM accounts a
        JOIN memberships m ON m.organisation_id = a.organisation_id
        JOIN auth_people p ON p.id = m.person_id
       WHERE a.id = $1 AND p.id = ANY ($3::uuid[]) AND p.name <> ''`,
    values: [
      uuidOf('acc', accountId),
      [...keys].map((id) => uuidOf('key', id)),
      [...people].map((id) => uuidOf('per', id)),
    ],
  });
  return new Map(rows.map(({ kind, id, name }) => [idFromUuid(kind, id), name]));
}
