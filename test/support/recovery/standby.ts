import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { runTool } from '../../../tools/run-tool.ts';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { findPostgresBinaries } from '../../../tools/stack/servers/postgres-binaries.ts';
import { runOnServer } from '../database.ts';
import { eventually } from '../faults/ends-well.ts';
import { temporaryStateDir } from '../state-dir.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

const NAME = 'standby';
/** Longest that a base backup, a start or a promotion may take. */
const TIMEOUT_MS = 300_000;

/** A PostgreSQL server that follows another one. */
export interface Standby {
  readonly port: number;
  /** Makes it a primary; resolves when it takes writes. */
  promote(): void;
  stop(): void;
}

/**
 * Copies a running server and starts the copy as its standby. Resolves when every commit of the primary waits until the
 * standby has it on disk.
 */
export async function startSynchronousStandby(primaryUrl: string): Promise<Standby> {
  const data = join(findPostgresBinaries().clusterDir(temporaryStateDir()), 'data');
  mkdirSync(dirname(data), { recursive: true, mode: 0o755 });
  await copyServer(primaryUrl, data);

  const port = await freePort();
  const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '', max_connections: 200 };
  const flags = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  const logFile = join(data, 'standby.log');
  control(data, ['start', '--wait', '--log', logFile, '--options', flags.join(' ')]);

  await runOnServer(primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = '${NAME}'`);
  await runOnServer(primaryUrl, 'SELECT pg_reload_conf()');
  await eventually('the standby is synchronous', TIMEOUT_MS, () => isSynchronous(primaryUrl));
  return {
    port,
    promote: () => control(data, ['promote', '--wait']),
    stop: () => control(data, ['stop', '--mode', 'immediate']),
  };
}

async function copyServer(primaryUrl: string, data: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primaryUrl);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=${NAME}`;
  const program = join(await findPostgresPrograms(), 'pg_basebackup');
  const args = [`--pgdata=${data}`, '--write-recovery-conf', '--checkpoint=fast', `--dbname=${conninfo}`];
  const { ok, lastLine } = await runTool(program, args, { timeoutMs: TIMEOUT_MS });
  if (!ok) throw new Error(`pg_basebackup: ${lastLine}`);
  const { runAs } = findPostgresBinaries();
  if (runAs === null) return;
  const inside = readdirSync(data, { recursive: true, encoding: 'utf8' }).map((name) => join(data, name));
  for (const path of [data, ...inside]) chownSync(path, runAs.uid, runAs.gid);
}

function control(data: string, args: readonly string[]): void {
  const { binDir, runAs } = findPostgresBinaries();
  const options = { cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' }, encoding: 'utf8', ...runAs } as const;
  // The server inherits the streams, and must not hold ours open.
  const { status } = spawnSync(
    join(binDir, 'pg_ctl'),
    [`--pgdata=${data}`, `--timeout=${TIMEOUT_MS / 1_000}`, ...args],
    {
      ...options,
      stdio: 'ignore',
    },
  );
  if (status !== 0) throw new Error(`pg_ctl ${args[0]} failed with ${status}: see standby.log in ${data}.`);
}

async function isSynchronous(primaryUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: primaryUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ state: string; sync_state: string }>(
      'SELECT state, sync_state FROM pg_stat_replication WHERE application_name = $1',
      [NAME],
    );
    return rows[0]?.state === 'streaming' && rows[0].sync_state === 'sync';
  } finally {
    await client.end();
  }
}
