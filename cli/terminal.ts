import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';

/** What surrounds the command line tool. Tests pass their own. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** The name of the system's user; null if the system has none for its number, as in a container. */
  readonly userName: () => string | null;
  /** Writes to standard output: only the result. */
  readonly out: (text: string) => void;
  /** Writes to standard error: questions, progress and errors. */
  readonly err: (text: string) => void;
  /** Whether a person can answer questions. */
  readonly isInteractive: boolean;
  /** Asks a person and returns the line that was typed. */
  readonly ask: (question: string) => Promise<string>;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    environment: process.env,
    userName: () => readUserName(),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    async ask(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr });
      try {
        return await lines.question(question);
      } finally {
        lines.close();
      }
    },
  };
}

/** The name that `read` returns, as `os.userInfo` does; null if it throws, because the system does not know the user. */
export function readUserName(read: () => { readonly username: string } = userInfo): string | null {
  try {
    return read().username;
  } catch {
    return null;
  }
}
