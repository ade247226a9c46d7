import { createHash } from 'node:crypto';
import type { Turns } from './turns.ts';

/** A file larger than the service accepts. */
export class FileTooLarge extends Error {
  constructor(bytesMax: number) {
    super(`the file is larger than ${bytesMax} bytes`);
    this.name = 'FileTooLarge';
  }
}

export interface Tally {
  /** The same bytes in chunks of 16 KiB, the last one shorter. */
  readonly chunks: AsyncIterable<Buffer>;
  /** SHA-256 of all bytes. Call it once, after the last byte. */
  digest(): Buffer;
}

/** Size of chunks, however a client cuts its body: a megabyte sent byte by byte must not become a million chunks. */
const CHUNK_BYTES = 16 * 1024;

/** Counts and hashes bytes as they pass. Its chunks throw FileTooLarge at the first byte above the limit. */
export function tally(source: AsyncIterable<Buffer>, bytesMax: number, turns: Turns): Tally {
  const hash = createHash('sha256');
  async function* chunks(): AsyncGenerator<Buffer> {
    let total = 0;
    let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let filled = 0;
    for await (const bytes of source) {
      await turns.take();
      total += bytes.length;
      if (total > bytesMax) throw new FileTooLarge(bytesMax);
      hash.update(bytes);
      for (let at = 0; at < bytes.length; ) {
        const copied = bytes.copy(chunk, filled, at);
        at += copied;
        filled += copied;
        if (filled < CHUNK_BYTES) continue;
        yield chunk;
        chunk = Buffer.allocUnsafe(CHUNK_BYTES);
        filled = 0;
      }
    }
    if (filled > 0) yield chunk.subarray(0, filled);
  }
  return { chunks: chunks(), digest: () => hash.digest() };
}
