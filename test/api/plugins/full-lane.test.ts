import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AccountId } from '../../../domain/ids.ts';
import { type ApiFixture, addClient, type Client, revokeKey, startApi } from '../../support/api/fixture.ts';
import { order } from '../../support/api/http.ts';
import { rawPost, readAnswers } from '../../support/api/raw.ts';
import { expectBooksInOrder, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
const full = new Set<AccountId>();

beforeAll(async () => {
  api = await startApi({
    disturb: (lane) => ({
      ...lane,
      isFull: (accountId) => full.has(accountId) || lane.isFull(accountId),
    }),
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

describe('a purchase of an account whose lane is full', () => {
  it('is refused with Retry-After and the rate of its account', async () => {
    const client = await addClient(api.pool);
    full.add(client.accountId);
    const connection = await keptConnection();
    const [text = ''] = await connection.ask(post(client));
    connection.close();
    const [answer] = readAnswers(text);
    if (answer === undefined) throw new Error('no answer');
    expect(refusalOf(answer)).toEqual(BUSY);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect(answer.headers.get('ratelimit-limit')).not.toBeNull();
    expect(JSON.parse(answer.text).error.request_id).toBe(answer.headers.get('svc-request-id'));
  });

  it('counts towards the rate of its account', async () => {
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
      expect.stringMatching(/^Too many purchases of your account are waiting/),
      expect.stringMatching(/^Your account sent too many requests/),
    ]);
  });

  it('leaves its connection usable, whatever its body was, and other accounts alone', async () => {
    const other = await addClient(api.pool, { balance: 1_000_000 });
    full.add(api.client.accountId);
    const connection = await keptConnection();
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

  it('is answered in its turn when requests are pipelined', async () => {
    const other = await addClient(api.pool, { balance: 1_000_000 });
    full.add(api.client.accountId);
    const connection = await keptConnection();
    const all = [post(api.client), post(other), post(api.client), post(api.client), post(other)];
    const answers = await connection.ask(all.join(''), all.length);
    connection.close();
    expect(answers.map((text) => text.slice(9, 12))).toEqual(['429', '201', '429', '429', '201']);
  });

  it('is refused for its key once that is revoked', async () => {
    const client = await addClient(api.pool, { balance: 1_000_000 });
    full.add(client.accountId);
    const connection = await keptConnection();
    await connection.ask(post(client));
    await revokeKey(api.pool, client.key);
    const statuses: string[] = [];
    await expect
      .poll(async () => {
        const [text = ''] = await connection.ask(post(client));
        statuses.push(text.slice(9, 12));
        return statuses.at(-1);
      })
      .toBe('401');
    const [after = ''] = await connection.ask(post(client));
    connection.close();
    expect(after).toMatch(/^HTTP\/1\.1 401 /);
    expect(statuses.filter((status) => status !== '429')).toEqual(['401']);
  });
});
