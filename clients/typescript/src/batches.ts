import { type Calls, json } from './calls.ts';
import { BatchRejectedError } from './errors.ts';
import { contentTypeOf, type FileFormat, fileTypeOf, formatOf } from './file-type.ts';
import { openFile, saveFile } from './files.ts';
import type { Content } from './http.ts';
import type { Listing } from './listing.ts';
import { readUntil, type WaitOptions } from './pause.ts';
import type {
  Approval,
  Batch,
  BatchBreakdown,
  BatchRow,
  ChangeBatchRow,
  ChangeBatchRows,
  CreateBatchQuery,
  ListBatchesQuery,
  ListBatchRowsQuery,
  RequestBatchStart,
  ResumeBatch,
  RetryBatch,
  ScheduleBatch,
  StartBatch,
} from './types.ts';

/** Selects rows of a results file, and how it writes amounts. `bom` is for CSV only. */
export type ResultsQuery = Omit<ListBatchRowsQuery, 'limit' | 'cursor' | 'bom'> & {
  readonly bom?: boolean | 'true' | 'false' | undefined;
};

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
  /** In the order of the file. */
  rows(id: string, query?: Omit<ListBatchRowsQuery, 'cursor' | 'amounts' | 'bom'>): Listing<BatchRow>;
  /** The rows by network, bundle, state and reason, with their amounts. */
  breakdown(id: string): Promise<BatchBreakdown>;
  /** Polls until the file was checked. @throws BatchRejectedError with the first errors. */
  untilChecked(id: string, options?: WaitOptions): Promise<Batch>;
  /** Polls until every purchase of the batch is final. @throws BatchRejectedError */
  untilEnded(id: string, options?: WaitOptions): Promise<Batch>;
  /**
   * The uploaded file with the outcome of each row, as CSV, or as a workbook with the format `xlsx`. `only: 'unbought'` returns
   * the rows that bought nothing, to correct and upload as a new batch.
   */
  results(id: string, query?: ResultsQuery, format?: FileFormat): Promise<ReadableStream<Uint8Array>>;
  /**
   * Saves the results as a file. A download that breaks off starts again. Without a format, a path that ends in `.xlsx` gets a
   * workbook, and any other path gets CSV. Returns the number of bytes.
   */
  download(id: string, path: string, query?: ResultsQuery, format?: FileFormat): Promise<number>;
  /** A workbook (.xlsx) to fill in and upload, with your bundles and their prices. */
  template(): Promise<ReadableStream<Uint8Array>>;
  /** Saves the template as a file. Returns the number of bytes. */
  downloadTemplate(path: string): Promise<number>;
  /** Agrees to the phone numbers that the check corrected. Nothing is bought before `start`. */
  acceptCorrections(id: string): Promise<Batch>;
  /** Declines them: their rows get errors. */
  rejectCorrections(id: string): Promise<Batch>;
  /**
   * With `approved_cost`, `file_sha256` and `revision` as the batch shows them, it never spends more than that cost, and buys the
   * rows that you were shown. `send_between: null` removes the hours of the upload.
   */
  start(id: string, agreed?: StartBatch): Promise<Batch>;
  /**
   * Corrects, drops or restores a row of a batch that is `ready`. A field that is null is again as in the file. Read the batch
   * again before you start it: its cost and its `revision` have changed.
   */
  changeRow(id: string, line: number, change: ChangeBatchRow): Promise<BatchRow>;
  /** Changes up to 1,000 rows, all or none. */
  changeRows(id: string, changes: ChangeBatchRows): Promise<Batch>;
  /**
   * Makes a batch of the rows that failed for reasons that may pass. It waits for its start.
   * @throws ApiError with status 409 and `details.batch_id` if such a batch is open. Without a `reference`, this also happens if
   *   the answer to an earlier attempt was lost.
   */
  retry(id: string, wanted?: RetryBatch): Promise<Batch>;
  /** Checks all rows of a batch that is not started again: prices, bundles and duplicates. */
  recheck(id: string): Promise<Batch>;
  /** Starts a batch at a time instead of now, or moves its start. It agrees to the same as `start`. */
  schedule(id: string, schedule: ScheduleBatch): Promise<Batch>;
  /**
   * Asks others to approve that the batch starts as you say, and for how much. Nothing is started. After the approval, someone who
   * may start it sends `start`, or `schedule` if you sent `start_at`, with the `terms` of the approval.
   */
  requestStart(id: string, wanted: RequestBatchStart): Promise<Approval>;
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
  const command = (name: string) => async (id: string, agreed?: StartBatch | ResumeBatch | ScheduleBatch) => {
    const path = `${at(id)}/${name}`;
    return (await post<Batch>(agreed === undefined ? { path } : { path, body: json(agreed) })).body;
  };
  const retry = async (id: string, wanted: RetryBatch = {}) => {
    const named = wanted.reference === undefined ? {} : { reference: wanted.reference };
    return (await post<Batch>({ path: `${at(id)}/retry`, body: json(wanted), ...named })).body;
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
  const results = async (id: string, query?: ResultsQuery, format: FileFormat = 'csv') =>
    file(`${at(id)}/rows`, query, fileTypeOf(format));
  const template = () => file('/v1/batches/template', {}, fileTypeOf('xlsx'));
  return {
    create,
    upload: async (path, query) => create(await openFile(path), query, { fileName: path }),
    get: read,
    list: (query) => list<Batch>('/v1/batches', query),
    rows: (id, query) => list<BatchRow>(`${at(id)}/rows`, query),
    breakdown: (id) => get<BatchBreakdown>(`${at(id)}/breakdown`),
    untilChecked: (id, options = {}) => until(id, ({ status }) => status !== 'validating', options),
    untilEnded: (id, options = {}) => until(id, hasEnded, options),
    results,
    download: async (id, path, query, format = formatOf(path)) =>
      saveFile(() => results(id, query, format), path, attempts),
    template,
    downloadTemplate: (path) => saveFile(template, path, attempts),
    acceptCorrections: command('corrections/accept'),
    rejectCorrections: command('corrections/reject'),
    start: command('start'),
    changeRow: (id, line, body) => change('PATCH', `${at(id)}/rows/${line}`, { body }),
    changeRows: (id, body) => change('PATCH', `${at(id)}/rows`, { body }),
    recheck: command('recheck'),
    retry,
    schedule: command('schedule'),
    requestStart: async (id, wanted) =>
      (await post<Approval>({ path: `${at(id)}/request-start`, body: json(wanted) })).body,
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
