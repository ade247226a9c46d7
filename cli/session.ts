import { userInfo } from 'node:os';
import { readCliConfig } from '../config/config.ts';
import type { Actor } from '../db/accounts/operator-actions.ts';
import { type AccountId, readId } from '../domain/ids.ts';
import { CliError, wrongUsage } from './failure.ts';
import { type CliParts, createParts } from './parts.ts';
import type { Terminal } from './terminal.ts';

/** Options that the frame adds to commands and reads itself. */
export interface FrameOptions {
  readonly json?: boolean;
  readonly operator?: string;
  readonly reason?: string;
  readonly yes?: boolean;
}

/** What a command is given to work with. */
export interface Session extends Omit<CliParts, 'close'> {
  readonly terminal: Terminal;
  /** Who acts and why; asks for a reason where a person is there to give one. */
  actor(): Promise<Actor>;
  /** Asks before something that cannot be taken back; `what` is a whole sentence. @throws CliError when it is declined. */
  confirm(what: string): Promise<void>;
  /** The account named, else the live demo account of npm start. @throws CliError */
  account(text: string | undefined): AccountId;
}

const REASON_CHARS_MAX = 500;

/** Runs a command with a session of its own, and closes what it opened. */
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
  return {
    ...parts,
    terminal,
    actor: async () => ({
      operator: readOperator(terminal, options),
      reason: await askReason(terminal, options),
    }),
    async confirm(what) {
      if (options.yes === true) return;
      if (!terminal.isInteractive) throw wrongUsage(`${what} Add --yes --reason "…" to do it.`);
      const answer = await terminal.ask(`${what} Go on? [y/N] `);
      if (!/^y(es)?$/i.test(answer.trim())) throw new CliError('Nothing was changed.');
    },
    account(text) {
      if (text === undefined) {
        const { demoAccountId } = parts.target();
        if (demoAccountId === null) throw wrongUsage('Name the account: acc_…');
        return demoAccountId;
      }
      const account = readId('acc', text);
      if (account === null) throw wrongUsage(`${text} is no account: acc_ and 26 characters.`);
      return account;
    },
  };
}

function readOperator({ environment }: Terminal, options: FrameOptions): string {
  const named = options.operator?.trim() ?? readCliConfig(environment).BUNDLEWIRE_OPERATOR;
  if (named === '') throw wrongUsage('--operator must name who acts.');
  return named ?? userInfo().username;
}

async function askReason(terminal: Terminal, options: FrameOptions): Promise<string> {
  const given = options.reason ?? (terminal.isInteractive ? await terminal.ask('Why? ') : '');
  const reason = given.trim();
  if (reason === '') throw wrongUsage('Say why with --reason "…"; it is kept with the change.');
  if (reason.length > REASON_CHARS_MAX)
    throw wrongUsage(`--reason has more than ${REASON_CHARS_MAX} characters.`);
  return reason;
}
