import type { Pool } from 'pg';
import type { CommandLinePerson } from '../../db/people/command-line.ts';
import type { StaffSession } from '../../domain/access/principal.ts';
import { type StaffRight, staffRightsInSession } from '../../domain/access/staff.ts';
import { findCommandLinePerson } from '../../services/people/staff/command-line.ts';
import { CliError } from '../failure.ts';
import type { TokenFile } from './token-file.ts';

/** The staff member for whom a command runs. */
export interface SignedInPerson extends CommandLinePerson {
  readonly rights: ReadonlySet<StaffRight>;
}

const USER_AGENT = 'bundlewire command line';

/**
 * Who is signed in; null if no one is, which is direct access to the database.
 * @throws CliError if the sign-in has ended: it never becomes direct access by itself.
 */
export async function findSignedIn(file: TokenFile, pool: () => Pool): Promise<SignedInPerson | null> {
  const token = file.read();
  if (token === null) return null;
  const person = await findCommandLinePerson(pool(), token);
  if (person === null)
    throw new CliError(
      'Your sign-in has ended. Run bundlewire sign-in again. For direct access to the database in an emergency, run bundlewire sign-out first.',
    );
  return { ...person, rights: staffRightsInSession(person.role, person.hasPassed ? 'passed' : 'none') };
}

/** Who acts, for the audit log. */
export function toStaffSession({ personId, sessionId }: SignedInPerson): StaffSession {
  return { personId, sessionId, address: null, userAgent: USER_AGENT };
}

/** @throws CliError if the person does not have the right, with what to do. */
export function refuseWithout(person: SignedInPerson, right: StaffRight): void {
  if (person.rights.has(right)) return;
  const { email, role, hasPassed } = person;
  throw new CliError(
    hasPassed
      ? `Nothing was done. This needs the right ${right}, which your role ${role} does not have (${email}). Ask a staff admin.`
      : `Nothing was done. The second factor of ${email} was removed. Set it up again, then run bundlewire sign-in.`,
  );
}
