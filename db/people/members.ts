import type { Member } from '../../domain/access/member.ts';
import { type AccountId, idFromUuid, type PersonId, uuidOf } from '../../domain/ids.ts';
import type { Reader } from '../account-reads.ts';

const MEMBER = `
  SELECT p.id, p.email, p.name, m.role, m.created_at AS "joinedAt", m.suspended_at AS "suspendedAt",
         p.last_sign_in_at AS "lastSignInAt",
         EXISTS (SELECT FROM second_factors f WHERE f.person_id = p.id AND f.confirmed_at IS NOT NULL)
         OR EXISTS (SELECT FROM passkeys k WHERE k.person_id = p.id AND k.removed_at IS NULL) AS "hasSecondFactor"
    FROM memberships m
    JOIN auth_people p ON p.id = m.person_id
   WHERE m.organisation_id = (SELECT organisation_id FROM accounts WHERE id = $1)`;

type Row = Omit<Member, 'personId'> & { readonly id: string };

function toMember({ id, ...member }: Row): Member {
  return { ...member, personId: idFromUuid('per', id) };
}

/** Up to `limit` people of the organisation that has an account, after a person: who came last first. */
export async function listMembersBefore(
  db: Reader,
  accountId: AccountId,
  after: PersonId | null,
  limit: number,
): Promise<Member[]> {
  const { rows } = await db.query<Row>({
    name: 'list-members',
    text: `${MEMBER} AND ($2::uuid IS NULL OR m.person_id < $2) ORDER BY m.person_id DESC LIMIT $3`,
    values: [uuidOf('acc', accountId), after === null ? null : uuidOf('per', after), limit],
  });
  return rows.map(toMember);
}

/** A person of the organisation that has an account; null if the person is not in it. */
export async function findMember(
  db: Reader,
  accountId: AccountId,
  personId: PersonId,
): Promise<Member | null> {
  const { rows } = await db.query<Row>({
    name: 'find-member',
    text: `${MEMBER} AND m.person_id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('per', personId)],
  });
  return rows[0] === undefined ? null : toMember(rows[0]);
}
