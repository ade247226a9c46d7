import type { SearchAttributes } from '../../../worker/temporal/namespace.ts';

/** The development server's limits are made for a laptop at rest; ours is measured. */
const DYNAMIC_CONFIG = {
  'frontend.rps': 100_000,
  'frontend.namespaceRPS': 100_000,
  'frontend.namespaceRPS.visibility': 10_000,
  'frontend.persistenceMaxQPS': 100_000,
  'history.persistenceMaxQPS': 100_000,
  'matching.persistenceMaxQPS': 100_000,
  // What is listed is a second old, and older under full load; of a workflow that is closed by then, only its end is written.
  'history.visibilityProcessorMaxPollRPS': 1,
  'history.visibilityTaskBatchSize': 1_000,
  // What is to be listed is written one by one, so that workflows need not wait for a second's worth of it.
  'history.visibilityProcessorSchedulerWorkerCount': 1,
  // As a server of production: search attributes are kept in memory, and not read again in every call.
  'system.forceSearchAttributesCacheRefreshOnRead': false,
  // One process holds all partitions, so several of them only cost forwarding.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // Tasks are handed out by priority; the default from server 1.31 on.
  'matching.useNewMatcher': true,
};

/** SIGKILL loses nothing that was committed; the end of the machine may, up to what the log holds. */
const SQLITE_PRAGMAS = {
  journal_mode: 'WAL',
  synchronous: 'NORMAL',
  // 32 MB: most of what a workflow writes are pages that the next one writes again, and are then moved but once.
  wal_autocheckpoint: 8_000,
  // 64 MB: a log that had to grow beyond it is cut back once its pages are moved.
  journal_size_limit: 67_108_864,
  // 64 MB; a negative number counts KiB, a positive one pages.
  cache_size: -65_536,
};

/** Flags of `temporal server start-dev` for what is set here, and for the search attributes of a new database. */
export function settingFlags(searchAttributes: SearchAttributes): string[] {
  const flags = (flag: string, values: object) =>
    Object.entries(values).flatMap(([name, value]) => [flag, `${name}=${value}`]);
  const types = Object.entries(searchAttributes).map(([name, type]) => [
    name,
    type === 'KEYWORD' ? 'Keyword' : 'Datetime',
  ]);
  return [
    ...flags('--sqlite-pragma', SQLITE_PRAGMAS),
    ...flags('--dynamic-config-value', DYNAMIC_CONFIG),
    ...flags('--search-attribute', Object.fromEntries(types)),
  ];
}
