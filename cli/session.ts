import { userInfo } from 'node:os';
import { readCliConfig } from '../config/config.ts';
import type { OperatorActor } from '../db/audit/record.ts';
import { type AccountId, readId } from '../domain/ids.ts';
import { CliError, wrongUsage } from './failure.ts';
import { type CliParts, createParts } from './parts.ts';
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
  /** The operator and the reason; asks for a reason when a person is at the terminal. */
  actor(): Promise<OperatorActor>;
  /** Asks before a change that cannot be undone; `what` is a whole sentence. @throws CliError when the person declines. */
  confirm(what: string): Promise<void>;
  /** The account id that was typed, or the live demo account of npm start. @throws CliError */
  account(text: string | undefined): AccountId;
}

const REASON_CHARS_MAX = 500;

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
  return {
    ...parts,
    terminal,
    actor: async () => ({
      operator: readOperator(terminal, options),
      reason: await askReason(terminal, options),
    }),
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

function readOperator({ environment }: Terminal, options: FrameOptions): string {
  const named = options.operator?.trim() ?? readCliConfig(environment).BUNDLEWIRE_OPERATOR;
  if (named === '') throw wrongUsage('--operator is empty. Give your name.');
  return named ?? userInfo().username;
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
