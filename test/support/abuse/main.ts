import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { newApiKey } from '../../../domain/crypto/api-key.ts';
import type { Load } from './load.ts';

/** Abuse must test the API's limits, not take its processors. */
const PRIORITY = 19;
const REOPEN_MS = 100;
/** The longest wait, once it is stopped, for the answers that are under way: as long as a client waits for one. */
const LAST_ANSWERS_MS = 60_000;

const statuses: Record<string, number> = {};
let bytes = 0;
let broken = 0;
let serial = 0;
let running = true;
const stopped = Promise.withResolvers<void>();

/** A process of abuse: it receives its load in the first message, and replies to the second with its `Answers`. */
process.once('message', (load: Load) => {
  setPriority(PRIORITY);
  const ended = load.reads === 'never' ? readLate(load) : readAll(load);
  process.once('message', () => {
    running = false;
    stopped.resolve();
    void Promise.race([ended, sleep(LAST_ANSWERS_MS)]).then(() =>
      process.send?.({ statuses, bytes, broken }, () => process.exit()),
    );
  });
});

/** A separate address for each process, so that no case uses up the limits of the next. */
const ADDRESS = `127.1.${(process.pid >> 8) & 255}.${process.pid & 255}`;

function count(status: string): void {
  statuses[status] = (statuses[status] ?? 0) + 1;
}

/** A number that no other process of abuse uses. */
function nextSerial(): string {
  serial += 1;
  return `${process.pid}-${serial}`;
}

async function readAll({ url, method, headers, body, connections, madeUpKeys }: Load): Promise<void> {
  const { origin, pathname, search } = new URL(url);
  const path = decodeURIComponent(`${pathname}${search}`);
  const pool = new Pool(origin, {
    connections,
    headersTimeout: LAST_ANSWERS_MS,
    bodyTimeout: LAST_ANSWERS_MS,
    localAddress: ADDRESS,
  });
  const bodyOf = bodyMaker(body);
  const one = async () => {
    while (running) {
      const authorization = madeUpKeys === true ? { authorization: `Bearer ${newApiKey(true)}` } : {};
      const name = nextSerial();
      try {
        const answer = await pool.request({
          path: path.replace('{serial}', name),
          method,
          headers: { ...headers, ...authorization },
          body: bodyOf(name),
        });
        for await (const chunk of answer.body) bytes += (chunk as Buffer).length;
        count(String(answer.statusCode));
        // A rejected client tries again soon, but not without any pause.
        if (answer.statusCode === 429) await sleep(5);
      } catch {
        broken += 1;
        await sleep(REOPEN_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Makes the body of each request; the same one if nothing in it is replaced. */
function bodyMaker(body: Load['body']): (name: string) => string | Buffer | null {
  if (body === undefined) return () => null;
  const text = `${body.head ?? ''}${body.text.repeat(body.times)}`;
  if (body.head?.includes('{serial}') === true) return (name) => text.replace('{serial}', name);
  const bytes = Buffer.from(text);
  return () => bytes;
}

async function readLate({ url, method, headers, connections, pipelined = 1 }: Load): Promise<void> {
  const { hostname, port, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `${method} ${pathname}${search} HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`;
  const one = async () => {
    while (running) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: ADDRESS });
      socket.on('error', () => {});
      socket.pause();
      socket.write(head.repeat(pipelined));
      const closed = new Promise((resolve) => socket.once('close', resolve));
      await Promise.race([closed, stopped.promise]);
      if (running) broken += 1;
      else await takeAnswers(socket);
      if (running) await sleep(REOPEN_MS);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
}

/** Reads the waiting answers of a connection, until none has arrived for a while. */
async function takeAnswers(socket: Socket): Promise<void> {
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 ([0-9]{3}) /g)) count(status);
  });
  socket.setTimeout(500, () => socket.destroy());
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));
}
