import { runProgram } from '../../../clients/typescript/command/program.ts';
import type { Terminal } from '../../../clients/typescript/command/terminal.ts';
import { idFromUuid } from '../../../domain/ids.ts';
import { type BatchFixture, confirmAll, releaseOnce } from '../batches/fixture.ts';

/** What one call of the clients' command wrote and how it ended. */
export interface Ran {
  readonly out: string;
  readonly err: string;
  readonly exitCode: number;
}

export interface RunOptions {
  readonly environment: Readonly<Record<string, string>>;
  /** What a person types at prompts, in order; without it the terminal is not interactive. */
  readonly answers?: readonly string[];
  /** Sees what is written to standard error while the command runs. */
  readonly onErr?: (text: string) => void;
  /** Stops the command, as Ctrl-C does. */
  readonly signal?: AbortSignal;
}

/** Runs the real clients' command on a terminal of the test. */
export async function runClient(
  args: readonly string[],
  { environment, answers, onErr, signal = new AbortController().signal }: RunOptions,
): Promise<Ran> {
  const written = { out: '', err: '' };
  const left = [...(answers ?? [])];
  const terminal: Terminal = {
    environment,
    out(text) {
      written.out += text;
    },
    async write(bytes) {
      written.out += Buffer.from(bytes).toString();
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
    signal,
  };
  const exitCode = await runProgram(terminal, args);
  return { ...written, exitCode };
}

/** Waits for a command while campaigns are released and purchases confirmed, as workers and networks would do. */
export async function withWorker(fixture: BatchFixture, ran: Promise<Ran>): Promise<Ran> {
  const state = { ended: false };
  const end = () => {
    state.ended = true;
  };
  ran.then(end, end);
  while (!state.ended) {
    const { rows } = await fixture.pool.query<{ id: string }>(
      `SELECT id FROM batches WHERE status = 'running'`,
    );
    for (const { id } of rows) {
      await releaseOnce(fixture, idFromUuid('bat', id));
      await confirmAll(fixture);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return ran;
}
