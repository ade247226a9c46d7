import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nameOfRole, ROLES } from '../../../db/roles/grants.ts';
import { freePort } from '../../../tools/stack/servers/ports.ts';
import { findPostgresBinaries } from '../../../tools/stack/servers/postgres-binaries.ts';
import { eventually } from './ends-well.ts';
import type { PooledServer } from './fault-stack.ts';

/** A PgBouncer before one PostgreSQL server. */
export interface PgBouncer {
  readonly port: number;
  /** What it wrote so far. */
  log(): string;
  close(): Promise<void>;
}

/** As docs/production.md describes it; everything else is PgBouncer's default. */
const SETTINGS = {
  pool_mode: 'session',
  max_client_conn: '1000',
  default_pool_size: '300',
};

/** Starts PgBouncer in session mode on loopback; resolves when it accepts connections. */
export async function startPgBouncer({ port: target, user, password }: PooledServer): Promise<PgBouncer> {
  // PgBouncer refuses to run as root, and the other user must be able to enter the folder.
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-pgbouncer-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, [user, ...ROLES.map(nameOfRole)].map((name) => `"${name}" "${password}"\n`).join(''));
  const settings = {
    ...SETTINGS,
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const config = join(folder, 'pgbouncer.ini');
  writeFileSync(config, `[databases]\n* = host=127.0.0.1 port=${target}\n[pgbouncer]\n${lines.join('\n')}\n`);
  const { runAs } = findPostgresBinaries();
  const child = spawn('pgbouncer', [config], { stdio: ['ignore', 'ignore', 'pipe'], ...runAs });
  const exited = once(child, 'exit');
  const log: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  await eventually('PgBouncer listens', 180_000, () => accepts(port));
  return {
    port,
    log: () => log.join(''),
    close: async () => {
      child.kill('SIGTERM');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
