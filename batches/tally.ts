import { createHash } from 'node:crypto';

/** A file longer than the service takes. */
export class FileTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`the file is larger than ${bytesMax} bytes`);
    this.name = 'FileTooLarge';
  }
}

export interface Tally {
  /** The same bytes, in chunks that are never large. */
  readonly chunks: AsyncIterable<Buffer>;
  /** SHA-256 of all bytes; to be called once, after the last of them. */
  digest(): Buffer;
}

const CHUNK_BYTES_MAX = 64 * 1024;

/** Counts and hashes bytes on their way. Its chunks throw FileTooLarge at the byte that is too much. */
export function tally(source: AsyncIterable<Buffer>, bytesMax: number): Tally {
  const hash = createHash('sha256');
  async function* chunks(): AsyncGenerator<Buffer> {
    let total = 0;
    for await (const bytes of source) {
      total += bytes.length;
      if (total > bytesMax) throw new FileTooLarge(bytesMax);
      hash.update(bytes);
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES_MAX)
        yield bytes.subarray(at, at + CHUNK_BYTES_MAX);
    }
  }
  return { chunks: chunks(), digest: () => hash.digest() };
}
