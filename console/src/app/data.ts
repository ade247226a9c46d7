import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Call, callApi, type Query } from './api.ts';
import { useAccount } from './session.tsx';

interface Options {
  readonly query?: Query;
  /** How often it is read again, in ms; by default only when the window gets the focus. */
  readonly everyMs?: number | false;
  readonly enabled?: boolean;
}

/** Reads an operation of the account, and keeps the last answer while other parameters are read. */
export function useApi<Answer>(path: string, { query = {}, everyMs = false, enabled = true }: Options = {}) {
  const { id } = useAccount();
  return useQuery({
    queryKey: [id, path, query],
    queryFn: ({ signal }) => callApi<Answer>(id, 'GET', path, { query, signal }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Sends requests of the account; what was read of the account is read again afterwards. */
export function useSend() {
  const { id } = useAccount();
  const queries = useQueryClient();
  return async <Answer>(method: string, path: string, call: Call = {}): Promise<Answer> => {
    try {
      return await callApi<Answer>(id, method, path, call);
    } finally {
      void queries.invalidateQueries({ queryKey: [id] });
    }
  };
}

/** Deletes what a screen shows. The screen is left before anything is read again, because what it showed is not found any more. */
export function useRemove() {
  const { id } = useAccount();
  const queries = useQueryClient();
  return async (path: string, leave: () => Promise<void>): Promise<void> => {
    await callApi(id, 'DELETE', path);
    await leave();
    void queries.invalidateQueries({ queryKey: [id] });
  };
}
