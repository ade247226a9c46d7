import { useQuery } from '@tanstack/react-query';
import type { Statement } from '../../../clients/typescript/src/types.ts';
import { readPages } from '../app/all.ts';
import { useAccount } from '../app/session.tsx';

/** The closed days of a period, oldest first. @param from YYYY-MM-DD, as `to`; both are included */
export function useClosedDays(from: string, to: string) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, '/v1/statements', { from, to }],
    queryFn: async ({ signal }) =>
      (await readPages<Statement>(id, '/v1/statements', { from, to }, signal)).toReversed(),
  });
}
