import { useQuery } from '@tanstack/react-query';
import type { Statement } from '../../../clients/typescript/src/types.ts';
import { callApi } from '../app/api.ts';
import { useAccount } from '../app/session.tsx';

interface StatementPage {
  readonly data: readonly Statement[];
  readonly next_cursor: string | null;
}

/** The closed days of a period, oldest first. @param from YYYY-MM-DD, as `to`; both are included */
export function useClosedDays(from: string, to: string) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, '/v1/statements', { from, to }],
    queryFn: ({ signal }) => readAll(id, from, to, signal),
  });
}

async function readAll(account: string, from: string, to: string, signal: AbortSignal) {
  const days: Statement[] = [];
  let cursor: string | null = null;
  do {
    const query = { from, to, limit: 100, cursor };
    const page: StatementPage = await callApi(account, 'GET', '/v1/statements', { query, signal });
    days.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return days.toReversed();
}
