import { createInterface } from 'node:readline/promises';

/** What surrounds the command line tool. Tests pass their own. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
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
