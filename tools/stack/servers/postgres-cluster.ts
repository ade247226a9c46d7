import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { BringUpError } from '../failure.ts';
import { endProcess, isOurs } from '../pid.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

export const SUPERUSER = 'bundlewire';

export interface Cluster {
  /** The argument of `postgres -D`. */
  readonly folder: string;
  readonly password: string;
}

/** The cluster of `dataDir`, created by initdb if there is none. Its password is in `dataDir`, mode 0600. */
export async function ensureCluster(binaries: PostgresBinaries, dataDir: string): Promise<Cluster> {
  const home = binaries.clusterDir(dataDir);
  const folder = join(home, 'data');
  const passwordFile = join(dataDir, 'password');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });

  if (existsSync(folder)) {
    if (existsSync(passwordFile)) return { folder, password: readFileSync(passwordFile, 'utf8') };
    // The state folder was deleted with its password, so no one can use what is left under the old name.
    await removeCluster(folder);
  }
  const password = randomBytes(24).toString('base64url');
  initialise(binaries, home, folder, password);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  return { folder, password };
}

/** Stops the server of a cluster, if it runs, and deletes the cluster. */
export async function removeCluster(folder: string): Promise<void> {
  const running = readPostmaster(folder);
  if (running !== null) {
    await endProcess(running.pid, { polite: 'SIGINT', graceMs: 10_000, firm: 'SIGQUIT' });
  }
  rmSync(folder, { recursive: true, force: true });
  const home = dirname(folder);
  if (existsSync(home) && readdirSync(home).length === 0) rmdirSync(home);
}

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `ready`, `stopping` or `standby`, as PostgreSQL writes it. */
  readonly status: string;
}

/** The server of this cluster, by its postmaster.pid; null if none runs. */
export function readPostmaster(folder: string): Postmaster | null {
  const file = join(folder, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = readFileSync(file, 'utf8').split('\n');
  const pid = Number(lines[0]);
  if (!(pid > 0) || !isOurs(pid, 'postgres', folder)) return null;
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? 'starting').trim() };
}

function initialise(binaries: PostgresBinaries, home: string, folder: string, password: string): void {
  const unfinished = `${folder}.new`;
  const passwordFile = join(home, 'password.new');
  mkdirSync(home, { recursive: true, mode: 0o755 });
  // A killed initdb must not leave half a cluster under the real name.
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (binaries.runAs !== null) {
    for (const path of [unfinished, passwordFile]) chownSync(path, binaries.runAs.uid, binaries.runAs.gid);
  }

  const outcome = spawnSync(
    join(binaries.binDir, 'initdb'),
    [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { cwd: '/', encoding: 'utf8', env: { LC_ALL: 'C', TZ: 'UTC' }, ...binaries.runAs },
  );
  rmSync(passwordFile, { force: true });
  if (outcome.status !== 0) {
    const reason = outcome.error?.message ?? outcome.stderr.trim().split('\n').at(-1) ?? 'no reason given';
    throw new BringUpError(
      `PostgreSQL: initdb could not make a database cluster in ${home} (${reason}); ` +
        'free space there, or set DATABASE_URL to a PostgreSQL 18 server.',
    );
  }
  renameSync(unfinished, folder);
}
