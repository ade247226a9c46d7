import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runTool } from '../../../tools/run-tool.ts';
import { type Postgres, startPostgres } from '../../../tools/stack/servers/postgres.ts';
import { findPostgresBinaries } from '../../../tools/stack/servers/postgres-binaries.ts';
import { temporaryStateDir } from '../state-dir.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

const SCRIPTS = join(import.meta.dirname, '..', '..', '..', 'deploy', 'postgres', 'backup');
/** Longest that a base backup, its check or a restore may take. */
const TIMEOUT_MS = 300_000;

/** A folder with base backups and archived WAL, as deploy/postgres/backup keeps it. */
export interface Archive {
  readonly folder: string;
  /** With these, a PostgreSQL server archives into the folder. */
  readonly settings: Readonly<Record<string, string>>;
  /** Names of the archived WAL segments, oldest first. */
  segments(): string[];
  /** Lets the server write into the archive, or not, as if its machine were away. */
  admit(isAdmitted: boolean): void;
  /** Runs back-up.sh against a server, as its superuser. */
  backUp(databaseUrl: string): Promise<void>;
  /** Restores with restore.sh on another port. `password` is the superuser's, which the backup contains as a hash. */
  restore(
    password: string,
    options?: { until?: string; settings?: Readonly<Record<string, string>> },
  ): Promise<Postgres>;
  close(): void;
}

/** Makes an empty archive, into which a server archives at least every `everySeconds` while it writes. */
export async function createArchive(everySeconds: number): Promise<Archive> {
  const programs = await findPostgresPrograms();
  const home = mkdtempSync(join(tmpdir(), 'bundlewire-archive-'));
  // The server runs as another user, who may not be able to enter the clone.
  const scripts = join(home, 'scripts');
  const folder = join(home, 'archive');
  chmodSync(home, 0o755);
  cpSync(SCRIPTS, scripts, { recursive: true });
  mkdirSync(join(folder, 'wal'), { recursive: true });
  giveToServer(join(folder, 'wal'));

  const runScript = async (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const PATH = `${programs}:${process.env.PATH}`;
    const { ok, lastLine } = await runTool('sh', [join(scripts, name), ...args], {
      env: { ...env, PATH },
      timeoutMs: TIMEOUT_MS,
    });
    if (!ok) throw new Error(`${name}: ${lastLine}`);
  };
  return {
    folder,
    settings: {
      archive_mode: 'on',
      archive_command: `sh ${join(scripts, 'archive-wal.sh')} %p %f ${folder}`,
      archive_timeout: `${everySeconds}s`,
    },
    segments: () =>
      readdirSync(join(folder, 'wal'))
        .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
        .toSorted(),
    admit: (isAdmitted) => chmodSync(join(folder, 'wal'), isAdmitted ? 0o755 : 0o555),
    backUp: async (databaseUrl) => {
      const { hostname, port, username, password } = new URL(databaseUrl);
      const server = { PGHOST: hostname, PGPORT: port, PGUSER: username, PGPASSWORD: password };
      await runScript('back-up.sh', [folder], server);
    },
    restore: async (password, { until, settings } = {}) => {
      const dataDir = temporaryStateDir();
      const data = join(findPostgresBinaries().clusterDir(dataDir), 'data');
      mkdirSync(dirname(data), { recursive: true, mode: 0o755 });
      await runScript('restore.sh', [folder, data, ...(until === undefined ? [] : [until])]);
      giveToServer(data);
      writeFileSync(join(dataDir, 'password'), password, { mode: 0o600 });
      return startPostgres({ dataDir, log: () => undefined, settings });
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Gives a folder and all in it to the user that runs PostgreSQL. */
function giveToServer(folder: string): void {
  const { runAs } = findPostgresBinaries();
  if (runAs === null) return;
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  for (const path of [folder, ...inside]) chownSync(path, runAs.uid, runAs.gid);
}
