import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { startProcess } from '../../../tools/stack/process.ts';

describe('a program of the stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundlewire-process-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = (behaviour: string) =>
    startProcess({
      name: 'program',
      script: 'test/support/tools/programs/program.ts',
      env: { BEHAVIOUR: behaviour },
      logFile: join(folder, `${behaviour}.log`),
    });

  it('is up when its log says so, and drains on SIGTERM', async () => {
    const program = await start('well');
    expect(program.ready.url).toBe('http://127.0.0.1:4711');
    expect(await program.stop()).toEqual({ code: 0, signal: null });
  });

  it('shows the end of its log when it ends before it is up', async () => {
    await expect(start('crash')).rejects.toThrow(/exit code 3.*[\s\S]*the database is on fire/);
  });

  it('can be killed, and started again with the same log', async () => {
    const first = await start('deaf');
    first.kill('SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' });
    const second = await start('deaf');
    expect(second.pid).not.toBe(first.pid);
    second.kill('SIGKILL');
    await second.exited;
  });
});
