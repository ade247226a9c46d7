import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CliError, EXIT } from '../failure.ts';

const Kept = z.record(z.string(), z.object({ token: z.string() }));
type Kept = z.output<typeof Kept>;

const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;
/** Rights of others. */
const OTHERS = 0o077;

/** The tokens of this user, one per installation, in a file that only the user can read. */
export interface TokenFile {
  readonly path: string;
  /** Call it before a sign-in begins. @throws CliError if there is no folder for the file. */
  requirePlace(): void;
  /** Null if the user is not signed in there. @throws CliError if others may read the file. */
  read(): string | null;
  /** Null forgets it. */
  write(token: string | null): void;
}

/**
 * @param environment names the user's configuration folder: XDG_CONFIG_HOME, else HOME/.config, else that of the system's user.
 * @param databaseUrl the installation. Its password is not part of the name under which the token is kept.
 * @param home finds the home of the system's user; throws if there is none.
 */
export function openTokenFile(
  environment: NodeJS.ProcessEnv,
  databaseUrl: string,
  home = homedir,
): TokenFile {
  const folder = configFolder(environment, home);
  if (folder === null) return NOWHERE;
  const path = join(folder, 'bundlewire', 'sessions.json');
  const installation = nameOf(databaseUrl);
  return {
    path,
    requirePlace() {},
    read: () => readKept(path)[installation]?.token ?? null,
    write(token) {
      const { [installation]: _former, ...others } = readKept(path);
      const kept: Kept = token === null ? others : { ...others, [installation]: { token } };
      mkdirSync(dirname(path), { recursive: true, mode: FOLDER_MODE });
      const next = `${path}.${process.pid}`;
      writeFileSync(next, `${JSON.stringify(kept, null, 2)}\n`, { mode: FILE_MODE });
      renameSync(next, path);
    },
  };
}

/** A user without a home, as in a container, is not signed in. */
const NOWHERE: TokenFile = {
  path: '',
  read: () => null,
  requirePlace: refuse,
  write: refuse,
};

function refuse(): never {
  throw new CliError(
    'There is no folder in which to store the sign-in. Set HOME or XDG_CONFIG_HOME to one that only you can read.',
    EXIT.cannot,
  );
}

function configFolder(
  { XDG_CONFIG_HOME: config = '', HOME: home = '' }: NodeJS.ProcessEnv,
  systemHome: () => string,
): string | null {
  if (config !== '') return config;
  if (home !== '') return join(home, '.config');
  try {
    return join(systemHome(), '.config');
  } catch {
    return null;
  }
}

function readKept(path: string): Kept {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return {};
  if ((stat.mode & OTHERS) !== 0 && process.platform !== 'win32')
    throw new CliError(
      `Others may read ${path}, which holds your sign-in. Delete it, and run bundlewire sign-in again.`,
      EXIT.cannot,
    );
  try {
    return Kept.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new CliError(`${path} is damaged. Delete it, and run bundlewire sign-in again.`, EXIT.cannot);
  }
}

/** Host, port and name of a database. A socket's folder is a parameter of the URL. */
function nameOf(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return databaseUrl.replaceAll(/password=\S+/g, '');
  const { host, pathname, searchParams } = new URL(databaseUrl);
  return `${searchParams.get('host') ?? host}${pathname}`;
}
