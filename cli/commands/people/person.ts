import type { Command } from 'commander';
import { addMember, listMembers, type Member, removeMember } from '../../../db/people/people.ts';
import { removeFactor } from '../../../db/people/second-factors.ts';
import { endAllSessions, listSessions } from '../../../db/people/sessions.ts';
import { setSuspended } from '../../../db/people/suspend.ts';
import { CLIENT_ROLES } from '../../../domain/access/roles.ts';
import { isClientRole } from '../../../domain/access/session-rights.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { knownPerson, newLink, readEmail, readPersonName, requireOver } from './email.ts';
import { knownOrganisation } from './organisation.ts';

const ROLES = Object.keys(CLIENT_ROLES).join(', ');

/** `person`: people of clients, their roles and sessions. */
export function addPersonCommands(program: Command, frame: Frame): void {
  const person = program.command('person').description('People who sign in, their roles and their sessions.');
  frame
    .changes(
      person,
      'invite <email>',
      'Adds a person to an organisation, or changes their role, and prints a sign-in link for them.',
    )
    .requiredOption('--organisation <id>', 'org_…, see organisation list')
    .requiredOption('--role <role>', `one of: ${ROLES}`)
    .option('--name <name>', 'how pages address the person; default: the e-mail address')
    .action(frame.does<InviteOptions, [string]>(invite));
  frame
    .destroys(person, 'remove <email>', 'Takes a person out of an organisation, from their next request.')
    .requiredOption('--organisation <id>', 'org_…, see organisation list')
    .action(frame.does<OfOrganisation, [string]>(remove));
  frame
    .destroys(
      person,
      'suspend <email>',
      'Keeps a person from acting for an organisation, from their next request, and signs them out everywhere.',
    )
    .requiredOption('--organisation <id>', 'org_…, see organisation list')
    .action(frame.does<OfOrganisation, [string]>(suspend));
  frame
    .changes(person, 'restore <email>', 'Lets a suspended person act for an organisation again.')
    .requiredOption('--organisation <id>', 'org_…, see organisation list')
    .action(frame.does<OfOrganisation, [string]>((...given) => stand(...given, false)));
  frame
    .reads(person, 'list', 'Lists people with their organisations and roles.')
    .option('--organisation <id>', 'only people of this organisation')
    .action(frame.does<Partial<OfOrganisation>>(list));
  frame
    .reads(person, 'sessions <email>', 'Lists where a person is signed in.')
    .action(frame.does<object, [string]>(sessions));
  frame
    .destroys(person, 'end-sessions <email>', 'Signs a person out everywhere.')
    .action(frame.does<object, [string]>(endSessions));
  frame
    .destroys(
      person,
      'reset-factor <email>',
      'Removes the second factor of a person who lost it, and signs the person out everywhere.',
    )
    .action(frame.does<object, [string]>(resetFactor));
}

interface OfOrganisation {
  readonly organisation: string;
}

interface InviteOptions extends OfOrganisation {
  readonly role: string;
  readonly name?: string;
}

async function invite(session: Session, options: InviteOptions, emailText: string): Promise<Shown> {
  const email = readEmail(emailText);
  const { role } = options;
  if (!isClientRole(role)) throw wrongUsage(`${role} is not a role. Roles: ${ROLES}.`);
  const name = readPersonName(options.name ?? email);
  const organisation = await knownOrganisation(session, options.organisation);

  const invited = { organisationId: organisation.id, email, name, role };
  const id = await addMember(session.pool(), invited, await session.actor());
  const { token, path, lines } = await newLink(session, email);
  return {
    json: { id, email, organisation_id: organisation.id, role, token, path },
    text: [`${email} is ${role} in ${organisation.name} (${id}).`, '', ...lines].join('\n'),
  };
}

async function remove(session: Session, options: OfOrganisation, emailText: string): Promise<Shown> {
  const organisation = await knownOrganisation(session, options.organisation);
  const person = await knownPerson(session, emailText);
  await session.confirm(`${emailText} will lose every right in ${organisation.name}.`);
  const isGone = await removeMember(session.pool(), organisation.id, person, await session.actor());
  if (!isGone) throw new CliError(`${emailText} is not in ${organisation.name}.`);
  return {
    json: { id: person, organisation_id: organisation.id, removed: true },
    text: `${emailText} is no longer in ${organisation.name}.`,
  };
}

async function suspend(session: Session, options: OfOrganisation, emailText: string): Promise<Shown> {
  await session.confirm(`${emailText} will be signed out everywhere, and cannot act until restored.`);
  return stand(session, options, emailText, true);
}

async function stand(
  session: Session,
  options: OfOrganisation,
  emailText: string,
  suspended: boolean,
): Promise<Shown> {
  const organisation = await knownOrganisation(session, options.organisation);
  const person = await knownPerson(session, emailText);
  const done = await setSuspended(session.pool(), organisation.id, person, suspended, await session.actor());
  if (done === 'not_found') throw new CliError(`${emailText} is not in ${organisation.name}.`);
  const now = suspended ? 'is suspended in' : 'may act for';
  return {
    json: { id: person, organisation_id: organisation.id, suspended, changed: done === 'changed' },
    text: `${emailText} ${done === 'changed' ? '' : 'already '}${now} ${organisation.name}.`,
  };
}

async function list(session: Session, options: Partial<OfOrganisation>): Promise<Shown> {
  const { organisation } = options;
  const id = organisation === undefined ? null : (await knownOrganisation(session, organisation)).id;
  const members = await listMembers(session.pool(), id);
  return {
    json: members.map(memberJson),
    text: table(
      ['Person', 'E-mail', 'Organisation', 'Role', 'Last seen', ''],
      members.map((member) => [
        member.personId,
        member.email,
        member.organisation,
        member.role,
        time(member.lastSeenAt),
        member.suspendedAt === null ? '' : 'suspended',
      ]),
      'No people.',
    ),
  };
}

function memberJson(member: Member): object {
  return {
    id: member.personId,
    email: member.email,
    name: member.name,
    organisation_id: member.organisationId,
    role: member.role,
    has_password: member.hasPassword,
    suspended_at: member.suspendedAt,
    last_seen_at: member.lastSeenAt,
  };
}

async function sessions(session: Session, _options: object, emailText: string): Promise<Shown> {
  const found = await listSessions(session.pool(), await knownPerson(session, emailText));
  return {
    json: found.map(({ id, createdAt, usedAt, expiresAt, address, userAgent }) => ({
      id,
      signed_in_at: createdAt,
      used_at: usedAt,
      expires_at: expiresAt,
      ip_address: address,
      user_agent: userAgent,
    })),
    text: table(
      ['Session', 'Signed in', 'Last used', 'From', 'Browser'],
      found.map(({ id, createdAt, usedAt, address, userAgent }) => [
        id,
        time(createdAt),
        time(usedAt),
        address ?? '–',
        userAgent ?? '–',
      ]),
      'No sessions.',
    ),
  };
}

async function endSessions(session: Session, _options: object, emailText: string): Promise<Shown> {
  const person = await knownPerson(session, emailText);
  await requireOver(session, person);
  await session.confirm(`${emailText} will be signed out everywhere.`);
  const ended = await endAllSessions(session.pool(), person, await session.actor());
  return { json: { id: person, ended }, text: `Sessions ended: ${ended}.` };
}

async function resetFactor(session: Session, _options: object, emailText: string): Promise<Shown> {
  const person = await knownPerson(session, emailText);
  await requireOver(session, person);
  await session.confirm(
    `Make sure that this is ${emailText}. The person will sign in without a code, and can then set up a new factor.`,
  );
  if (!(await removeFactor(session.pool(), person, await session.actor())))
    throw new CliError(`${emailText} has no second factor.`);
  return { json: { id: person, reset: true }, text: `The second factor of ${emailText} is removed.` };
}
