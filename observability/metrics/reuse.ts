/**
 * Runs `work` once for all callers that call while it runs, or within `freshMs` after it began. A failure is not
 * reused. `now` returns monotonic milliseconds.
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
