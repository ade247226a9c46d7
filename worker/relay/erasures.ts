import type { Logger } from 'pino';
import type { NextPass } from '../../services/loop.ts';
import type { Eraser } from '../../services/privacy/eraser.ts';

/** Runs the erasure of a number that is due first. The number itself is in no log. */
export async function runErasures(
  { eraser, log }: { readonly eraser?: Eraser; readonly log: Logger },
  signal: AbortSignal,
): Promise<NextPass> {
  if (eraser === undefined) return 'done';
  const ran = await eraser.run(signal).catch((error: unknown) => {
    // Another process, or this one after its restart, continues.
    if (signal.aborted) return null;
    throw error;
  });
  if (ran === null) return 'done';
  const { erasure, isCompleted } = ran;
  if (isCompleted)
    log.info(
      { erasure_id: erasure.id, account_id: erasure.accountId },
      'a number was erased from all records',
    );
  return 'more';
}
