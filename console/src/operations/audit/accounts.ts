import { useQueries } from '@tanstack/react-query';
import { callApi } from '../../app/api.ts';
import { useStaffApi, useStaffRight } from '../data.ts';
import type { StaffAccountDetail, StaffAccountList, StaffAuditEntry } from '../types.ts';

/** Names and currencies change rarely. */
const FRESH_MS = 300_000;
const LISTED = 100;

/**
 * The accounts of entries, with their names and currencies, as far as the reader may see them and they are read by now. The first of
 * the list come in one answer; others are read one by one.
 */
export function useAccounts(entries: readonly StaffAuditEntry[]) {
  const mayRead = useStaffRight('accounts:read');
  const { data: list } = useStaffApi<StaffAccountList>('/accounts', {
    query: { limit: LISTED },
    enabled: mayRead,
  });
  const listed = new Map(list?.data.map((account) => [account.id, account] as const));
  const wanted = new Set(entries.flatMap(({ account_id: id }) => id ?? []));
  const missing = list === undefined ? [] : [...wanted].filter((id) => !listed.has(id));
  const others = useQueries({
    queries: missing.map((id) => ({
      queryKey: ['staff-account', id],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        callApi<StaffAccountDetail>(null, 'GET', `/v1/staff/accounts/${id}`, { signal }),
      staleTime: FRESH_MS,
    })),
  });
  return (id: string | null) =>
    id === null ? undefined : (listed.get(id) ?? others.find(({ data }) => data?.id === id)?.data);
}
