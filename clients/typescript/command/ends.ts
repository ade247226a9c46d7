const LOOK_MS = 500;

/**
 * A signal that is aborted when this process must end: by SIGINT, SIGTERM or SIGHUP, when no one reads its output any more,
 * or when the process that started it is gone.
 */
export function watchEnds(): AbortSignal {
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end);
  for (const stream of [process.stdout, process.stderr]) stream.on('error', end);
  // An orphan has another parent than before.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && end(), LOOK_MS).unref();
  return ending.signal;
}
