import { Command } from 'commander';
import { maskNumbers } from '../domain/masking.ts';
import { CliError, EXIT, type ExitCode, explain } from './failure.ts';
import type { Shown } from './layout.ts';
import { type FrameOptions, type Session, withSession } from './session.ts';
import { refuseWithout } from './sign-in/person.ts';
import { needOf } from './sign-in/rights.ts';
import type { Terminal } from './terminal.ts';

/** The work of one command: it returns what to print. */
export type Handler<Options, Args extends unknown[]> = (
  session: Session,
  options: Options,
  ...args: Args
) => Promise<Shown>;

/**
 * Creates commands, so that all have the same options, outputs and exit codes. `usage` is commander's, for example
 * `show [account]`.
 */
export interface Frame {
  readonly terminal: Terminal;
  /** A command that only reads. */
  reads(parent: Command, usage: string, description: string): Command;
  /** A command that changes something: it records the operator and the reason. */
  changes(parent: Command, usage: string, description: string): Command;
  /** A command whose change cannot be undone: it asks first, unless --yes is given. */
  destroys(parent: Command, usage: string, description: string): Command;
  /** Turns a handler into commander's action. */
  does<Options = object, Args extends unknown[] = (string | undefined)[]>(
    handler: Handler<Options, Args>,
  ): (...args: unknown[]) => Promise<void>;
}

/** `exitWith` receives the exit code of the command that ran. */
export function createFrame(terminal: Terminal, exitWith: (code: ExitCode) => void): Frame {
  const reads: Frame['reads'] = (parent, usage, description) =>
    parent.command(usage).description(description).option('--json', 'print JSON instead of text');
  const changes: Frame['changes'] = (parent, usage, description) =>
    reads(parent, usage, description)
      .option(
        '--reason <text>',
        'why; recorded with the change. If you leave it out, the command asks for it',
      )
      .option('--operator <name>', 'who; default: BUNDLEWIRE_OPERATOR, else your user name');

  return {
    terminal,
    reads,
    changes,
    destroys: (parent, usage, description) =>
      changes(parent, usage, description).option('--yes', 'do not ask for confirmation; needs --reason'),
    does:
      (handler) =>
      async (...all) => {
        const [options, args] = splitArguments(all);
        const path = pathOf(all.at(-1));
        exitWith(
          await runOne(terminal, options, async (session) => {
            const isMasked = await admit(session, path);
            const shown = await handler(session, options, ...args);
            return isMasked ? { ...shown, json: maskNumbers(shown.json) } : shown;
          }),
        );
      },
  };
}

async function runOne(
  terminal: Terminal,
  options: FrameOptions,
  work: (session: Session) => Promise<Shown>,
): Promise<ExitCode> {
  try {
    const shown = await withSession(terminal, options, work);
    const text = options.json === true ? JSON.stringify(shown.json, null, 2) : shown.text.trimEnd();
    terminal.out(`${text}\n`);
    return shown.exitCode ?? EXIT.done;
  } catch (error) {
    const { message, exitCode } = explain(error);
    terminal.err(`${options.json === true ? JSON.stringify({ error: { message } }) : message}\n`);
    return exitCode;
  }
}

/**
 * Checks the right that a command needs. Without a sign-in, this is direct access to the database, which PostgreSQL limits.
 * @returns whether phone numbers are to be masked.
 * @throws CliError if the right is missing, or the command is in no table.
 */
async function admit(session: Session, path: string): Promise<boolean> {
  const need = needOf(path);
  if (need === 'nothing') return false;
  const person = await session.person();
  if (person === null) return false;
  if (need === null) throw new CliError(`${path} names no right, so it cannot be used signed in.`);
  refuseWithout(person, need);
  return !person.rights.has('numbers:read');
}

/** The words of a command, without the program's name. */
function pathOf(command: unknown): string {
  if (!(command instanceof Command) || command.parent === null) return '';
  return `${pathOf(command.parent)} ${command.name()}`.trim();
}

/** Commander passes the arguments, then the options, then the command. */
// biome-ignore lint/suspicious/noExplicitAny: commander's options and arguments have no types
function splitArguments(all: readonly unknown[]): [any, any] {
  return [all.at(-2), all.slice(0, -2)];
}
