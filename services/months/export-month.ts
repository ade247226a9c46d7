import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveFile } from '../../db/months/archive.ts';

/**
 * Writes the rows of a query as CSV with a header, compressed with gzip, readable for this user only. The file has its name
 * only when it is complete and on disk.
 * @param name of the file without `.csv.gz`
 * @throws if what is on disk afterwards is not what was written
 */
export async function exportRows(
  db: Client,
  folder: string,
  { name, query }: { readonly name: string; readonly query: string },
): Promise<ArchiveFile> {
  const file = `${name}.csv.gz`;
  const path = join(folder, file);
  const partial = `${path}.partial`;
  await rm(partial, { force: true });
  const written = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      written.update(chunk);
      done(null, chunk);
    },
  });
  const { rows } = await copy(
    db,
    query,
    createGzip(),
    hashing,
    createWriteStream(partial, { flags: 'wx', mode: 0o600 }),
  );
  await sync(partial);
  const sha256 = written.digest('hex');
  if ((await hashOfFile(partial)) !== sha256)
    throw new Error(`${partial} is not what was written to it; check the disk, and run this again`);
  await giveName(partial, path, sha256);
  await sync(folder);
  return { name: file, rows, sha256 };
}

/** Replaces no file: another database, or an earlier state of this one, may have written it. */
async function giveName(partial: string, path: string, sha256: string): Promise<void> {
  try {
    await link(partial, path);
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
    if ((await hashOfFile(path)) !== sha256)
      throw new Error(`${path} exists with other content; move it to another folder, and run this again`);
  }
  await rm(partial);
}

async function copy(
  db: Client,
  query: string,
  ...to: [Transform, Transform, NodeJS.WritableStream]
): Promise<{ rows: number }> {
  const source = db.query(copyTo(`COPY (${query}) TO STDOUT (FORMAT csv, HEADER)`));
  await pipeline(source, ...to);
  return { rows: source.rowCount ?? 0 };
}

/** SHA-256 of a file, in hex. */
export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
