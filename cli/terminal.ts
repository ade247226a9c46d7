import { createInterface } from 'node:readline/promises';

/** What the command line tool has of the world around it; tests give one of their own. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes to standard output: what was asked for, and nothing else. */
  readonly out: (text: string) => void;
  /** Writes to standard error: questions, progress, what went wrong. */
  readonly err: (text: string) => void;
  /** Whether a person is there to be asked. */
  readonly isInteractive: boolean;
  /** Asks a person and returns the line that was typed. */
  readonly ask: (question: string) => Promise<string>;
}

/** The terminal that this process was started on. */
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
