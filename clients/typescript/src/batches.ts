import { type Calls, json } from './calls.ts';
import { BatchRejectedError } from './errors.ts';
import { contentTypeOf } from './file-type.ts';
import { openFile, saveFile } from './files.ts';
import { type Content, CSV, XLSX } from './http.ts';
import type { Listing } from './listing.ts';
import { readUntil, type WaitOptions } from './pause.ts';
import type {
  Batch,
  BatchRow,
  ChangeBatchRow,
  ChangeBatchRows,
  CreateBatchQuery,
  ListBatchesQuery,
  ListBatchRowsQuery,
  ResumeBatch,
  RetryBatch,
  ScheduleBatch,
  StartBatch,
} from './types.ts';

/** Selects rows of a results file. */
export type ResultsQuery = Omit<ListBatchRowsQuery, 'limit' | 'cursor'>;
/** Content types of results files. */
const RESULT_TYPES = { csv: CSV, xlsx: XLSX } as const;
export type ResultsFormat = keyof typeof RESULT_TYPES;

/** Campaigns: one file with thousands of purchases. */
export interface Batches {
  /**
   * Uploads a file that you have as content. A function opens its stream once per attempt. The same file under the same
   * reference returns the first batch, and buys nothing twice. The ending of `fileName` says what kind of file it is: CSV
   * without a name.
   */
  create(content: Content, query: CreateBatchQuery, options?: { readonly fileName?: string }): Promise<Batch>;
  /** Uploads the CSV file or workbook at a path. @throws UsageError when it cannot be read. */
  upload(path: string, query: CreateBatchQuery): Promise<Batch>;
  get(id: string): Promise<Batch>;
  list(query?: Omit<ListBatchesQuery, 'cursor'>): Listing<Batch>;
  rows(id: string, query?: Omit<ListBatchRowsQuery, 'cursor'>): Listing<BatchRow>;
  /** Polls until the file was checked. @throws BatchRejectedError with the first errors. */
  untilChecked(id: string, options?: WaitOptions): Promise<Batch>;
  /** Polls until every purchase of the batch is final. @throws BatchRejectedError */
  untilEnded(id: string, options?: WaitOptions): Promise<Batch>;
  /**
   * The uploaded file with the outcome of each row, as CSV or as a workbook. `only: 'unbought'` returns the rows that bought nothing, to
   * correct and upload as a new batch.
   */
  results(id: string, query?: ResultsQuery, format?: ResultsFormat): Promise<ReadableStream<Uint8Array>>;
  /** Saves the results as a file. A download that breaks off starts again. Returns the number of bytes. */
  download(id: string, path: string, query?: ResultsQuery, format?: ResultsFormat): Promise<number>;
  /** A workbook (.xlsx) to fill in and upload, with your bundles and their prices. */
  template(): Promise<ReadableStream<Uint8Array>>;
  /** Saves the template as a file. Returns the number of bytes. */
  downloadTemplate(path: string): Promise<number>;
  /** Agrees to the phone numbers that the check corrected. Nothing is bought before `start`. */
  acceptCorrections(id: string): Promise<Batch>;
  /** Declines them: their rows get errors. */
  rejectCorrections(id: string): Promise<Batch>;
  /** With `approved_cost` and `file_sha256` as the batch shows them, it never spends more than that cost. */
  start(id: string, agreed?: StartBatch): Promise<Batch>;
  /** Changes a row of a batch that is not started. Read the batch again before you start it: its cost may differ. */
  changeRow(id: string, line: number, change: ChangeBatchRow): Promise<BatchRow>;
  /** Changes up to 1,000 rows, all or none. */
  changeRows(id: string, changes: ChangeBatchRows): Promise<Batch>;
  /** Makes a batch of the rows that failed for reasons that may pass. It waits for its start. */
  retry(id: string, wanted?: RetryBatch): Promise<Batch>;
  /** Checks all rows of a batch that is not started again: prices, bundles and duplicates. */
  recheck(id: string): Promise<Batch>;
  /** Starts a batch at a time instead of now, or moves its start. It agrees to the same as `start`. */
  schedule(id: string, schedule: ScheduleBatch): Promise<Batch>;
  /** Starts a batch before its time. */
  startNow(id: string): Promise<Batch>;
  /** Makes a scheduled batch wait for `start` again. */
  unschedule(id: string): Promise<Batch>;
  pause(id: string): Promise<Batch>;
  /** `approved_cost` is a new limit, after a pause with `price_changed`. */
  resume(id: string, agreed?: ResumeBatch): Promise<Batch>;
  cancel(id: string): Promise<Batch>;
}

export function createBatches({ change, get, list, post, file, attempts }: Calls): Batches {
  const at = (id: string) => `/v1/batches/${encodeURIComponent(id)}`;
  const read = (id: string) => get<Batch>(at(id));
  const command =
    (name: string) => async (id: string, agreed?: StartBatch | ResumeBatch | ScheduleBatch | RetryBatch) => {
      const path = `${at(id)}/${name}`;
      return (await post<Batch>(agreed === undefined ? { path } : { path, body: json(agreed) })).body;
    };
  const create = async (content: Content, query: CreateBatchQuery, { fileName = '' } = {}) => {
    const body = { type: contentTypeOf(fileName), content };
    return (await post<Batch>({ path: '/v1/batches', body, query, reference: query.reference })).body;
  };
  const until = async (id: string, isOver: (batch: Batch) => boolean, options: WaitOptions) => {
    const batch = await readUntil(() => read(id), isOver, options);
    if (batch.status === 'rejected') throw new BatchRejectedError(batch);
    return batch;
  };
  const results = (id: string, query?: ResultsQuery, format: ResultsFormat = 'csv') =>
    file(`${at(id)}/rows`, query, RESULT_TYPES[format]);
  const template = () => file('/v1/batches/template', {}, XLSX);
  return {
    create,
    upload: async (path, query) => create(await openFile(path), query, { fileName: path }),
    get: read,
    list: (query) => list<Batch>('/v1/batches', query),
    rows: (id, query) => list<BatchRow>(`${at(id)}/rows`, query),
    untilChecked: (id, options = {}) => until(id, ({ status }) => status !== 'validating', options),
    untilEnded: (id, options = {}) => until(id, hasEnded, options),
    results,
    download: (id, path, query, format) => saveFile(() => results(id, query, format), path, attempts),
    template,
    downloadTemplate: (path) => saveFile(template, path, attempts),
    acceptCorrections: command('corrections/accept'),
    rejectCorrections: command('corrections/reject'),
    start: command('start'),
    changeRow: (id, line, body) => change('PATCH', `${at(id)}/rows/${line}`, { body }),
    changeRows: (id, body) => change('PATCH', `${at(id)}/rows`, { body }),
    recheck: command('recheck'),
    retry: command('retry'),
    schedule: command('schedule'),
    startNow: command('start-now'),
    unschedule: command('unschedule'),
    pause: command('pause'),
    resume: command('resume'),
    cancel: command('cancel'),
  };
}

/** A cancelled batch has ended when its pending purchases have. */
function hasEnded({ status, counts }: Batch): boolean {
  return status === 'completed' || status === 'rejected' || (status === 'canceled' && counts.pending === 0);
}
