import type { Batch, RecurringBatch } from '../../../../clients/typescript/src/types.ts';
import { localDay } from '../../app/local-time.ts';

/** What the calendar shows at a time: the start of a campaign, or a run of a recurring one. */
export interface Entry {
  readonly key: string;
  readonly at: string;
  readonly name: string;
  readonly kind: 'start' | 'next' | 'started' | 'skipped';
  /** The campaign that it leads to. */
  readonly batchId: string;
}

/** Everything that starts, will run or has run, by day, in the order of time. */
export function entriesByDay(
  scheduled: readonly Batch[],
  recurring: readonly RecurringBatch[],
): ReadonlyMap<string, readonly Entry[]> {
  const starts = scheduled.flatMap(({ id, reference, not_before: at }): Entry[] =>
    at === null ? [] : [{ key: id, at, name: reference, kind: 'start', batchId: id }],
  );
  const runs = recurring.flatMap(
    ({ id, reference: name, batch_id: source, next_runs, last_runs }): Entry[] => [
      ...next_runs.map((at): Entry => ({ key: `${id} ${at}`, at, name, kind: 'next', batchId: source })),
      ...last_runs.map(
        (run): Entry => ({
          key: `${id} ${run.scheduled_at}`,
          at: run.scheduled_at,
          name,
          kind: run.skip === null ? 'started' : 'skipped',
          batchId: run.batch_id ?? source,
        }),
      ),
    ],
  );
  const sorted = [...starts, ...runs].sort((a, b) => (a.at < b.at ? -1 : 1));
  return Map.groupBy(sorted, ({ at }) => localDay(new Date(at)));
}
