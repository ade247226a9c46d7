import type { Command } from 'commander';
import { findPerson } from '../../../db/people/people.ts';
import { addStaff, listStaff, removeStaff } from '../../../db/people/staff.ts';
import { isStaffRole, STAFF_ROLES } from '../../../domain/access/staff.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { knownPerson, newLink, readEmail, readPersonName, requireOver } from './email.ts';

const ROLES = Object.keys(STAFF_ROLES).join(', ');

/** `staff`: the people who operate Bundlewire. */
export function addStaffCommands(program: Command, frame: Frame): void {
  const staff = program.command('staff').description('People who operate Bundlewire, and their roles.');
  frame
    .changes(
      staff,
      'invite <email>',
      'Adds a person to the staff, or changes their role, and prints a sign-in link for them.',
    )
    .requiredOption('--role <role>', `one of: ${ROLES}`)
    .option('--name <name>', 'how pages address the person; default: the e-mail address')
    .action(frame.does<InviteOptions, [string]>(invite));
  frame
    .destroys(staff, 'remove <email>', 'Takes a person out of the staff, and signs them out everywhere.')
    .action(frame.does<object, [string]>(remove));
  frame.reads(staff, 'list', 'Lists the staff with their roles.').action(frame.does<object>(list));
}

interface InviteOptions {
  readonly role: string;
  readonly name?: string;
}

async function invite(session: Session, options: InviteOptions, emailText: string): Promise<Shown> {
  const email = readEmail(emailText);
  const { role } = options;
  if (!isStaffRole(role)) throw wrongUsage(`${role} is not a staff role. Roles: ${ROLES}.`);
  const name = readPersonName(options.name ?? email);
  const known = await findPerson(session.pool(), email);
  if (known !== null) await requireOver(session, known);
  const id = await addStaff(session.pool(), { email, name, role }, await session.actor());
  if (id === 'client')
    throw new CliError(
      `${email} has a role in the organisation of a client, so this person cannot belong to the staff. Use another e-mail address.`,
    );
  const { token, path, lines } = await newLink(session, email);
  return {
    json: { id, email, role, token, path },
    text: [
      `${email} belongs to the staff as ${role} (${id}).`,
      'The person can do nothing until they have set up a second factor.',
      '',
      ...lines,
    ].join('\n'),
  };
}

async function remove(session: Session, _options: object, emailText: string): Promise<Shown> {
  const person = await knownPerson(session, emailText);
  await requireOver(session, person);
  await session.confirm(`${emailText} will lose every right in the staff.`);
  if (!(await removeStaff(session.pool(), person, await session.actor())))
    throw new CliError(`${emailText} does not belong to the staff.`);
  return { json: { id: person, removed: true }, text: `${emailText} no longer belongs to the staff.` };
}

async function list(session: Session): Promise<Shown> {
  const staff = await listStaff(session.pool());
  return {
    json: staff.map(({ personId, email, name, role, hasSecondFactor, lastSignInAt }) => ({
      id: personId,
      email,
      name,
      role,
      has_second_factor: hasSecondFactor,
      last_sign_in_at: lastSignInAt,
    })),
    text: table(
      ['Person', 'E-mail', 'Role', 'Second factor', 'Last sign-in'],
      staff.map(({ personId, email, role, hasSecondFactor, lastSignInAt }) => [
        personId,
        email,
        role,
        hasSecondFactor ? 'yes' : 'no',
        time(lastSignInAt),
      ]),
      'No one belongs to the staff. Add the first person with: bundlewire staff invite',
    ),
  };
}
