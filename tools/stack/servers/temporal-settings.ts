import type { SearchAttributes } from '../../../worker/temporal/namespace.ts';

/** The development server's limits suit an idle laptop; ours runs benchmarks. */
const DYNAMIC_CONFIG = {
  'frontend.rps': 100_000,
  'frontend.namespaceRPS': 100_000,
  'frontend.namespaceRPS.visibility': 10_000,
  'frontend.persistenceMaxQPS': 100_000,
  'history.persistenceMaxQPS': 100_000,
  'matching.persistenceMaxQPS': 100_000,
  // Lists are up to a second old, and older under full load. A workflow that closes sooner is written only once.
  'history.visibilityProcessorMaxPollRPS': 1,
  'history.visibilityTaskBatchSize': 1_000,
  // One writer for lists, so that workflows do not wait for a whole second's batch.
  'history.visibilityProcessorSchedulerWorkerCount': 1,
  // As in production: search attributes are cached, not read in every call.
  'system.forceSearchAttributesCacheRefreshOnRead': false,
  // For one laptop; the default is for a server with several gigabytes.
  'history.hostLevelCacheMaxSize': 8_096,
  // One process has all partitions, so several would only add forwarding.
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  // Hands out tasks by priority; the default from server 1.31 on.
  'matching.useNewMatcher': true,
};

/** SIGKILL loses nothing that was committed. A crash of the machine may lose what is only in the log. */
const SQLITE_PRAGMAS = {
  journal_mode: 'WAL',
  synchronous: 'NORMAL',
  // 32 MB: workflows rewrite the same pages, which are then moved to the file only once.
  wal_autocheckpoint: 8_000,
  // 64 MB: a larger log is truncated once its pages are moved.
  journal_size_limit: 67_108_864,
  // 64 MB; negative numbers are KiB, positive ones pages.
  cache_size: -65_536,
};

/** Flags of `server start-dev`, of the CLI and of our program, for these settings, and for the search attributes of a new database. */
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
