import type { Command } from 'commander';
import {
  assignAccount,
  createOrganisation,
  type ListedOrganisation,
  listOrganisations,
} from '../../../db/people/organisations.ts';
import { type OrganisationId, readId } from '../../../domain/ids.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';

const NAME_CHARS_MAX = 200;

/** `organisation`: the companies of clients, which own accounts. Returns the command, for what belongs under it. */
export function addOrganisationCommands(program: Command, frame: Frame): Command {
  const organisation = program
    .command('organisation')
    .description('Companies of clients: they own accounts, and their people sign in.');
  frame
    .changes(organisation, 'create <name>', 'Creates an organisation without accounts and people.')
    .addHelpText('after', '\nNext: organisation account, person invite.')
    .action(frame.does<object, [string]>(create));
  frame
    .destroys(
      organisation,
      'account <organisation> <account>',
      'Gives an account to an organisation. If it belongs to another one, the people there lose it.',
    )
    .action(frame.does<object, [string, string]>(assign));
  frame.reads(organisation, 'list', 'Lists the organisations with their accounts.').action(frame.does(list));
  return organisation;
}

/** The organisation with this id. @throws CliError when there is none. */
export async function knownOrganisation(session: Session, text: string): Promise<ListedOrganisation> {
  const id: OrganisationId | null = readId('org', text);
  if (id === null) throw wrongUsage(`${text} is not an organisation id: org_ and 26 characters.`);
  const [organisation] = await listOrganisations(session.pool(), id);
  if (organisation === undefined)
    throw new CliError(`There is no organisation ${id}. List them with: bundlewire organisation list`);
  return organisation;
}

async function create(session: Session, _options: object, nameText: string): Promise<Shown> {
  const name = nameText.trim();
  if (name === '' || name.length > NAME_CHARS_MAX)
    throw wrongUsage(`The name must have 1 to ${NAME_CHARS_MAX} characters.`);
  const id = await createOrganisation(session.pool(), name, await session.actor());
  return { json: { id, name }, text: `Created ${id}: ${name}.` };
}

async function assign(
  session: Session,
  _options: object,
  organisationText: string,
  accountText: string,
): Promise<Shown> {
  const organisation = await knownOrganisation(session, organisationText);
  const account = await knownAccount(session, accountText);
  await session.confirm(
    `The people of ${organisation.name} will be able to use ${account.id} (${account.name}). People of another organisation that has it will not.`,
  );
  await assignAccount(session.pool(), organisation.id, account.id, await session.actor());
  return {
    json: { id: organisation.id, account_id: account.id },
    text: `${account.id} now belongs to ${organisation.name}.`,
  };
}

async function list(session: Session): Promise<Shown> {
  const organisations = await listOrganisations(session.pool(), null);
  return {
    json: organisations.map(({ id, name, accountIds, people }) => ({
      id,
      name,
      account_ids: accountIds,
      people,
    })),
    text: table(
      ['Organisation', 'Name', 'People', 'Accounts'],
      organisations.map(({ id, name, accountIds, people }) => [
        id,
        name,
        String(people),
        accountIds.join(' ') || '–',
      ]),
      'No organisations.',
    ),
  };
}
