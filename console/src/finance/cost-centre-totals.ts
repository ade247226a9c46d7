import { useQuery } from '@tanstack/react-query';
import type { CostCentreTotal } from '../../../clients/typescript/src/types.ts';
import { callApi } from '../app/api.ts';
import { useAccount } from '../app/session.tsx';

interface TotalPage {
  readonly data: readonly CostCentreTotal[];
  readonly next_cursor: string | null;
}

/** The totals of all cost centres in a period. @param from YYYY-MM-DD, as `to`; both are included */
export function useCostCentres(from: string, to: string) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, '/v1/statements/{date}/cost-centres', { from, to }],
    queryFn: ({ signal }) => readAll(id, from, to, signal),
  });
}

async function readAll(account: string, from: string, to: string, signal: AbortSignal) {
  const totals: CostCentreTotal[] = [];
  let cursor: string | null = null;
  do {
    const query = { to, limit: 100, cursor };
    const path = `/v1/statements/${from}/cost-centres`;
    const page: TotalPage = await callApi(account, 'GET', path, { query, signal });
    totals.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return totals;
}
