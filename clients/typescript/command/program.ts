import { setTimeout as sleep } from 'node:timers/promises';
import { VERSION } from '../src/index.ts';
import { openApi, openTestApi } from './access.ts';
import { COMMANDS } from './commands/commands.ts';
import { CommandError, type Explained, explain, wrongUsage } from './failure.ts';
import { readGiven } from './given.ts';
import { COMMON_OPTIONS, commandHelp, programHelp } from './help.ts';
import { escapingTerminal } from './show/characters.ts';
import { type Command, EXIT, type ExitCode, type Session } from './spec.ts';
import type { Terminal } from './terminal.ts';

/** How long a command that was stopped may take to end by itself, in milliseconds. */
const GRACE_MS = 2_000;

/** Runs the program with the words after its name. Returns the exit code; never throws. */
export async function runProgram(given: Terminal, words: readonly string[]): Promise<ExitCode> {
  const terminal = escapingTerminal(given);
  const json = words.includes('--json');
  try {
    return await dispatch(terminal, words, json);
  } catch (error) {
    const explained = stopped(terminal, error) ?? explain(error);
    terminal.err(`${json ? JSON.stringify({ error: errorJson(explained) }) : explained.message}\n`);
    return explained.exitCode;
  }
}

async function dispatch(terminal: Terminal, words: readonly string[], json: boolean): Promise<ExitCode> {
  const [first = '--help'] = words;
  if (first === '--version') {
    terminal.out(`${VERSION}\n`);
    return EXIT.done;
  }
  const command = findCommand(words);
  if (command === null) {
    const isHelp = ['--help', '-h', 'help'].includes(first);
    if (!isHelp) throw wrongUsage(`There is no command ${first}. See bundlewire-client --help.`);
    terminal.out(programHelp(COMMANDS));
    return EXIT.done;
  }
  const rest = words.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(commandHelp(command));
    return EXIT.done;
  }
  const given = readGiven(command, { ...command.options, ...COMMON_OPTIONS }, rest);
  const { environment } = terminal;
  const session: Session = {
    terminal,
    json,
    api: () => openApi(environment, given),
    testApi: () => openTestApi(environment, given),
  };
  const shown = await untilStopped(command.run(session, given), terminal.signal);
  if (shown === null) return EXIT.done;
  terminal.out(`${json ? JSON.stringify(shown.json, null, 2) : shown.text.trimEnd()}\n`);
  return shown.exitCode ?? EXIT.done;
}

/** A name of two words goes before one of one word. */
function findCommand(words: readonly string[]): Command | null {
  const named = (count: number) => COMMANDS.find(({ name }) => name === words.slice(0, count).join(' '));
  return named(2) ?? named(1) ?? null;
}

/** A command ends by itself when it is stopped; one that waits for an answer does not, and is left. */
async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const leave = new AbortController();
  const late = async () => {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true, signal: leave.signal });
    });
    await sleep(GRACE_MS, undefined, { signal: leave.signal });
    throw signal.reason;
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    leave.abort();
    // After the race, a rejection of the one that lost is of no interest.
    work.catch(() => undefined);
  }
}

/** The error of a command that was stopped, unless the command explains it itself. */
function stopped({ signal }: Terminal, error: unknown): Explained | null {
  if (!signal.aborted || error instanceof CommandError) return null;
  return {
    message: 'The command was stopped before it was done.',
    exitCode: EXIT.notDone,
    code: 'stopped',
    reference: null,
    request_id: null,
  };
}

function errorJson({ exitCode, ...known }: Explained): object {
  return { ...known, exit_code: exitCode };
}
