import { readFileSync } from 'node:fs';
import { appendFile, chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { findPostgresBinaries } from '../../stack/servers/postgres-binaries.ts';
import { SUPERUSER } from '../../stack/servers/postgres-cluster.ts';

const NAME = 'standby';
const FOLLOWS_MS = 60_000;
const POLL_MS = 100;

/** A server that runs. */
export interface Primary {
  readonly dataDir: string;
  readonly folder: string;
  readonly port: number;
}

/** Runs `work` on a connection that bypasses the proxy. */
export async function asSuperuser<T>(
  dataDir: string,
  port: number,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: passwordOf(dataDir),
    database: 'postgres',
  });
  // A server that ends also fails the statement.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Copies a server while it runs, so that the copy can be started as its standby. It does what `pg_basebackup` does, which the npm
 * package of the server does not have.
 */
export async function copyAsStandby(client: Client, primary: Primary, dataDir: string): Promise<void> {
  const { runAs, clusterDir } = findPostgresBinaries();
  const folder = join(clusterDir(dataDir), 'data');
  await mkdir(dirname(folder), { recursive: true, mode: 0o755 });
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await writeFile(join(dataDir, 'password'), passwordOf(primary.dataDir), { mode: 0o600 });

  await client.query("SELECT pg_backup_start('standby', true)");
  await copyFolder(primary.folder, folder, runAs);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  const conninfo = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${passwordOf(primary.dataDir)} application_name=${NAME}`;
  await appendFile(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    if (runAs !== null) await chown(join(folder, name), runAs.uid, runAs.gid);
  }
}

/** Resolves when each commit waits until the standby has it on disk. */
export async function followSynchronously(client: Client): Promise<void> {
  await client.query(`ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`);
  await client.query('SELECT pg_reload_conf()');
  const deadline = performance.now() + FOLLOWS_MS;
  for (;;) {
    const { rows } = await client.query<{ state: string; sync_state: string }>(
      `SELECT state, sync_state FROM pg_stat_replication WHERE application_name = '${NAME}'`,
    );
    if (rows[0]?.state === 'streaming' && rows[0].sync_state === 'sync') return;
    if (performance.now() > deadline) throw new Error('The standby does not follow.');
    await sleep(POLL_MS);
  }
}

function passwordOf(dataDir: string): string {
  return readFileSync(join(dataDir, 'password'), 'utf8');
}

/** Of this server only, or sent by the primary later. */
const NOT_COPIED: ReadonlySet<string> = new Set(['postmaster.pid', 'postmaster.opts']);
const LEFT_EMPTY: ReadonlySet<string> = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_stat_tmp']);

async function copyFolder(
  from: string,
  to: string,
  owner: { readonly uid: number; readonly gid: number } | null,
): Promise<void> {
  await mkdir(to, { mode: 0o700 });
  if (owner !== null) await chown(to, owner.uid, owner.gid);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (NOT_COPIED.has(entry.name)) continue;
    if (entry.isDirectory()) {
      if (!LEFT_EMPTY.has(entry.name)) await copyFolder(source, target, owner);
      else await copyEmpty(target, owner);
      continue;
    }
    const isThere = await copyFile(source, target).then(() => true, isMissing);
    if (isThere && owner !== null) await chown(target, owner.uid, owner.gid);
  }
}

async function copyEmpty(to: string, owner: { readonly uid: number; readonly gid: number } | null) {
  await mkdir(to, { mode: 0o700 });
  if (owner !== null) await chown(to, owner.uid, owner.gid);
}

/** A file that was deleted meanwhile is not needed: what deleted it is in the write-ahead log. */
function isMissing(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
  throw error;
}
