import { useQuery } from '@tanstack/react-query';
import type { CostCentreTotal } from '../../../clients/typescript/src/types.ts';
import { readPages } from '../app/all.ts';
import { useAccount } from '../app/session.tsx';

/** The totals of all cost centres in a period. @param from YYYY-MM-DD, as `to`; both are included */
export function useCostCentres(from: string, to: string) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, '/v1/statements/{date}/cost-centres', { from, to }],
    queryFn: ({ signal }) =>
      readPages<CostCentreTotal>(id, `/v1/statements/${from}/cost-centres`, { to }, signal),
  });
}
