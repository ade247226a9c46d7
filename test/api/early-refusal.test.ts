import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { replaceAllowedRanges } from '../../db/allowed-ranges.ts';
import type { AccountId } from '../../domain/ids.ts';
import { buy, call, order } from './http.ts';
import { rawPost, readAnswers } from './raw.ts';
import { expectBooksInOrder, refusalOf } from './refusal.ts';
import { type ApiSetting, addClient, type Client, revokeKey, startApi } from './setting.ts';

let api: ApiSetting;
const full = new Set<AccountId>();
/** Requests that the framework was told of. */
let served = 0;

beforeAll(async () => {
  api = await startApi({
    disturb: (lane) => ({
      ...lane,
      isFull: (accountId) => full.has(accountId) || lane.isFull(accountId),
    }),
    tracing: {
      attach: (app) =>
        app.addHook('onRequest', (_request, _reply, done) => {
          served += 1;
          done();
        }),
    },
  });
});

afterEach(() => full.clear());

afterAll(async () => {
  await expectBooksInOrder(api);
  await api.close();
});

const BUSY = { status: 429, code: 'rate_limited', retryable: true };
const ATTEMPTS = 1_000;

function post({ key }: Client, body: unknown = order(), more: Readonly<Record<string, string>> = {}): string {
  const headers = { Authorization: `Bearer ${key}`, Connection: 'keep-alive', ...more };
  return rawPost(api, JSON.stringify(body), headers);
}

/** One connection that is kept: sends, and reads as many answers as are asked for, each as it came. */
async function keptConnection() {
  const socket = connect({ host: '127.0.0.1', port: api.port });
  let received = '';
  let closed = false;
  let notify = () => {};
  socket.on('data', (chunk) => {
    received += chunk.toString();
    notify();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = true;
    notify();
  });
  const wholeAnswers = () => {
    const texts: string[] = [];
    for (let at = 0; ; ) {
      const headersEnd = received.indexOf('\r\n\r\n', at);
      const length = /content-length: (\d+)/i.exec(received.slice(at, headersEnd))?.[1];
      if (headersEnd === -1 || length === undefined) return { texts, end: at };
      const end = headersEnd + 4 + Number(length);
      if (received.length < end) return { texts, end: at };
      texts.push(received.slice(at, end));
      at = end;
    }
  };
  return {
    async ask(bytes: string, count = 1): Promise<string[]> {
      socket.write(bytes);
      for (;;) {
        const { texts, end } = wholeAnswers();
        if (texts.length >= count) {
          received = received.slice(end);
          return texts;
        }
        if (closed) throw new Error(`closed after: ${received}`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    close: () => socket.destroy(),
  };
}

type Connection = Awaited<ReturnType<typeof keptConnection>>;

/** The first answer that the framework knew nothing of, and the last before it that it gave. */
async function refusedEarly(connection: Connection, client: Client) {
  let behind = '';
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const before = served;
    const [text = ''] = await connection.ask(post(client));
    if (served === before) return { behind, early: text };
    behind = text;
  }
  throw new Error('never refused early');
}

/** Without what no two answers share. */
function masked(text: string): string {
  return text
    .replaceAll(/req_[0-9a-z]+/g, 'req_')
    .replace(/^date: .*$/im, 'Date:')
    .replace(/^(ratelimit-(?:remaining|reset)): \d+$/gim, '$1: n');
}

describe('a purchase that is refused before the framework is told of it', () => {
  it('has the very answer of one that is refused behind it, byte for byte', async () => {
    const client = await addClient(api.pool);
    full.add(client.accountId);
    const connection = await keptConnection();
    const { behind, early } = await refusedEarly(connection, client);
    connection.close();
    expect(masked(early)).toBe(masked(behind));

    const [answer] = readAnswers(early);
    if (answer === undefined) throw new Error('no answer');
    expect(refusalOf(answer)).toEqual(BUSY);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('svc-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    expect(JSON.parse(answer.text).error.request_id).toBe(answer.headers.get('svc-request-id'));
    expect(behind).not.toContain(answer.headers.get('svc-request-id'));
  });

  it('is taken of the rate of its account', async () => {
    const client = await addClient(api.pool, { rateLimitPerSecond: 5 });
    full.add(client.accountId);
    const connection = await keptConnection();
    const messages = new Set<string>();
    for (let attempt = 0; attempt < ATTEMPTS && messages.size < 2; attempt++) {
      const [text = ''] = await connection.ask(post(client));
      const [answer] = readAnswers(text);
      messages.add(JSON.parse(answer?.text ?? '{}').error.message);
    }
    connection.close();
    expect([...messages].sort()).toEqual([
      expect.stringMatching(/^Too many purchases are waiting/),
      expect.stringMatching(/^Too many requests/),
    ]);
  });

  it('leaves its connection usable, whatever its body was, and other accounts alone', async () => {
    const other = await addClient(api.pool, { balance: 1_000_000 });
    full.add(api.client.accountId);
    const connection = await keptConnection();
    await refusedEarly(connection, api.client);
    const large = { ...order(), metadata: { note: 'x'.repeat(200_000) } };
    const [refused = ''] = await connection.ask(post(api.client, large));
    expect(refused).toMatch(/^HTTP\/1\.1 429 /);
    const [bought = ''] = await connection.ask(post(other));
    expect(bought).toMatch(/^HTTP\/1\.1 201 /);

    full.clear();
    const [again = ''] = await connection.ask(post(api.client));
    expect(again).toMatch(/^HTTP\/1\.1 201 /);
    connection.close();
  });

  it('is answered in its turn when it comes together with others', async () => {
    const other = await addClient(api.pool, { balance: 1_000_000 });
    full.add(api.client.accountId);
    const connection = await keptConnection();
    await refusedEarly(connection, api.client);
    const all = [post(api.client), post(other), post(api.client), post(api.client), post(other)];
    const answers = await connection.ask(all.join(''), all.length);
    connection.close();
    expect(answers.map((text) => text.slice(9, 12))).toEqual(['429', '201', '429', '429', '201']);
  });
});

describe('many that are refused so at once', () => {
  it('each have one answer, of their own', async () => {
    full.add(api.client.accountId);
    const connections = await Promise.all(Array.from({ length: 100 }, keptConnection));
    const [first] = connections;
    if (first === undefined) throw new Error('no connection');
    await refusedEarly(first, api.client);
    const before = served;
    const texts = await Promise.all(connections.map((connection) => connection.ask(post(api.client))));
    for (const connection of connections) connection.close();
    const ids = texts.flat().map((text) => /^svc-request-id: (\S+)\r$/m.exec(text)?.[1]);
    expect(texts.flat().map((text) => text.slice(9, 12))).toEqual(connections.map(() => '429'));
    expect(new Set(ids).size).toBe(connections.length);
    expect(served).toBe(before);
  });
});

describe('while purchases of an account are refused so', () => {
  it('a key that is revoked is told so before long, and nothing else after it', async () => {
    const client = await addClient(api.pool, { balance: 1_000_000 });
    full.add(client.accountId);
    const connection = await keptConnection();
    await refusedEarly(connection, client);
    await revokeKey(api.pool, client.key);
    const statuses: string[] = [];
    for (let attempt = 0; attempt < ATTEMPTS && statuses.at(-1) !== '401'; attempt++) {
      const [text = ''] = await connection.ask(post(client));
      statuses.push(text.slice(9, 12));
      await sleep(5);
    }
    const [after = ''] = await connection.ask(post(client));
    connection.close();
    expect(statuses.at(-1)).toBe('401');
    expect(after).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('a request without its key, from a foreign address or of another kind is answered as ever', async () => {
    const client = await addClient(api.pool, { balance: 1_000_000 });
    full.add(client.accountId);
    const connection = await keptConnection();
    await refusedEarly(connection, client);
    const actor = { operator: 'test', reason: 'test' };
    await replaceAllowedRanges(api.pool, client.accountId, ['10.0.0.0/8'], actor);
    let last = '';
    for (let attempt = 0; attempt < ATTEMPTS && !last.startsWith('HTTP/1.1 403 '); attempt++) {
      [last = ''] = await connection.ask(post(client));
      await sleep(5);
    }
    expect(last).toMatch(/^HTTP\/1\.1 403 /);

    const [wrong = ''] = await connection.ask(post(client, order(), { Authorization: 'Bearer nothing' }));
    expect(wrong).toMatch(/^HTTP\/1\.1 401 /);
    connection.close();
    full.add(api.client.accountId);
    const again = await keptConnection();
    await refusedEarly(again, api.client);
    again.close();
    expect((await call(api, '/v1/balance')).status).toBe(200);
    expect((await call(api, '/v1/purchases', { method: 'PUT', body: order() })).status).toBe(405);
    expect(refusalOf(await buy(api, order()))).toEqual(BUSY);
  });
});
