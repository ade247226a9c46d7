import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { startCallbackReceiver } from '../../../support/adapters/callback-receiver.ts';
import { numbered, readJson, simulatorClient } from '../../../support/adapters/simulator-client.ts';

const children: ChildProcess[] = [];

afterEach(() => {
  // A failed test must leave no process behind.
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

const book = (url: string) => fetch(`${url}/_simulator/book?api_key=k`).then(readJson);

describe('the simulator process', () => {
  it('logs when it is ready, keeps its book over a kill, and then makes the deliveries that were due', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
    const bookFile = join(folder, 'book.jsonl');
    const receiver = await startCallbackReceiver();
    const send = (url: string, external_id: string, number: string) =>
      simulatorClient(url, 'k').post('/v1/async/transactions', {
        ...numbered(number),
        external_id,
        callback_url: receiver.url,
      });
    // It is killed before the second delivery is due, however slow the machine is.
    const first = await run({ BOOK_FILE: bookFile, TIME_SCALE: '5' });
    await send(first.url, 'DONE', '+2348031234550');
    await expect.poll(() => book(first.url)).toMatchObject({ totals: { deliveries: 1 } });
    await expect.poll(() => lastLineOf(bookFile, 'DONE')).toContain('"toldStatus":"delivered"');
    await send(first.url, 'DUE', '+2348031234100');
    await first.kill('SIGKILL');
    expect(lastLineOf(bookFile, 'DUE')).toContain('"deliveries":0');
    // As a kill in the middle of a line would leave it.
    writeFileSync(bookFile, '{"k":"k","x":"DU', { flag: 'a' });

    const second = await run({ BOOK_FILE: bookFile, TIME_SCALE: '0.5' });
    expect(await book(second.url)).toMatchObject({
      entries: [
        { external_id: 'DONE', submits: 1, deliveries: 1, status: 'COMPLETED' },
        { external_id: 'DUE', submits: 1 },
      ],
    });
    expect((await send(second.url, 'DUE', '+2348031234100')).body).toMatchObject({
      errors: [{ code: 1007001 }],
    });
    await expect
      .poll(() => book(second.url))
      .toMatchObject({
        totals: { submits: 3, orders: 2, deliveries: 2 },
      });
    await expect.poll(() => receiver.bodies.length).toBe(2);
    await expect.poll(() => lastLineOf(bookFile, 'DUE')).toContain('"toldStatus":"delivered"');
    expect(await second.kill('SIGTERM')).toBe(0);

    const third = await run({ BOOK_FILE: bookFile });
    expect(await book(third.url)).toMatchObject({ totals: { submits: 3, orders: 2, deliveries: 2 } });
    expect(await third.kill('SIGTERM')).toBe(0);
    expect(receiver.bodies).toHaveLength(2);
    await receiver.close();
    rmSync(folder, { recursive: true });
  }, 300_000);

  it('finishes calls in progress on SIGTERM', async () => {
    const running = await run({});
    const answer = simulatorClient(running.url, 'k').post(
      '/v1/sync/transactions',
      numbered('+2348031234200'),
    );
    await expect.poll(() => book(running.url)).toMatchObject({ totals: { submits: 1 } });
    // The order is taken; the call now waits for its end.
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await running.kill('SIGTERM')).toBe(0);
    expect(await answer).toMatchObject({ status: 201, body: { status: { class: { id: 5 } } } });
  });

  it('says what is wrong with its environment', async () => {
    const child = start({ PORT: 'high' });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    await new Promise((resolve) => child.once('exit', resolve));
    expect(stderr).toContain('PORT');
    expect(child.exitCode).toBe(1);
  });
});

function lastLineOf(bookFile: string, reference: string): string {
  const lines = readFileSync(bookFile, 'utf8').split('\n');
  return lines.findLast((line) => line.includes(`"x":"${reference}"`)) ?? '';
}

function start(env: Readonly<Record<string, string>>) {
  const main = fileURLToPath(new URL('../../../../adapters/dtone/simulator/main.ts', import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  return child;
}

async function run(env: Readonly<Record<string, string>>) {
  const child = start(env);
  const line = await new Promise<string>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
  });
  const ready = JSON.parse(line);
  expect(ready.msg).toBe('ready');
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  return {
    url: String(ready.url),
    kill(signal: 'SIGTERM' | 'SIGKILL') {
      child.kill(signal);
      return exited;
    },
  };
}
