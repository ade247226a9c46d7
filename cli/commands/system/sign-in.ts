import type { Command } from 'commander';
import { findCommandLinePerson, signOutCommandLine } from '../../../services/people/staff/command-line.ts';
import { CliError, EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { beginSignIn } from '../../sign-in/device.ts';

const HELP = `
Open the page that is printed in a browser in which you are signed in, type the code, and confirm. The token is stored in a
file that only you can read.`;

/** `sign-in`, `sign-out` and `whoami`: the person for whom commands run. */
export function addSignInCommands(program: Command, frame: Frame): void {
  frame
    .reads(program, 'sign-in', 'Signs you in as a staff member, with a code that you confirm in a browser.')
    .option('--api <url>', 'address of the API; default: PUBLIC_URL')
    .addHelpText('after', HELP)
    .action(frame.does<{ readonly api?: string }>(signIn));
  frame
    .reads(program, 'sign-out', 'Ends your sign-in, and deletes its token.')
    .action(frame.does<object>(signOut));
  frame
    .reads(program, 'whoami', 'Shows as whom commands run, and with which rights.')
    .action(frame.does<object>(whoami));
}

async function signIn(session: Session, { api }: { readonly api?: string }): Promise<Shown> {
  const { terminal, tokenFile } = session;
  // Before anyone confirms a session whose token would be lost.
  tokenFile().requirePlace();
  const begun = await beginSignIn(readApi(api ?? session.target().apiUrl));
  terminal.err(
    `Open ${begun.page.href} and enter the code:\n\n  ${begun.userCode}\n\nWaiting for you to confirm it.\n`,
  );
  const token = await begun.token();
  const person = await findCommandLinePerson(session.pool(), token);
  if (person === null)
    throw new CliError(
      'This API works on another database than DATABASE_URL names. Give the address of the right one with --api.',
      EXIT.cannot,
    );
  tokenFile().write(token);
  return {
    json: { id: person.personId, email: person.email, role: person.role },
    text: `You are signed in as ${person.email} (${person.role}). The session ends after 30 minutes without use, and after 12 hours at the latest.`,
  };
}

async function signOut(session: Session): Promise<Shown> {
  const file = session.tokenFile();
  const token = file.read();
  if (token === null) return { json: { signed_out: false }, text: 'You were not signed in.' };
  file.write(null);
  await signOutCommandLine(session.pool(), token);
  return { json: { signed_out: true }, text: 'You are signed out.' };
}

async function whoami(session: Session): Promise<Shown> {
  const person = await session.person();
  if (person === null) {
    const operator = session.operator();
    const name = operator === null ? 'without a name: changes need --operator' : `as ${operator}`;
    return {
      json: { access: 'direct', operator },
      text: `No one is signed in. Commands run with direct access to the database, ${name}.`,
    };
  }
  const { personId, email, name, role, rights, expiresAt } = person;
  const sorted = [...rights].toSorted();
  return {
    json: { access: 'person', id: personId, email, name, role, rights: sorted, expires_at: expiresAt },
    text: fields([
      ['Person', `${name} (${email})`],
      ['Id', personId],
      ['Role', role],
      ['Rights', sorted.join(', ')],
      ['Ends', `${time(expiresAt)}, if it is not used`],
    ]),
  };
}

function readApi(text: string | null): URL {
  if (text === null) throw wrongUsage('Give the address of the API with --api, or set PUBLIC_URL.');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw wrongUsage(`${text} is not the address of an API.`);
  return url;
}
