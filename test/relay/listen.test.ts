import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { notifyQueues } from '../../db/outbox.ts';
import { listenForOutbox } from '../../relay/listen.ts';
import { startLoop } from '../../relay/loop.ts';
import { createNotifier } from '../../relay/notifier.ts';
import { createMoneySetting, type MoneySetting, QUEUE } from '../settlement/setting.ts';

const log = pino({ level: 'silent' });
let setting: MoneySetting;
let heard: string[];
let listener: { stop(): Promise<void> } | null;

beforeEach(async () => {
  setting = await createMoneySetting();
  heard = [];
  listener = null;
});
afterEach(async () => {
  await listener?.stop();
  await setting.close();
});

/** The pids of the connections that listen now. */
async function listeners(): Promise<number[]> {
  const { rows } = await setting.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'bundlewire-relay-listen' AND datname = current_database()
        AND query = 'LISTEN outbox'`,
  );
  return rows.map(({ pid }) => pid);
}

async function startListening(): Promise<void> {
  listener = listenForOutbox(setting.url, (queue) => heard.push(queue), log);
  await expect.poll(listeners).toHaveLength(1);
}

describe('the listener', () => {
  it('hears of a commit within tens of milliseconds, once for many rows', async () => {
    await startListening();
    const notify = createNotifier(setting.pool);
    const began = performance.now();
    for (let commit = 0; commit < 20; commit++) notify(new Set([QUEUE, 'webhooks']));
    await expect.poll(() => heard.length, { interval: 2 }).toBe(2);

    expect(performance.now() - began).toBeLessThan(250);
    expect(heard.sort()).toEqual([QUEUE, 'webhooks']);
  });

  it('survives its connection being killed, again and again, with one connection each time', async () => {
    await startListening();
    for (let kill = 0; kill < 2; kill++) {
      const [pid] = await listeners();
      await setting.pool.query(`SELECT pg_terminate_backend($1)`, [pid]);
      await expect.poll(listeners, { timeout: 5_000 }).not.toContain(pid);
      await expect.poll(listeners, { timeout: 5_000 }).toHaveLength(1);
    }
    await notifyQueues(setting.pool, [QUEUE]);
    await expect.poll(() => heard).toEqual([QUEUE]);
  });

  it('tries about once a second while PostgreSQL cannot be reached, and no more often as it lasts', async () => {
    let connections = 0;
    const refusing = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
      socket.destroy();
    });
    await new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve));
    const address = refusing.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;

    const unreachable = `postgres://nobody@127.0.0.1:${port}/none`;
    const vain = listenForOutbox(unreachable, () => {}, log);
    await sleep(4_500);
    await vain.stop();
    const made = connections;
    expect(made).toBeGreaterThanOrEqual(4);
    expect(made).toBeLessThanOrEqual(5);

    await sleep(1_500);
    expect(connections).toBe(made);
    await new Promise((resolve) => refusing.close(resolve));
  });
});

describe('a loop', () => {
  it('runs again at once when it was woken during a pass, and sleeps otherwise', async () => {
    let passes = 0;
    const loop = startLoop({
      name: 'test',
      everyMs: 60_000,
      log,
      pass: async () => {
        passes += 1;
        await sleep(20);
        return 'done';
      },
    });
    loop.wake();
    await sleep(100);
    expect(passes).toBe(2);
    loop.wake();
    await sleep(60);
    expect(passes).toBe(3);
    await loop.stop();
    loop.wake();
    await sleep(40);
    expect(passes).toBe(3);
  });

  it('goes on after a pass that threw', async () => {
    let passes = 0;
    const loop = startLoop({
      name: 'test',
      everyMs: 60_000,
      log,
      pass: async () => {
        passes += 1;
        if (passes === 1) throw new Error('the database is away');
        return 'done';
      },
    });
    await expect.poll(() => passes, { timeout: 3_000 }).toBe(2);
    await loop.stop();
  });
});
