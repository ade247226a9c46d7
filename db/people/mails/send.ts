import type { Pool } from 'pg';
import type { PersonMailFacts, PersonMailKind } from '../../../domain/access/person-mail.ts';

/** A mail that is to be sent. */
export interface PersonMail {
  /** A UUID. */
  readonly id: string;
  readonly kind: PersonMailKind;
  /** Null if the person or invitation no longer waits for it. */
  readonly email: string | null;
  /** Of an invitation. */
  readonly organisation: string | null;
  /** Of an invitation: the name of the role. */
  readonly role: string | null;
  /** Until when the link of an invitation works. */
  readonly expiresAt: Date | null;
  readonly facts: PersonMailFacts;
  readonly at: Date;
  /** This one included. */
  readonly attempts: number;
}

/** Reads a mail and counts an attempt; null when it has ended. An invitation that has ended, or a link whose time is over, has no address any longer. */
export async function beginPersonMail(db: Pool, mailUuid: string): Promise<PersonMail | null> {
  const { rows } = await db.query<PersonMail>({
    name: 'begin-person-mail',
    text: `
      UPDATE person_mails m SET attempts = m.attempts + 1
        FROM person_mails own
        LEFT JOIN invitations i
          ON i.id = own.invitation_id AND i.ended_at IS NULL AND i.expires_at > (SELECT app_now())
        LEFT JOIN organisations o ON o.id = i.organisation_id
        LEFT JOIN auth_people p ON p.id = own.person_id
       WHERE m.id = $1 AND own.id = m.id AND m.outcome IS NULL
      RETURNING m.id, m.kind, coalesce(i.email, CASE WHEN m.kind <> 'recovery' OR m.at > (SELECT app_now()) - interval '30 minutes' THEN p.email END) AS email, o.name AS organisation,
                coalesce((SELECT r.name FROM custom_roles r WHERE r.id = i.role), i.role) AS role, i.expires_at AS "expiresAt", m.facts, m.at, m.attempts`,
    values: [mailUuid],
  });
  return rows[0] ?? null;
}

/** Stores the hash of the token that the mail is about to be sent with. A token of an earlier attempt no longer works. */
export async function storeLink(db: Pool, mailUuid: string, hash: Buffer): Promise<void> {
  await db.query({
    name: 'store-link-of-mail',
    text: 'UPDATE person_mails SET link_hash = $2 WHERE id = $1 AND link_used_at IS NULL',
    values: [mailUuid, hash],
  });
}

/** Records how a mail ended, once. */
export async function endPersonMail(
  db: Pool,
  mailUuid: string,
  outcome: 'sent' | 'given_up' | 'no_address',
): Promise<void> {
  await db.query({
    name: 'end-person-mail',
    text: `
      UPDATE person_mails SET outcome = $2, ended_at = (SELECT app_now())
       WHERE id = $1 AND outcome IS NULL`,
    values: [mailUuid, outcome],
  });
}
