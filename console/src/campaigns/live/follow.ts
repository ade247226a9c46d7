import { EventSource } from 'eventsource';
import type { Batch } from '../../../../clients/typescript/src/types.ts';

/** What changes while a campaign runs, as `streamBatchProgress` sends it. */
export type Progress = Pick<
  Batch,
  | 'status'
  | 'stage'
  | 'waits_for'
  | 'pause'
  | 'counts'
  | 'charged'
  | 'refunded'
  | 'held'
  | 'not_spent'
  | 'available'
  | 'shortfall'
  | 'estimated_completion_at'
  | 'no_estimate'
  | 'completed_at'
>;

interface Listeners {
  readonly onProgress: (progress: Progress) => void;
  /** The campaign changes no more by itself. */
  readonly onEnd: () => void;
  /** The stream was refused, and is not tried again. */
  readonly onRefused: () => void;
}

/**
 * Follows a campaign by server-sent events. The stream connects again by itself, also after its time.
 * The package is used because the browser's own EventSource cannot name the account.
 * @returns the function that ends it
 */
export function followBatch(account: string, batchId: string, listeners: Listeners): () => void {
  const source = new EventSource(`/v1/batches/${batchId}/progress?seconds=300`, {
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...init.headers, 'Bundlewire-Account': account } }),
  });
  const read = ({ data }: MessageEvent<string>) => listeners.onProgress(JSON.parse(data) as Progress);
  source.addEventListener('progress', read);
  source.addEventListener('end', (event) => {
    source.close();
    read(event);
    listeners.onEnd();
  });
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) listeners.onRefused();
  });
  return () => source.close();
}
