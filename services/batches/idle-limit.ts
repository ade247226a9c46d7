/** A client that has sent nothing for too long. */
export class UploadStalled extends Error {
  constructor(idleMs: number) {
    super(`nothing was sent for ${idleMs} ms`);
    this.name = 'UploadStalled';
  }
}

/**
 * The same bytes, for as long as they keep coming: a client that sends nothing for `idleMs` has gone, whatever its
 * connection says. Time that is spent on what came does not count.
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
      // What the source says later is nobody's concern any more.
      next.catch(() => {});
      throw error;
    } finally {
      clearTimeout(timer);
    }
    if (piece.done === true) return;
    yield piece.value;
  }
}
