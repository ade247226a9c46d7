import { createWriteStream, openAsBlob } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ApiError, NoAnswerError, UsageError } from './errors.ts';
import { pause } from './pause.ts';

const PAUSE_MS = 250;

/** A file that is read while it is sent, and again for each attempt. @throws UsageError when it cannot be read. */
export async function openFile(path: string): Promise<Blob> {
  try {
    // Bun opens the blob only when it is sent.
    await (await open(path)).close();
    return await openAsBlob(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * Writes a stream to a file, and starts again from the beginning if the stream breaks off.
 * @returns the number of bytes
 * @throws NoAnswerError when the last attempt broke off too: the file is then incomplete.
 */
export async function saveFile(
  open: () => Promise<ReadableStream<Uint8Array>>,
  path: string,
  attempts: number,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const stream = await open();
    try {
      await pipeline(stream, createWriteStream(path));
      return (await stat(path)).size;
    } catch (error) {
      if (error instanceof ApiError || isOfDisk(error)) throw error;
      if (attempt >= attempts) {
        const message = `The download to ${path} broke off, and the file is incomplete.`;
        throw new NoAnswerError({ why: 'connection', message, cause: error });
      }
      await pause(PAUSE_MS * 2 ** (attempt - 1), undefined);
    }
  }
}

/** An error of the file system names the call that failed and its path. */
function isOfDisk(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}
