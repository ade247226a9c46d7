import { useQuery } from '@tanstack/react-query';
import type { Batch, BatchRow } from '../../../../../clients/typescript/src/types.ts';
import { readPages } from '../../../app/all.ts';
import { useSend } from '../../../app/data.ts';
import { useAccount } from '../../../app/session.tsx';
import { UNCLEAR } from './groups.ts';

/** Pages of rows that are read together, 5,000 rows: others follow when these have their bundle. */
const PAGES_MAX = 50;
/** As many as one request may change. */
const CHANGES = 1_000;

/** Reads the rows whose bundle is unclear, as the rows are now. */
export function useUnclearRows({ id, revision }: Batch) {
  const account = useAccount().id;
  return useQuery({
    queryKey: [account, 'unclear', id, revision],
    queryFn: ({ signal }) =>
      readPages<BatchRow>(account, `/v1/batches/${id}/rows`, { reason: UNCLEAR }, signal, PAGES_MAX),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Gives rows the same bundle. Each request is made whole, so after a failure the rows that are left can be chosen again. */
export function useGiveBundle({ id }: Batch) {
  const send = useSend();
  return async (lines: readonly number[], bundle_id: string) => {
    for (let at = 0; at < lines.length; at += CHANGES) {
      const edits = lines.slice(at, at + CHANGES).map((line) => ({ line, bundle_id }));
      await send('PATCH', `/v1/batches/${id}/rows`, { json: { edits } });
    }
  };
}
