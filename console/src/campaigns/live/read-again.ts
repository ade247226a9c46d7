import type { QueryClient } from '@tanstack/react-query';

/** Up to here, outcomes and rows are read again with every change of the counts. For larger campaigns, they are polled. */
const ROWS_MAX = 1_000;

/** Reads again what the counts of a campaign are made of, so that no two figures of a screen disagree for long. */
export function readAgain(queries: QueryClient, account: string, path: string, rows: number): void {
  if (rows > ROWS_MAX) return;
  for (const part of ['breakdown', 'rows']) {
    void queries.invalidateQueries(
      { queryKey: [account, `${path}/${part}`], predicate: ({ state }) => !hasSeveralPages(state.data) },
      // A request that runs is not given up: while counts change quickly, none would end.
      { cancelRefetch: false },
    );
  }
}

/** Pages are read one after another, so a person who has scrolled through many reads none of them again. */
function hasSeveralPages(data: unknown): boolean {
  const { pages } = (data ?? {}) as { readonly pages?: readonly unknown[] };
  return pages !== undefined && pages.length > 1;
}
