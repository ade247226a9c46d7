import type { Calls } from './calls.ts';
import type { Listing } from './listing.ts';
import type { Batch, BatchRow, CreateBatchQuery, ListBatchesQuery, ListBatchRowsQuery } from './types.ts';

/** Campaigns: one CSV file with thousands of purchases. */
export interface Batches {
  /**
   * Uploads a CSV file. A Blob (`openAsBlob` of node:fs) is streamed from disk. The same file under the same reference returns
   * the first batch, and buys nothing twice.
   */
  create(csv: string | Uint8Array<ArrayBuffer> | Blob, query: CreateBatchQuery): Promise<Batch>;
  get(id: string): Promise<Batch>;
  list(query?: Omit<ListBatchesQuery, 'cursor'>): Listing<Batch>;
  rows(id: string, query?: Omit<ListBatchRowsQuery, 'cursor'>): Listing<BatchRow>;
  /**
   * The uploaded file with the outcome of each row, as CSV. `only: 'unbought'` returns the rows that bought nothing, to
   * correct and upload as a new batch.
   */
  results(
    id: string,
    query?: Pick<ListBatchRowsQuery, 'state' | 'only' | 'include'>,
  ): Promise<ReadableStream<Uint8Array>>;
  start(id: string): Promise<Batch>;
  pause(id: string): Promise<Batch>;
  resume(id: string): Promise<Batch>;
  cancel(id: string): Promise<Batch>;
}

export function createBatches({ get, list, post, file }: Calls): Batches {
  const at = (id: string) => `/v1/batches/${encodeURIComponent(id)}`;
  const command = (name: string) => async (id: string) => (await post<Batch>(`${at(id)}/${name}`)).body;
  return {
    create: async (content, query) =>
      (await post<Batch>('/v1/batches', { type: 'text/csv', content }, query)).body,
    get: (id) => get<Batch>(at(id)),
    list: (query) => list<Batch>('/v1/batches', query),
    rows: (id, query) => list<BatchRow>(`${at(id)}/rows`, query),
    results: (id, query) => file(`${at(id)}/rows`, query),
    start: command('start'),
    pause: command('pause'),
    resume: command('resume'),
    cancel: command('cancel'),
  };
}
