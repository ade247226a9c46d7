/** The first bytes of a stream, and the rest of it. */
export interface Head {
  /** At least the bytes that were asked for; fewer if the stream has no more. */
  readonly head: Buffer;
  readonly rest: AsyncIterable<Buffer>;
}

/** Reads the first bytes. Read `rest` to its end, or close it, even if `head` is enough. */
export async function takeHead(source: AsyncIterable<Buffer>, bytes: number): Promise<Head> {
  const iterator = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < bytes) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  const close = iterator.return?.bind(iterator);
  const rest = { next: () => iterator.next(), ...(close === undefined ? {} : { return: () => close() }) };
  return { head, rest: { [Symbol.asyncIterator]: () => rest } };
}

/** The whole stream again. */
export async function* withHead(head: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  if (head.length > 0) yield head;
  yield* rest;
}
