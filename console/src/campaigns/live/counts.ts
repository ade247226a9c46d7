import type { Batch, BatchRow } from '../../../../clients/typescript/src/types.ts';

/** Rows that were bought, and whose outcome does not change any more by itself. */
export function finalsOf({ successful, failed, reversed }: Batch['counts']): number {
  return successful + failed + reversed;
}

/** Of the rows that are bought, the share that is final, from 0 to 1. Rows that are skipped are no progress. */
export function shareOf({ counts }: Pick<Batch, 'counts'>): number {
  const finals = finalsOf(counts);
  const all = finals + counts.pending + counts.waiting;
  return all === 0 ? 1 : Math.floor((finals / all) * 100) / 100;
}

/** Pauses that end by themselves. Only a pause by a person stops such a campaign. */
const ENDS_BY_ITSELF: ReadonlySet<string> = new Set(['insufficient_balance', 'spending_limit']);

/** Whether a person can pause a campaign: it buys rows, or will do so by itself. */
export function canPause({ status, pause, counts }: Pick<Batch, 'status' | 'pause' | 'counts'>): boolean {
  if (counts.waiting === 0) return false;
  return status === 'running' || (status === 'paused' && ENDS_BY_ITSELF.has(pause?.code ?? ''));
}

/** The state of a row as people read it: what waits in a cancelled campaign is never bought. */
export function shownState(
  state: BatchRow['state'],
  status: Batch['status'],
): BatchRow['state'] | 'canceled' {
  return state === 'waiting' && status === 'canceled' ? 'canceled' : state;
}
