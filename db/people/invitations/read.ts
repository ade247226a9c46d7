import type { Invitation } from '../../../domain/access/invitation.ts';
import { type AccountId, type InvitationId, idFromUuid, uuidOf } from '../../../domain/ids.ts';
import type { Reader } from '../../account-reads.ts';

const INVITATION = `
  SELECT i.id, i.email, i.role, i.created_at AS "createdAt", i.expires_at AS "expiresAt", i.invited_kind AS kind,
         i.invited_by AS by,
         CASE WHEN i.outcome IS NOT NULL THEN i.outcome
              WHEN i.expires_at <= (SELECT app_now()) THEN 'expired' ELSE 'pending' END AS status,
         coalesce(i.ended_at, CASE WHEN i.expires_at <= (SELECT app_now()) THEN i.expires_at END) AS "endedAt",
         CASE m.outcome WHEN 'sent' THEN 'sent' ELSE CASE WHEN m.outcome IS NULL THEN 'waiting' ELSE 'not_sent' END END AS mail
    FROM invitations i
    JOIN person_mails m ON m.invitation_id = i.id
   WHERE i.organisation_id = (SELECT organisation_id FROM accounts WHERE id = $1)`;

type Row = Omit<Invitation, 'id' | 'invitedBy'> & {
  readonly id: string;
  readonly kind: Invitation['invitedBy']['kind'];
  readonly by: string;
};

function toInvitation({ id, kind, by, ...invitation }: Row): Invitation {
  return { ...invitation, id: idFromUuid('inv', id), invitedBy: { kind, id: by } };
}

/** Up to `limit` invitations of the organisation that has an account, after one: newest first. */
export async function listInvitationsBefore(
  db: Reader,
  accountId: AccountId,
  after: InvitationId | null,
  limit: number,
): Promise<Invitation[]> {
  const { rows } = await db.query<Row>({
    name: 'list-invitations',
    text: `${INVITATION} AND ($2::uuid IS NULL OR i.id < $2) ORDER BY i.id DESC LIMIT $3`,
    values: [uuidOf('acc', accountId), after === null ? null : uuidOf('inv', after), limit],
  });
  return rows.map(toInvitation);
}

/** An invitation of the organisation that has an account; null if it has no such invitation. */
export async function findInvitation(
  db: Reader,
  accountId: AccountId,
  id: InvitationId,
): Promise<Invitation | null> {
  const { rows } = await db.query<Row>({
    name: 'find-invitation',
    text: `${INVITATION} AND i.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('inv', id)],
  });
  return rows[0] === undefined ? null : toInvitation(rows[0]);
}
