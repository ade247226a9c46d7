import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Batch } from '../../../../clients/typescript/src/types.ts';
import { useApi } from '../../app/data.ts';
import { useAccount } from '../../app/session.tsx';
import { followBatch } from './follow.ts';
import { readAgain } from './read-again.ts';

/** How often a campaign is read if its stream was refused, and when the stream is tried again, in ms. */
const POLL_MS = 5_000;
const TRY_AGAIN_MS = 60_000;

/** Whether a campaign changes by itself. */
export function isMoving({ status, counts }: Batch): boolean {
  return ['validating', 'running', 'paused'].includes(status) || counts.pending > 0;
}

/** A campaign as it is now: by events while it moves, otherwise as it was read. */
export function useLiveBatch(first: Batch): Batch {
  const { id: account } = useAccount();
  const queries = useQueryClient();
  const [isRefused, setRefused] = useState(false);
  const { id: batchId } = first;
  const path = `/v1/batches/${batchId}`;
  const read = useApi<Batch>(path, { everyMs: isRefused ? POLL_MS : false });
  const batch = read.data?.id === batchId ? read.data : first;
  const moves = isMoving(batch);
  const { rows } = batch.counts;
  const counted = JSON.stringify(batch.counts);

  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the counts change
  useEffect(() => readAgain(queries, account, path, rows), [queries, account, path, rows, counted]);

  useEffect(() => {
    if (!moves) return;
    if (isRefused) {
      const timer = setTimeout(() => setRefused(false), TRY_AGAIN_MS);
      return () => clearTimeout(timer);
    }
    return followBatch(account, batchId, {
      onProgress: (progress) =>
        queries.setQueryData<Batch>([account, path, {}], (old) => old && { ...old, ...progress }),
      onEnd: () => void queries.invalidateQueries({ queryKey: [account] }),
      onRefused: () => setRefused(true),
    });
  }, [account, batchId, path, moves, isRefused, queries]);
  return batch;
}
