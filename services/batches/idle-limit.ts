/** A client that has sent nothing for too long. */
export class UploadStalled extends Error {
  constructor(idleMs: number) {
    super(`nothing was sent for ${idleMs} ms`);
    this.name = 'UploadStalled';
  }
}

/**
 * The same bytes, for as long as they keep coming: a client that sends nothing for `idleMs` counts as gone, even if its
 * connection is open. The time that is spent on received bytes does not count.
 * @throws UploadStalled
 */
export async function* withIdleLimit(source: AsyncIterable<Buffer>, idleMs: number): AsyncGenerator<Buffer> {
  const bytes = source[Symbol.asyncIterator]();
  for (;;) {
    const next = bytes.next();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new UploadStalled(idleMs)), idleMs);
    let piece: IteratorResult<Buffer>;
    try {
      piece = await Promise.race([next, late.promise]);
    } catch (error) {
      // Later events of the source no longer matter.
      next.catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (piece.done === true) return;
    yield piece.value;
  }
}
