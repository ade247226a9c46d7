import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createNotifier } from '../../../db/outbox/notifier.ts';
import { notifyQueues } from '../../../db/outbox/outbox.ts';
import { startLoop } from '../../../services/loop.ts';
import { listenForOutbox } from '../../../worker/relay/listen.ts';
import { createLedgerFixture, type LedgerFixture, QUEUE } from '../../support/purchases/fixture.ts';

const log = pino({ level: 'silent' });
let fixture: LedgerFixture;
let received: string[];
let listener: { stop(): Promise<void> } | null;

beforeEach(async () => {
  fixture = await createLedgerFixture();
  received = [];
  listener = null;
});
afterEach(async () => {
  await listener?.stop();
  await fixture.close();
});

/** The pids of the connections that listen now. */
async function listeners(): Promise<number[]> {
  const { rows } = await fixture.pool.query<{ pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE application_name = 'bundlewire-relay-listen' AND datname = current_database()
        AND query = 'LISTEN outbox'`,
  );
  return rows.map(({ pid }) => pid);
}

async function startListening(): Promise<void> {
  listener = listenForOutbox(fixture.url, (queue) => received.push(queue), log);
  await expect.poll(listeners).toHaveLength(1);
}

describe('the listener', () => {
  it('is notified of a commit, once for many rows', async () => {
    await startListening();
    const notify = createNotifier(fixture.pool);
    for (let commit = 0; commit < 20; commit++) notify(new Set([QUEUE, 'webhooks']));
    await expect.poll(() => received.length, { interval: 2 }).toBe(2);

    expect(received.sort()).toEqual([QUEUE, 'webhooks']);
  });

  it('survives its connection being killed, again and again, with one connection each time', async () => {
    await startListening();
    for (let kill = 0; kill < 2; kill++) {
      const [pid] = await listeners();
      await fixture.pool.query(`SELECT pg_terminate_backend($1)`, [pid]);
      await expect.poll(listeners).not.toContain(pid);
      await expect.poll(listeners).toHaveLength(1);
    }
    await notifyQueues(fixture.pool, [QUEUE]);
    await expect.poll(() => received).toEqual([QUEUE]);
  });

  it('stops while it connects to a server that closes the connection', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const silent = createServer(accepted.resolve);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;

    const listener = listenForOutbox(`postgres://nobody@127.0.0.1:${port}/none`, () => {}, log);
    const socket = await accepted.promise;
    const stopped = listener.stop();
    socket.destroy();
    await stopped;
    await new Promise((resolve) => silent.close(resolve));
  });

  it('retries about once per second while PostgreSQL is unreachable, however long that takes', async () => {
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
    const began = performance.now();
    const vain = listenForOutbox(unreachable, () => {}, log);
    await expect.poll(() => connections).toBeGreaterThanOrEqual(4);
    await vain.stop();
    const made = connections;
    // The first immediately, then at most one per second, however long that took.
    expect(made).toBeLessThanOrEqual(1 + Math.ceil((performance.now() - began) / 1_000));

    await sleep(1_500);
    expect(connections).toBe(made);
    await new Promise((resolve) => refusing.close(resolve));
  });
});

describe('a loop', () => {
  it('runs again immediately when it was woken during a pass, and sleeps otherwise', async () => {
    let passes = 0;
    let passesEnded = 0;
    const loop = startLoop({
      name: 'test',
      everyMs: 60_000,
      log,
      pass: async () => {
        passes += 1;
        await sleep(20);
        passesEnded += 1;
        return 'done';
      },
    });
    loop.wake();
    await expect.poll(() => passesEnded).toBe(2);
    await sleep(60);
    expect(passes).toBe(2);
    loop.wake();
    await expect.poll(() => passesEnded).toBe(3);
    await loop.stop();
    loop.wake();
    await sleep(40);
    expect(passes).toBe(3);
  });

  it('continues after a pass that threw', async () => {
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
    await expect.poll(() => passes).toBe(2);
    await loop.stop();
  });
});
