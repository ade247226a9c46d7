import type { Pool, PoolClient } from 'pg';
import type { PersonMailKind } from '../../../domain/access/person-mail.ts';
import { newUuid } from '../../../domain/crypto/new-id.ts';
import { type InvitationId, type PersonId, uuidOf } from '../../../domain/ids.ts';
import { PERSON_MAIL_QUEUE } from '../../../domain/network/queues.ts';

/** Has the relay mail an invitation, in the transaction that makes it. */
export async function mailInvitation(tx: PoolClient, id: InvitationId): Promise<void> {
  await tx.query({
    name: 'mail-invitation',
    text: `
      WITH mail AS (
        INSERT INTO person_mails (id, kind, invitation_id, facts, at)
        SELECT $1, 'invitation', i.id, '{}', i.created_at FROM invitations i WHERE i.id = $2
        RETURNING id, invitation_id, at
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT $3, $4, 'person_mail', id, invitation_id, at FROM mail`,
    values: [newUuid(), uuidOf('inv', id), newUuid(), PERSON_MAIL_QUEUE],
  });
}

/**
 * Has the relay mail a person, unless they had as many mails of this kind within this time. Use the transaction of the change that
 * the mail is about. Returns whether a mail is sent.
 * @param facts what happened, from where. No secret.
 */
export async function mailPerson(
  tx: Pool | PoolClient,
  personId: PersonId,
  kind: Exclude<PersonMailKind, 'invitation'>,
  facts: object,
  { most, withinHours }: { readonly most: number; readonly withinHours: number } = USUAL,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'mail-person',
    text: `
      WITH mail AS (
        INSERT INTO person_mails (id, kind, person_id, facts, at)
        SELECT $1, $2, p.id, $4, clock.at
          FROM auth_people p, (SELECT app_now() AS at) clock
         WHERE p.id = $3
           AND (SELECT count(*) FROM person_mails m
                 WHERE m.person_id = p.id AND m.kind = $2 AND m.at > clock.at - $5 * interval '1 hour') < $6
        RETURNING id, person_id, at
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT $7, $8, 'person_mail', id, person_id, at FROM mail`,
    values: [
      newUuid(),
      kind,
      uuidOf('per', personId),
      JSON.stringify(facts),
      withinHours,
      most,
      newUuid(),
      PERSON_MAIL_QUEUE,
    ],
  });
  return rowCount !== 0;
}

/** More mails than this about the same kind of change help no one. */
const USUAL = { most: 10, withinHours: 1 };
