import { pino } from 'pino';
import type { PersonMail } from '../../../db/people/mails/send.ts';
import { sendPersonMails } from '../../../worker/relay/person-mails.ts';
import type { ApiFixture } from '../api/fixture.ts';
import { onePool } from '../relay/stubs.ts';

/** A mail that would be sent. */
export interface SentMail extends PersonMail {
  readonly to: string;
  readonly link: string | null;
}

/** Sends all mails that wait, as the relay does, to a list instead of a mail server: in the order in which they were written. */
export async function sendMails({ pool }: ApiFixture): Promise<SentMail[]> {
  const sent: SentMail[] = [];
  const mailer = {
    linksTo: 'https://api.example.com',
    sendPersonMail: async (mail: PersonMail, to: string, link: string | null) => {
      sent.push({ ...mail, to, link });
    },
  };
  const deps = { pools: onePool(pool), mailer, log: pino({ level: 'silent' }) };
  while ((await sendPersonMails(deps)) === 'more');
  // A pass sends several at the same time.
  return sent.toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

/** The token of the link in the last mail to an address. */
export async function mailedToken(api: ApiFixture, email: string): Promise<string> {
  const mail = (await sendMails(api)).findLast(({ to, link }) => to === email && link !== null);
  const token = mail?.link?.split('#')[1];
  if (token === undefined) throw new Error(`no link was mailed to ${email}`);
  return token;
}
