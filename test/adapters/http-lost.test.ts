import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { clientOf, gatewayThat, NEVER, order } from '../support/adapters/http-client.ts';
import { answerText, type Reaction } from '../support/adapters/raw-gateway.ts';
import { repeatWhile } from '../support/stalls.ts';

/** Orders with a time limit, again if a busy machine used it up before the order was connected. */
function orderThatLeaves(url: string, timeoutMs: number) {
  const client = clientOf(url, timeoutMs);
  return repeatWhile(
    ({ kind }) => kind === 'not_connected',
    () => order(client),
  );
}

describe('a call that left', () => {
  it.each<[string, Reaction, string]>([
    ['the connection is reset', (socket) => socket.resetAndDestroy(), 'connection_lost'],
    ['the connection is closed without an answer', (socket) => socket.end(), 'connection_lost'],
    ['nothing comes back', () => {}, 'timed_out'],
    ['the answer is no HTTP', (socket) => socket.end('220 smtp.example ESMTP\r\n\r\n'), 'unreadable'],
    [
      'the body ends too early',
      (socket) => socket.end('HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"id"'),
      'connection_lost',
    ],
    [
      'the body never ends',
      (socket) => socket.write('HTTP/1.1 201 Created\r\ncontent-length: 100\r\n\r\n{"id"'),
      'timed_out',
    ],
    ['the body is huge', (socket) => socket.write(answerText(201, 'x'.repeat(300 * 1024))), 'unreadable'],
    [
      'the headers are huge',
      (socket) => socket.write(answerText(201, '{}', { 'x-a': 'x'.repeat(64 * 1024) })),
      'unreadable',
    ],
  ])('is lost when %s, and is not sent again', async (_what, react, reason) => {
    const gateway = await gatewayThat(react);

    // Long enough to lose the call before the deadline where something else ends it.
    const result = await orderThatLeaves(gateway.url, reason === 'timed_out' ? 1_500 : 30_000);

    expect(result).toMatchObject({ kind: 'lost', reason });
    expect(JSON.stringify(result)).not.toContain('c2VjcmV0');
    await sleep(100);
    expect(gateway.requests).toHaveLength(1);
  });

  it('is lost at the deadline though the body drips on', async () => {
    const gateway = await gatewayThat((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const drip = setInterval(() => socket.write('1\r\nx\r\n'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await orderThatLeaves(gateway.url, 1_500)).toMatchObject({ kind: 'lost', reason: 'timed_out' });
  });

  it('is lost when the caller ends it', async () => {
    const caller = new AbortController();
    const gateway = await gatewayThat(() => caller.abort());
    const result = await order(clientOf(gateway.url, 30_000), caller.signal);
    expect(result).toMatchObject({ kind: 'lost', detail: 'ended by the caller' });
    expect(gateway.requests).toHaveLength(1);
  });
});

describe('a kept-alive connection', () => {
  it('is used again', async () => {
    // Kept for longer than a machine may stand still.
    const answer = answerText(200, '{}', { 'keep-alive': 'timeout=60' });
    const gateway = await gatewayThat((socket) => socket.write(answer));
    const client = clientOf(gateway.url);
    for (let turn = 0; turn < 3; turn++) {
      expect(await order(client)).toMatchObject({ status: 200 });
      await sleep(20);
    }
    expect(gateway.connections()).toBe(1);
  });

  it('that breaks when it is used again loses the call: the order may have arrived', async () => {
    const gateway = await gatewayThat((socket, _request, count) => {
      if (count === 1) socket.write(answerText(200, '{}'));
      else socket.resetAndDestroy();
    });
    const client = clientOf(gateway.url);

    expect(await order(client)).toMatchObject({ kind: 'answered' });
    expect(await order(client)).toMatchObject({ kind: 'lost', reason: 'connection_lost' });
    await sleep(100);
    expect(gateway.requests).toHaveLength(2);
  });

  it('that the gateway has closed meanwhile is replaced, and the order is sent once', async () => {
    const closed = Promise.withResolvers<void>();
    const gateway = await gatewayThat((socket) => {
      socket.once('close', () => closed.resolve());
      socket.write(answerText(200, '{}'));
      setTimeout(() => socket.end(), 20);
    });
    const client = clientOf(gateway.url);

    expect(await order(client)).toMatchObject({ kind: 'answered' });
    // Both sides have closed it.
    await closed.promise;
    expect(await order(client)).toMatchObject({ kind: 'answered' });
    expect(gateway.requests).toHaveLength(2);
    expect(gateway.connections()).toBe(2);
  });

  it('that is closed at any moment around its use sends no order twice and never calls one unsent that arrived', async () => {
    const wrong: string[] = [];
    for (let delayMs = 0; delayMs < 12; delayMs++) {
      const arrived = new Set<string>();
      const gateway = await gatewayThat((socket, request) => {
        const [, name = ''] = /GET \/(\S+)/.exec(request) ?? [];
        if (arrived.has(name)) wrong.push(`${name} arrived twice`);
        arrived.add(name);
        socket.write(answerText(200, '{}'));
        setTimeout(() => socket.resetAndDestroy(), delayMs);
      });
      const client = clientOf(gateway.url);
      for (let turn = 0; turn < 20; turn++) {
        const result = await client.call({ method: 'GET', path: `/${turn}`, headers: {}, body: null }, NEVER);
        if (result.kind === 'not_connected' && arrived.has(String(turn)))
          wrong.push(`${turn} arrived and is called unsent`);
      }
      expect(arrived.size).toBeGreaterThan(0);
    }
    expect(wrong).toEqual([]);
  });
});
