import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Call, callApi, type Query } from '../app/api.ts';
import { useSignedIn } from '../app/session.tsx';

const KEY = 'staff';

interface Options<Answer> {
  readonly query?: Query;
  /** How often it is read again, in ms, or how that follows from the last answer. */
  readonly everyMs?: number | false | ((answer: Answer | undefined) => number);
  readonly enabled?: boolean;
}

/** Reads a staff operation, and keeps the last answer while other parameters are read. @param path after /v1/staff */
export function useStaffApi<Answer>(
  path: string,
  { query = {}, everyMs = false, enabled = true }: Options<Answer> = {},
) {
  return useQuery({
    queryKey: [KEY, path, query],
    queryFn: ({ signal }) => callApi<Answer>(null, 'GET', `/v1/staff${path}`, { query, signal }),
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) : everyMs,
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Sends staff requests; what was read is read again afterwards. */
export function useStaffSend() {
  const queries = useQueryClient();
  return async <Answer>(
    path: string,
    json: Call['json'],
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<Answer> => {
    try {
      return await callApi<Answer>(null, method, `/v1/staff${path}`, { json });
    } finally {
      void queries.invalidateQueries({ queryKey: [KEY] });
    }
  };
}

/** Whether the person has a staff right in this session. */
export function useStaffRight(right: string): boolean {
  return useSignedIn().staff?.rights.includes(right) ?? false;
}
