import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, type Pool } from 'pg';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { addDatabaseMetrics } from '../../observability/metrics/database.ts';
import { type Postgres, startPostgres } from '../../tools/stack/servers/postgres.ts';
import { runOnServer } from '../support/database.ts';
import { temporaryStateDir } from '../support/state-dir.ts';

let server: Postgres;
let superuser: Client;
let pool: Pool;
const registry = new Registry();
/** While the file `hold` is in it, a command hangs. PostgreSQL runs as another user, who can look into it. */
const folder = mkdtempSync(join(tmpdir(), 'bundlewire-hold-'));

beforeAll(async () => {
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'hold'), '');
  server = await startPostgres({
    dataDir: temporaryStateDir(),
    log: () => undefined,
    settings: { archive_mode: 'on' },
  });
  superuser = new Client({ connectionString: server.url });
  await superuser.connect();
  // As in production, the worker is no superuser.
  await runOnServer(server.url, "CREATE ROLE probe LOGIN PASSWORD 'probe'");
  const url = new URL(server.url);
  url.username = 'probe';
  url.password = 'probe';
  pool = createPool(url.href, { max: 2, applicationName: 'test' });
  addDatabaseMetrics(registry, pool);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all([superuser.end(), pool.end()]);
  await server.destroy();
});

/** Lets PostgreSQL complete files of its write-ahead log. */
async function completeFiles(count: number): Promise<void> {
  for (let nth = 0; nth < count; nth++) {
    await superuser.query('SELECT pg_logical_emit_message(false, $1, $2)', ['test', 'x']);
    await superuser.query('SELECT pg_switch_wal()');
  }
}

async function archiveWith(command: string): Promise<void> {
  await superuser.query(`ALTER SYSTEM SET archive_command = '${command}'`);
  await superuser.query('SELECT pg_reload_conf()');
}

async function waiting(): Promise<number> {
  const found = /^bundlewire_archive_waiting_files (\d+)$/m.exec(await registry.metrics());
  return Number(found?.[1] ?? Number.NaN);
}

describe('files of the write-ahead log that wait for the archive', () => {
  it('are counted while the command fails from the beginning', async () => {
    await archiveWith('false');
    await completeFiles(1);
    await expect.poll(waiting).toBeGreaterThan(0);
  });

  it('are none when the command has taken all of them', async () => {
    await archiveWith('true');
    await completeFiles(1);
    await expect.poll(waiting).toBe(0);
  });

  it('are counted while the command hangs, which is no failure yet', async () => {
    await archiveWith(`while test -e ${join(folder, 'hold')}; do sleep 0.1; done`);
    const afterOneMore = async () => {
      await completeFiles(1);
      return waiting();
    };
    await expect.poll(afterOneMore).toBeGreaterThan(2);
  });
});
