import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { buildGoProgram } from '../../go-program.ts';
import type { Operation } from './history.ts';

const PROGRAM = join(import.meta.dirname, '..', 'linearizability');
const SEARCH_SECONDS = 60;

const AccountVerdict = z.object({
  account: z.string(),
  operations: z.number(),
  result: z.enum(['linearizable', 'not_linearizable', 'unknown']),
  finding: z.string(),
  seconds: z.number(),
});

/** What the search found about the history of one account. */
export type AccountVerdict = z.output<typeof AccountVerdict>;

/**
 * The program that searches an order of all operations. Go compiles it at its first use.
 * @throws BringUpError if there is no Go, or it cannot be compiled
 */
export function findChecker(): Promise<string> {
  return buildGoProgram(PROGRAM);
}

/**
 * Searches, for each account, one order of its operations that explains all answers.
 * @param folder gets the history, and a picture of it if nothing explains it
 */
export async function checkHistory(
  history: readonly Operation[],
  folder: string,
  seconds = SEARCH_SECONDS,
): Promise<AccountVerdict[]> {
  const checker = await findChecker();
  mkdirSync(folder, { recursive: true });
  const file = historyIn(folder);
  writeFileSync(file, history.map((operation) => `${JSON.stringify(operation)}\n`).join(''));
  const { stdout } = await promisify(execFile)(checker, [
    `-timeout=${seconds}s`,
    `-html=${pictureIn(folder)}`,
    file,
  ]);
  const lines = stdout.trimEnd().split('\n');
  return lines.filter((line) => line !== '').map((line) => AccountVerdict.parse(JSON.parse(line)));
}

/** One sentence per account whose answers no order explains, or for which the search did not end in time. */
export async function judgeHistory(history: readonly Operation[], folder: string): Promise<string[]> {
  const verdicts = await checkHistory(history, folder);
  return verdicts.flatMap(({ account, result, finding }) => {
    if (result === 'linearizable') return [];
    if (result === 'unknown')
      return [`${account} was not judged: ${finding}. Its history is ${historyIn(folder)}`];
    return [`${account}: ${finding}. The picture is ${pictureIn(folder)}`];
  });
}

function historyIn(folder: string): string {
  return join(folder, 'history.jsonl');
}

function pictureIn(folder: string): string {
  return join(folder, 'history.html');
}
