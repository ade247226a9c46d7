import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** What surrounds the command. Tests pass their own. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  /** Writes to standard output: only the result. */
  readonly out: (text: string) => void;
  /** Writes bytes to standard output, and waits until there is room for more. */
  readonly write: (bytes: Uint8Array) => Promise<void>;
  /** Writes to standard error: questions, progress and errors. */
  readonly err: (text: string) => void;
  /** Whether a person can answer questions. */
  readonly isInteractive: boolean;
  /** Asks a person and returns the line that was typed. */
  readonly ask: (question: string) => Promise<string>;
  /** Aborted when the command must end. */
  readonly signal: AbortSignal;
}

/** The terminal of this process. */
export function processTerminal(signal: AbortSignal): Terminal {
  const { stdin, stdout, stderr } = process;
  return {
    environment: process.env,
    out: (text) => void stdout.write(text),
    async write(bytes) {
      if (!stdout.write(bytes)) await once(stdout, 'drain', { signal });
    },
    err: (text) => void stderr.write(text),
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    async ask(question) {
      const lines = createInterface({ input: stdin, output: stderr });
      try {
        return await lines.question(question, { signal });
      } finally {
        lines.close();
      }
    },
    signal,
  };
}
