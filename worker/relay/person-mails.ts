import type { Logger } from 'pino';
import { beginPersonMail, endPersonMail, type PersonMail, storeLink } from '../../db/people/mails/send.ts';
import { LINK_PREFIX, type PersonMailKind } from '../../domain/access/person-mail.ts';
import { PERSON_MAIL_QUEUE } from '../../domain/network/queues.ts';
import type { NextPass } from '../../services/loop.ts';
import { hashMailToken, newMailToken, signInPath } from '../../services/people/links.ts';
import type { WorkerPools } from '../pools.ts';
import { sendQueuedMails } from './mail-queue.ts';

/** Sends e-mails to single people. */
export interface PersonMailer {
  /** The base URL of links; null if it is not configured. Then mails with a link are not sent. */
  readonly linksTo: string | null;
  sendPersonMail(mail: PersonMail, to: string, link: string | null): Promise<void>;
}

export interface PersonMailDeps {
  readonly pools: Pick<WorkerPools, 'background'>;
  /** Null if no mail server is configured: then mails end unsent. */
  readonly mailer: PersonMailer | null;
  readonly log: Logger;
}

/** The pauses add up to about a day; after that no link works any longer. */
const ATTEMPTS_MAX = 30;

/** One pass over waiting mails to people: each is sent until the mail server accepts it. */
export async function sendPersonMails({ pools, mailer, log }: PersonMailDeps): Promise<NextPass> {
  const pool = pools.background;
  return sendQueuedMails(pool, log, {
    queue: PERSON_MAIL_QUEUE,
    name: 'mail to a person',
    attemptsMax: ATTEMPTS_MAX,
    begin: beginPersonMail,
    end: endPersonMail,
    facts: ({ id, kind }) => ({ mail_id: id, kind }),
    sender: (mail) => {
      const { email } = mail;
      if (mailer === null || email === null) return null;
      const prefix = linkPrefix(mail.kind);
      if (prefix === null) return () => mailer.sendPersonMail(mail, email, null);
      const { linksTo } = mailer;
      if (linksTo === null) return null;
      return async () => {
        // Only this mail has the token, so a copy of the database opens nothing.
        const token = newMailToken(prefix);
        await storeLink(pool, mail.id, hashMailToken(token));
        await mailer.sendPersonMail(mail, email, `${linksTo.replace(/\/$/, '')}${signInPath(token)}`);
      };
    },
  });
}

function linkPrefix(kind: PersonMailKind): string | null {
  return kind === 'invitation' || kind === 'recovery' ? LINK_PREFIX[kind] : null;
}
