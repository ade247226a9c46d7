import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { commandLineOf } from '../../tools/stack/pid.ts';
import { destroyPostgres } from '../../tools/stack/servers/postgres.ts';
import { stopTemporal } from '../../tools/stack/servers/temporal.ts';
import { stopLeftovers } from '../../tools/stack/state.ts';
import { removeMemoryTablespace } from './memory-tablespace.ts';

const RUNS = join(import.meta.dirname, '..', '..', '.bundlewire', 'test-runs');

/**
 * A folder for the servers and stacks of this run; its name starts with the pid of its owner. Removes first what earlier,
 * killed runs left behind, including their processes.
 */
export async function openTestRun(project: string): Promise<string> {
  for (const name of existsSync(RUNS) ? readdirSync(RUNS) : []) {
    const owner = commandLineOf(Number.parseInt(name, 10));
    if (!owner.includes('vitest')) await closeTestRun(join(RUNS, name));
  }
  const folder = join(RUNS, `${process.pid}-${project}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Ends all processes that use the folders of a run, and deletes its data. */
export async function closeTestRun(folder: string): Promise<void> {
  for (const name of readdirSync(folder)) {
    const stateDir = join(folder, name);
    await stopLeftovers(stateDir, { servers: true });
    await stopTemporal(stateDir);
    await destroyPostgres(stateDir);
    await destroyPostgres(join(stateDir, 'postgres'));
  }
  removeMemoryTablespace(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** For a quick exit, such as Ctrl-C: a detached process does what `closeTestRun` does. */
export function closeTestRunBehindUs(folder: string): void {
  if (!existsSync(folder)) return;
  const script = `await (await import(${JSON.stringify(import.meta.url)})).closeTestRun(${JSON.stringify(folder)})`;
  spawn(process.execPath, ['--input-type=module', '-e', script], { detached: true, stdio: 'ignore' }).unref();
}
