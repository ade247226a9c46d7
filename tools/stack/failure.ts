/** A part of the stack did not start. The message says which part, what was tried and what to do. */
export class BringUpError extends Error {
  override readonly name = 'BringUpError';
}

/**
 * Runs the main function of a command. A `BringUpError` ends it with its message and exit code 1. Any other error is
 * a bug, printed with its stack.
 */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof BringUpError) process.stderr.write(`\n${error.message}\n`);
    else console.error(error);
  }
}

/** The message of a thrown value, on one line. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
}
