import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { AccountReads } from '../../../db/account-reads.ts';
import { uuidOf } from '../../../domain/ids.ts';
import { type ApiFixture, addKey, startApi } from '../../support/api/fixture.ts';
import { call } from '../../support/api/http.ts';
import {
  type StandardHistory,
  TODAY,
  writeStandardHistory,
} from '../../support/invariants/standard-history.ts';
import { addManyLines, csvOf } from '../../support/statements/fixture.ts';

/** More than all buffers between two sockets take. */
const LINES = 240_000;
/** Lines that a query of the API reads. */
const PAGE = 2_048;

let api: ApiFixture;
let history: StandardHistory;
let key: string;
/** Each page of the file is read with a connection that is lent for it. */
let queries = 0;

beforeAll(async () => {
  api = await startApi();
  history = await writeStandardHistory(api.pool);
  await addManyLines(api.pool, history, TODAY, LINES);
  key = await addKey(api.pool, history.otherAccount);
  countReads(api.pools.downloads);
});

function countReads(downloads: AccountReads): void {
  const of = downloads.of.bind(downloads);
  vi.spyOn(downloads, 'of').mockImplementation((accountId) => {
    const { withClient, ...reader } = of(accountId);
    const counted: typeof withClient = (work) => {
      queries += 1;
      return withClient(work);
    };
    return { ...reader, withClient: counted };
  });
}

afterAll(() => api.close());

/** Asks for the file and takes nothing of it. */
function ask(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: api.port });
    socket.once('error', reject);
    socket.pause();
    socket.write(
      `GET /v1/statements/${TODAY}/lines HTTP/1.1\r\nHost: api\r\nAuthorization: Bearer ${key}\r\nAccept: text/csv\r\n\r\n`,
      () => resolve(socket),
    );
  });
}

/** Once nothing was read for a while. */
async function untilQuiet(): Promise<void> {
  for (let quiet = 0, last = queries; quiet < 5; last = queries) {
    await sleep(100);
    quiet = queries === last ? quiet + 1 : 0;
  }
}

/** Asks for the file and takes nothing of it, until the API has stopped reading for it. */
async function askUntilStopped(): Promise<Socket> {
  const before = queries;
  const socket = await ask();
  await expect.poll(() => queries).toBeGreaterThan(before + 1);
  await untilQuiet();
  return socket;
}

async function busyConnections(): Promise<number> {
  const { rows } = await api.pool.query<{ busy: number }>(`
    SELECT count(*) AS busy FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'`);
  return rows[0]?.busy ?? 0;
}

it('comes whole and in order, over more pages than one', async () => {
  const { text } = await csvOf(api, TODAY, { key });
  const balances = text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => Number(line.slice(line.lastIndexOf(',') + 1)));
  expect(balances).toHaveLength(LINES + 1);
  expect(balances.slice(1).every((balance, index) => balance === (balances[index] ?? 0) + 1)).toBe(true);
});

it('is not read further, and holds no connection, while its reader takes nothing', async () => {
  const before = queries;
  const sockets = await Promise.all([ask(), ask(), ask()]);
  const read = () => queries - before;
  const half = (sockets.length * LINES) / PAGE / 2;
  await expect.poll(read).toBeGreaterThan(sockets.length);
  await untilQuiet();
  expect(read()).toBeLessThan(half);
  await expect.poll(busyConnections).toBe(0);
  expect(api.pools.downloads.waitingCount).toBe(0);

  for (const socket of sockets) socket.destroy();
  expect((await call(api, '/v1/balance', { key })).status).toBe(200);
  await untilQuiet();
  expect(read()).toBeLessThan(half);
});

it('is rejected for an account with four open downloads, until one of them ends', async () => {
  const sockets = await Promise.all([ask(), ask(), ask(), ask()]);
  // Its first bytes come when it has its place.
  await Promise.all(sockets.map((socket) => once(socket, 'readable')));
  const refused = await csvOf(api, TODAY, { key });
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(refused.headers.get('content-type')).toMatch(/^application\/json/);
  expect(refused.headers.get('content-disposition')).toBeNull();
  expect(JSON.parse(refused.text)).toMatchObject({ error: { code: 'rate_limited', retryable: true } });

  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await csvOf(api, TODAY, { key })).status).toBe(200), 60_000);
});

it('leaves out what is booked while it is being read', async () => {
  const socket = await askUntilStopped();
  await addManyLines(api.pool, history, TODAY, 1);
  let received = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => {
    received += part;
  });
  socket.resume();
  while (!received.endsWith('\r\n0\r\n\r\n')) await sleep(50);
  socket.destroy();
  const lines = received.split('\n').filter((line) => line.startsWith('stl_') || /^.*,NGN,\d+$/.test(line));
  expect(lines.at(-1)).toMatch(new RegExp(`,${5_000 - 400 + LINES}$`));
});

it('breaks off when the database fails in the middle, so that half a file never looks complete', async () => {
  const socket = await askUntilStopped();
  const account = uuidOf('acc', history.otherAccount);
  await api.pool.query('ALTER TABLE statement_lines DISABLE TRIGGER USER');
  await api.pool.query({
    text: `DELETE FROM statement_lines WHERE account_id = $1 AND seq > 60000`,
    values: [account],
  });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.resume();
  await ended;
  expect(Buffer.concat(chunks).subarray(-7).toString()).not.toBe('\r\n0\r\n\r\n');
  expect((await call(api, '/v1/balance', { key })).status).toBe(200);
});
