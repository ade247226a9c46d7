import type { Approval, Batch } from '../../../clients/typescript/src/types.ts';
import { useApi } from '../app/data.ts';
import { useRight } from '../app/session.tsx';
import { type StartCommand, startApproved } from './start-approved.ts';

/**
 * The request that starts the campaign as approved; null if it cannot start so, or the person may not start it; undefined while the
 * campaign is read.
 * @param isWanted whether to read it
 */
export function useStart(approval: Approval, isWanted: boolean): StartCommand | null | undefined {
  const mayStart = useRight('batches:start');
  const { data: batch, error } = useApi<Batch>(`/v1/batches/${approval.batch_id}`, {
    enabled: mayStart && isWanted,
  });
  if (!mayStart || error !== null) return null;
  return batch === undefined ? undefined : startApproved(approval, batch, Date.now());
}
