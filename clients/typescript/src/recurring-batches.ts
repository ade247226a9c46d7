import { type CallOptions, type Calls, json } from './calls.ts';
import type { Listing } from './listing.ts';
import type { CreateRecurringBatch, ListRecurringBatchesQuery, RecurringBatch } from './types.ts';

/** Batches that are bought repeatedly, on a schedule. Each run makes a new batch. */
export interface RecurringBatches {
  /**
   * Buys the rows of a checked batch again at each time of a calendar. The same reference with the same fields returns the first
   * recurring batch.
   * @throws NoAnswerError with the reference, when it is unknown whether it was created.
   */
  create(recurring: CreateRecurringBatch, options?: CallOptions): Promise<RecurringBatch>;
  /** With its last and next runs. */
  get(id: string, options?: CallOptions): Promise<RecurringBatch>;
  /** Newest first, without deleted ones. */
  list(query?: Omit<ListRecurringBatchesQuery, 'cursor'>): Listing<RecurringBatch>;
  /** No run begins until you resume it. */
  pause(id: string, options?: CallOptions): Promise<RecurringBatch>;
  /** Continues with the next time of the calendar. Times that passed meanwhile are left out. */
  resume(id: string, options?: CallOptions): Promise<RecurringBatch>;
  /** No run begins any more. A batch that a run has started continues. */
  delete(id: string, options?: CallOptions): Promise<RecurringBatch>;
}

const PATH = '/v1/recurring-batches';

export function createRecurringBatches({ change, get, list, post }: Calls): RecurringBatches {
  const at = (id: string) => `${PATH}/${encodeURIComponent(id)}`;
  const command = (name: string) => async (id: string, options?: CallOptions) =>
    (await post<RecurringBatch>({ path: `${at(id)}/${name}` }, options)).body;
  return {
    async create(recurring, options) {
      const { reference } = recurring;
      return (await post<RecurringBatch>({ path: PATH, body: json(recurring), reference }, options)).body;
    },
    get: (id, options) => get(at(id), options),
    list: (query) => list(PATH, query),
    pause: command('pause'),
    resume: command('resume'),
    delete: (id, options) => change('DELETE', at(id), options),
  };
}
