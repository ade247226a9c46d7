import { readCliConfig } from '../config/config.ts';
import type { OperatorActor } from '../db/audit/record.ts';
import type { StaffRight } from '../domain/access/staff.ts';
import { type AccountId, readId } from '../domain/ids.ts';
import { CliError, wrongUsage } from './failure.ts';
import { once } from './once.ts';
import { type CliParts, createParts } from './parts.ts';
import { findSignedIn, refuseWithout, type SignedInPerson, toStaffSession } from './sign-in/person.ts';
import { openTokenFile, type TokenFile } from './sign-in/token-file.ts';
import type { Terminal } from './terminal.ts';

/** Options that the frame adds to commands. */
export interface FrameOptions {
  readonly json?: boolean;
  readonly operator?: string;
  readonly reason?: string;
  readonly yes?: boolean;
}

/** What a command works with. */
export interface Session extends Omit<CliParts, 'close'> {
  readonly terminal: Terminal;
  /** Who acts and the reason; asks for a reason when a person is at the terminal. Without a sign-in, it says that this is direct access. */
  actor(): Promise<OperatorActor>;
  /** Who is signed in; null for direct access to the database. @throws CliError if the sign-in has ended. */
  person(): Promise<SignedInPerson | null>;
  /** @throws CliError if a person is signed in and does not have the right. */
  requireRight(right: StaffRight): Promise<void>;
  /** The name for direct access: the one that was given, else that of the system's user; null if there is none. */
  operator(): string | null;
  /** Where the token of the sign-in is. */
  tokenFile(): TokenFile;
  /** Asks before a change that cannot be undone; `what` is a whole sentence. @throws CliError when the person declines. */
  confirm(what: string): Promise<void>;
  /** The account id that was typed, or the live demo account of npm start. @throws CliError */
  account(text: string | undefined): AccountId;
}

const REASON_CHARS_MAX = 500;
/** What a command that changes something without a sign-in prints. */
export const DIRECT_ACCESS =
  'You are not signed in (bundlewire sign-in). This is direct access to the database, and is recorded as that.\n';

/** Runs a command in a new session, and closes what it opened. */
export async function withSession<T>(
  terminal: Terminal,
  options: FrameOptions,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { close, ...parts } = createParts(terminal);
  try {
    return await work(createSession(terminal, options, parts));
  } finally {
    await close();
  }
}

function createSession(terminal: Terminal, options: FrameOptions, parts: Omit<CliParts, 'close'>): Session {
  const tokenFile = once(() => openTokenFile(terminal.environment, parts.target().databaseUrl));
  const person = once(() => findSignedIn(tokenFile(), parts.pool));
  return {
    ...parts,
    terminal,
    tokenFile,
    person,
    operator: () => readOperator(terminal, options),
    async requireRight(right) {
      const signedIn = await person();
      if (signedIn !== null) refuseWithout(signedIn, right);
    },
    async actor() {
      const signedIn = await person();
      if (signedIn === null && options.json !== true) terminal.err(DIRECT_ACCESS);
      if (signedIn !== null && options.operator !== undefined)
        throw wrongUsage(`--operator is only for direct access. You are signed in as ${signedIn.email}.`);
      return {
        operator: signedIn?.name ?? requireOperator(terminal, options),
        reason: await askReason(terminal, options),
        ...(signedIn === null ? {} : { staff: toStaffSession(signedIn) }),
      };
    },
    async confirm(what) {
      if (options.yes === true) return;
      if (!terminal.isInteractive) throw wrongUsage(`${what} Add --yes --reason "…" to confirm.`);
      const answer = await terminal.ask(`${what} Continue? [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.');
    },
    account(text) {
      if (text === undefined) {
        const { demoAccountId } = parts.target();
        if (demoAccountId === null) throw wrongUsage('No account was given. Add its id: acc_…');
        return demoAccountId;
      }
      const account = readId('acc', text);
      if (account === null) throw wrongUsage(`${text} is not an account id: acc_ and 26 characters.`);
      return account;
    },
  };
}

function readOperator({ environment, userName }: Terminal, options: FrameOptions): string | null {
  const named = options.operator?.trim() ?? readCliConfig(environment).BUNDLEWIRE_OPERATOR;
  if (named === '') throw wrongUsage('--operator is empty. Give your name.');
  return named ?? userName();
}

function requireOperator(terminal: Terminal, options: FrameOptions): string {
  const name = readOperator(terminal, options);
  if (name === null)
    throw wrongUsage(
      'Nothing was changed. The change is recorded under your name, but this system has no name for its user, as in a container. Add --operator with your name, set BUNDLEWIRE_OPERATOR, or sign in.',
    );
  return name;
}

async function askReason(terminal: Terminal, options: FrameOptions): Promise<string> {
  const given = options.reason ?? (terminal.isInteractive ? await terminal.ask('Reason: ') : '');
  const reason = given.trim();
  if (reason === '')
    throw wrongUsage('A reason is missing. Add --reason "…"; it is recorded with the change.');
  if (reason.length > REASON_CHARS_MAX)
    throw wrongUsage(`--reason is longer than ${REASON_CHARS_MAX} characters. Shorten it.`);
  return reason;
}
