import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Batch, BatchRow, BatchRowList } from '../../../../../clients/typescript/src/types.ts';
import { readPages } from '../../../app/all.ts';
import { callApi } from '../../../app/api.ts';
import { useAccount } from '../../../app/session.tsx';
import { keyOf, UNCLEAR } from './groups.ts';

/** Rows in one page of the API. */
const PAGE = 100;
/** Pages from which the groups are made. A choice is made for all rows of a group, also beyond them. */
const PAGES_MAX = 50;
/** As many as one request may change. */
const CHANGES = 1_000;

/** Reads the rows whose bundle is unclear, as the rows are now; 5,000 at most. */
export function useUnclearRows({ id, revision }: Batch) {
  const account = useAccount().id;
  return useQuery({
    queryKey: [account, 'unclear', id, revision],
    queryFn: ({ signal }) =>
      readPages<BatchRow>(account, `/v1/batches/${id}/rows`, { reason: UNCLEAR }, signal, PAGES_MAX),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How far a choice is: unclear rows that were looked at, and rows that got a bundle. */
export interface GivingProgress {
  readonly looked: number;
  readonly changed: number;
}

/**
 * Gives the rows of groups their bundles, all rows of the file. Each request is made whole and names the revision, so that it
 * stops if someone else changes rows meanwhile; what is left can be chosen again.
 */
export function useGiveBundles({ id, revision: seen }: Batch) {
  const account = useAccount().id;
  const queries = useQueryClient();
  const [progress, setProgress] = useState<GivingProgress | null>(null);
  const path = `/v1/batches/${id}/rows`;
  const give = async (bundles: ReadonlyMap<string, string>) => {
    let [cursor, looked, changed]: [string | null, number, number] = [null, 0, 0];
    let revision = seen;
    let edits: { line: number; bundle_id: string }[] = [];
    setProgress({ looked, changed });
    try {
      do {
        const query = { reason: UNCLEAR, limit: PAGE, cursor };
        const page: BatchRowList = await callApi<BatchRowList>(account, 'GET', path, { query });
        edits.push(...page.data.flatMap((row) => toEdit(row, bundles)));
        looked += page.data.length;
        cursor = page.next_cursor;
        if (edits.length > CHANGES - PAGE || (cursor === null && edits.length > 0)) {
          const made: Batch = await callApi<Batch>(account, 'PATCH', path, { json: { edits, revision } });
          revision = made.revision;
          changed += edits.length;
          edits = [];
        }
        setProgress({ looked, changed });
      } while (cursor !== null);
    } finally {
      setProgress(null);
      // Awaited: until the campaign is read again, a further choice would name a revision that is over.
      await queries.invalidateQueries({ queryKey: [account] });
    }
  };
  return { give, progress };
}

function toEdit(row: BatchRow, bundles: ReadonlyMap<string, string>) {
  const bundle = bundles.get(keyOf(row) ?? '');
  return bundle === undefined ? [] : [{ line: row.line, bundle_id: bundle }];
}
