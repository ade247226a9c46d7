import type { Batch, BatchList } from '../../../../../clients/typescript/src/types.ts';
import { useApi } from '../../../app/data.ts';

/**
 * The campaigns that can be bought again: those that were checked and have rows to buy, newest first. Runs of recurring
 * campaigns are left out.
 * @param wanted id of one that is offered however old it is; null for none
 */
export function useSources(wanted: string | null): {
  readonly sources: readonly Batch[] | undefined;
  readonly error: Error | null;
} {
  const recent = useApi<BatchList>('/v1/batches', { query: { archived: false, limit: 100 } });
  const one = useApi<Batch>(`/v1/batches/${wanted}`, { enabled: wanted !== null });
  const error = recent.error ?? one.error;
  if (recent.data === undefined || (wanted !== null && one.isPending)) return { sources: undefined, error };
  const others = recent.data.data.filter(
    (batch) => batch.id !== one.data?.id && batch.recurring_batch_id === null,
  );
  const all = wanted === null || one.data === undefined ? others : [one.data, ...others];
  return { sources: all.filter(canRepeat), error };
}

function canRepeat({ status, counts }: Batch): boolean {
  return status !== 'validating' && status !== 'rejected' && counts.valid > 0;
}
