import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isRunning, sendSignal } from '../../tools/stack/pid.ts';
import type { StackFile } from '../../tools/stack/stack-file.ts';
import { stackPaths } from '../../tools/stack/state.ts';
import { eventually } from '../support/faults/ends-well.ts';
import { OWN_SERVERS } from '../support/faults/fault-stack.ts';
import { retryWhileLimited } from '../support/retry.ts';
import { temporaryStateDir } from '../support/state-dir.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** It also builds the console and the workflow code. */
const STARTED_MS = 240_000;
const RESTARTED_MS = 240_000;
const OURS = ['api', 'secondApi', 'worker', 'secondWorker', 'thirdWorker'] as const;

let child: ChildProcess | undefined;
afterAll(async () => {
  if (child === undefined || child.exitCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
});

it.runIf(OWN_SERVERS)(
  'npm start -- --api 2 --workers 3 runs five processes, restarts a lost one, and ends all',
  async () => {
    const stateDir = temporaryStateDir();
    let out = '';
    child = spawn(process.execPath, ['tools/stack/start.ts', '--api', '2', '--workers', '3'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BUNDLEWIRE_STATE_DIR: stateDir, CI: '' },
    });
    // Only then is all of its output there.
    const ended = once(child, 'close');
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        out += chunk.toString('utf8');
      });
    await eventually('the stack runs', STARTED_MS, async () => out.includes('Bundlewire is running.'));
    const read = () => JSON.parse(readFileSync(stackPaths(stateDir).stack, 'utf8')) as StackFile;
    const { processes, test_api_key: key } = read();
    expect(Object.keys(processes)).toEqual(expect.arrayContaining([...OURS]));

    const second = /second API: (\S+)/.exec(out)?.[1] ?? '';
    const response = await retryWhileLimited(() => buy(second, key));
    expect(response.status, out).toBe(201);

    const lost = processes.thirdWorker ?? 0;
    sendSignal(lost, 'SIGKILL');
    await eventually('the lost worker was replaced', RESTARTED_MS, async () => {
      const pid = read().processes.thirdWorker ?? lost;
      return pid !== lost && isRunning(pid);
    });
    const last = Object.values(read().processes);
    child.kill('SIGINT');
    await ended;
    expect(out).toContain('Stopped.');
    expect(last.filter((pid) => isRunning(pid))).toEqual([]);
  },
);

function buy(apiUrl: string, key: string): Promise<Response> {
  return fetch(`${apiUrl}/v1/purchases`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      reference: 'one-command',
      phone_number: '+2348031234567',
      bundle_id: 'bnd_mtn_ng_1gb_30d',
    }),
  });
}
