/**
 * Runs `work` once for all who ask while it runs and for `freshMs` after it began. A failure is not kept.
 * `now` gives monotonic milliseconds.
 */
export function reuse<T>(
  work: () => Promise<T>,
  freshMs: number,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let last: { readonly result: Promise<T>; readonly at: number; settled: boolean } | null = null;
  return () => {
    if (last !== null && (!last.settled || now() - last.at < freshMs)) return last.result;
    const begun = { result: work(), at: now(), settled: false };
    last = begun;
    begun.result.then(
      () => {
        begun.settled = true;
      },
      () => {
        if (last === begun) last = null;
      },
    );
    return begun.result;
  };
}
