import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { BUNDLE, KEY, PHONE, page, purchase } from '../../../../clients/conformance/objects.ts';
import {
  json,
  type ScriptedServer,
  silent,
  startScriptedServer,
} from '../../../../clients/conformance/server.ts';

const ROOT = join(import.meta.dirname, '../../../../..');
const MAIN = join(import.meta.dirname, '../../../../../clients/typescript/command/main.ts');
const LISTEN = ['listen', '--forward', 'http://127.0.0.1:1/'];
const EVENT = {
  ...{ id: 'evt_1', object: 'event', type: 'purchase.failed', created_at: '2026-11-20T20:38:25.224Z' },
  ...{ data: { object: {} }, test: false, delivery: { status: 'not_sent', delivered_at: null } },
};

let server: ScriptedServer;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  server = await startScriptedServer();
  env = { ...process.env, BUNDLEWIRE_BASE_URL: server.url, BUNDLEWIRE_API_KEY: KEY };
});
afterAll(() => server.close());

function start(args: readonly string[]): { readonly child: ChildProcess; readonly err: () => string } {
  const child = spawn(process.execPath, [MAIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return { child, err: () => err };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Ends what is left of a group that a test started. */
function killGroup(pid: number): void {
  try {
    if (pid > 0) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left.
  }
}

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('listening ends with 0 after %s', async (signal) => {
  server.script(json(200, page([])));
  const { child, err } = start(LISTEN);
  await expect.poll(() => server.seen.length).toBeGreaterThan(2);
  child.kill(signal);
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(err()).toContain('0 events forwarded');
});

it('listening ends while the API does not answer', async () => {
  server.script(silent);
  const { child } = start(LISTEN);
  await expect.poll(() => server.seen.length).toBe(1);
  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
});

it('listening ends when no one reads its output any more', async () => {
  server.script(json(200, page([])), json(200, page([])), json(200, page([EVENT])));
  const { child } = start(LISTEN);
  child.stdout?.destroy();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

it('listening ends when the process that started it is gone', async () => {
  server.script(json(200, page([])));
  const command = [process.execPath, MAIN, ...LISTEN].map((word) => `'${word}'`).join(' ');
  const shell = spawn('sh', ['-c', `${command} 2>/dev/null & echo $!; wait`], { env });
  const [line] = await once(shell.stdout, 'data');
  const pid = Number(String(line));
  await expect.poll(() => server.seen.length).toBeGreaterThan(2);
  expect(isAlive(pid)).toBe(true);
  shell.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

it.each(['SIGTERM', 'SIGKILL'] as const)('listening by npx ends after npx gets %s', async (signal) => {
  server.script(json(200, page([])));
  // In a separate group, because a terminal would signal the processes below it too.
  const options = { cwd: ROOT, env, stdio: 'ignore', detached: true } as const;
  const npx = spawn('npx', ['bundlewire-client', ...LISTEN], options);
  try {
    await expect.poll(() => server.seen.length).toBeGreaterThan(2);
    npx.kill(signal);
    await once(npx, 'exit');
    await expect
      .poll(async () => {
        const before = server.seen.length;
        await setTimeout(2_000);
        return server.seen.length - before;
      })
      .toBe(0);
  } finally {
    killGroup(npx.pid ?? 0);
  }
});

it('buying ends with 3 after SIGINT, and says what to do', async () => {
  server.script(json(201, purchase()), json(200, purchase()));
  const { child, err } = start(['buy', PHONE, BUNDLE, '--reference', 'order-1']);
  await expect.poll(() => server.seen.length).toBeGreaterThan(1);
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([3, null]);
  expect(err()).toContain('bundlewire-client purchase');
});
