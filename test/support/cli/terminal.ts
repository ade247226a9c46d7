import { runProgram } from '../../../cli/program.ts';
import type { Terminal } from '../../../cli/terminal.ts';

/** What one call of the tool wrote and how it ended. */
export interface Ran {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

export interface RunOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** What a person types at prompts, in order; without it the terminal is not interactive. */
  readonly answers?: readonly string[];
  /** The name of the system's user; null in a container. */
  readonly userName?: string | null;
  /** Sees what is written to standard error while the program runs. */
  readonly onErr?: (text: string) => void;
}

/** Runs the real command-line program on a terminal of the test. */
export async function run(
  args: readonly string[],
  { environment, answers, userName = 'tester', onErr }: RunOptions,
): Promise<Ran> {
  const written = { out: '', err: '' };
  const left = [...(answers ?? [])];
  const terminal: Terminal = {
    environment,
    userName: () => userName,
    out(text) {
      written.out += text;
    },
    err(text) {
      written.err += text;
      onErr?.(text);
    },
    isInteractive: answers !== undefined,
    ask: async (question) => {
      written.err += question;
      return left.shift() ?? '';
    },
  };
  const exitCode = await runProgram(terminal, args);
  return { ...written, exitCode };
}
