import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A temporary file without a name: it is gone when it is closed, and when the process stops. */
export interface Spool {
  readonly file: FileHandle;
  /** Bytes written so far. */
  readonly size: number;
  append(bytes: Uint8Array): Promise<void>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

export async function createSpool(): Promise<Spool> {
  const path = join(tmpdir(), `bundlewire-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  // Windows refuses to delete an open file; there it is deleted when it is closed.
  const isGone = await rm(path).then(
    () => true,
    () => false,
  );
  let size = 0;
  let isOpen = true;
  return {
    file,
    get size() {
      return size;
    },
    async append(bytes) {
      await file.write(bytes, 0, bytes.length, size);
      size += bytes.length;
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await file.close();
      if (!isGone) await rm(path, { force: true });
    },
  };
}
