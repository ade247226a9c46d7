import { findPerson } from '../../../db/people/people.ts';
import { findStaffRole } from '../../../db/people/staff.ts';
import type { PersonId } from '../../../domain/ids.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Session } from '../../session.ts';

const EMAIL_CHARS_MAX = 254;
const NAME_CHARS_MAX = 200;

/** An e-mail address as it is stored: in lower case. @throws CliError */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (email.length > EMAIL_CHARS_MAX || !/^[^@\s]+@[^@\s.]+(\.[^@\s.]+)+$/.test(email))
    throw wrongUsage(`${text} is not an e-mail address.`);
  return email;
}

/** How pages address a person. @throws CliError */
export function readPersonName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_CHARS_MAX)
    throw wrongUsage(`The name must have 1 to ${NAME_CHARS_MAX} characters.`);
  return name;
}

/** The person with this e-mail address, of a client or of the staff. @throws CliError if there is none. */
export async function knownPerson(session: Session, emailText: string): Promise<PersonId> {
  const id = await findPerson(session.pool(), readEmail(emailText));
  if (id === null)
    throw new CliError(
      `There is no person with the e-mail address ${emailText}. See: bundlewire person list, bundlewire staff list`,
    );
  return id;
}

/** Only who manages the staff acts on staff members, and no one on themselves. @throws CliError */
export async function requireOver(session: Session, personId: PersonId): Promise<void> {
  if ((await findStaffRole(session.pool(), personId)) === null) return;
  await session.requireRight('staff:manage');
  if ((await session.person())?.personId === personId)
    throw new CliError('You cannot do this to yourself. Nothing was changed. Ask another staff admin.');
}

/** A new sign-in link for a person, and the lines that print it. */
export async function newLink(session: Session, email: string) {
  // Only here: the library takes half a second to load, which other commands need not wait for.
  const { issueSignInToken, signInPath } = await import('../../../services/people/links.ts');
  const token = await issueSignInToken(session.pool(), email);
  const path = signInPath(token);
  return {
    token,
    path,
    lines: [
      `Sign-in link: your PUBLIC_URL, then ${path}`,
      'It works once, within 24 hours. Give it to this person only, because it signs in anyone who has it.',
    ],
  };
}
