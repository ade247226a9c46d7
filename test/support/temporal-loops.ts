/** Workflows for a test: one never returns control to its thread, the other answers. */

export async function loops(): Promise<void> {
  for (;;);
}

export async function answers(): Promise<string> {
  return 'answered';
}
