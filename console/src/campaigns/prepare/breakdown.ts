import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Batch, BatchBreakdown, BatchOutcome } from '../../../../clients/typescript/src/types.ts';
import { callApi } from '../../app/api.ts';
import { useAccount } from '../../app/session.tsx';

interface Breakdown {
  /** Undefined while they are not read. */
  readonly outcomes: readonly BatchOutcome[] | undefined;
  readonly error: Error | null;
}

/** The rows by network, bundle, state and reason. Read again only if the rows have changed: it looks at all of them. */
export function useBreakdown({ id, revision, corrections, counts }: Batch): Breakdown {
  const account = useAccount().id;
  const path = `/v1/batches/${id}/breakdown`;
  const { data, error } = useQuery({
    queryKey: ['breakdown', account, id, revision, corrections?.state, counts],
    queryFn: ({ signal }) => callApi<BatchBreakdown>(account, 'GET', path, { signal }),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { outcomes: data?.outcomes, error };
}
