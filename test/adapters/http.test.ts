import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHttpClient } from '../../adapters/http.ts';
import { retryAfterMs } from '../../adapters/retry-after.ts';
import { clientOf, gatewayThat, NEVER, order, SECRET, startTls } from '../support/adapters/http-client.ts';
import { answerText, freePort } from '../support/adapters/raw-gateway.ts';

describe('an answered call', () => {
  it('carries method, path under the base URL, headers and body, once', async () => {
    const gateway = await gatewayThat((socket) => socket.write(answerText(201, '{"ok":true}')));

    const result = await order(clientOf(`${gateway.url}/v1/`));

    expect(result).toMatchObject({ kind: 'answered', status: 201, body: '{"ok":true}' });
    expect(gateway.requests).toHaveLength(1);
    expect(gateway.requests[0]).toMatch(/^POST \/v1\/orders\?a=b HTTP\/1\.1\r\n/);
    expect(gateway.requests[0]).toContain(`authorization: ${SECRET}`);
    expect(gateway.requests[0]).toMatch(/\{"n":1\}$/);
  });

  it.each([200, 400, 401, 404, 429, 500, 503])('is an answer with status %i', async (status) => {
    const gateway = await gatewayThat((socket) => socket.write(answerText(status, '{}')));
    expect(await order(clientOf(gateway.url))).toMatchObject({ kind: 'answered', status });
  });

  it('[owasp.10] is not led elsewhere by a redirect', async () => {
    const gateway = await gatewayThat((socket) => {
      socket.write(answerText(307, '', { location: 'http://127.0.0.1:1/other' }));
    });
    expect(await order(clientOf(gateway.url))).toMatchObject({ kind: 'answered', status: 307 });
    expect(gateway.requests).toHaveLength(1);
  });

  it('passes over interim answers', async () => {
    const gateway = await gatewayThat((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n');
      socket.write(answerText(201, 'real'));
    });
    expect(await order(clientOf(gateway.url))).toMatchObject({ kind: 'answered', status: 201, body: 'real' });
  });

  it('joins repeated headers and keeps characters that lie across chunks', async () => {
    const body = Buffer.from('né');
    const gateway = await gatewayThat((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nx-a: 1\r\nx-a: 2\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body.subarray(0, 2));
      setTimeout(() => socket.write(body.subarray(2)), 30);
    });
    expect(await order(clientOf(gateway.url))).toMatchObject({ body: 'né', headers: { 'x-a': '1, 2' } });
  });
});

describe('a call that never left', () => {
  it('is not connected when the connection is refused', async () => {
    const client = clientOf(`http://127.0.0.1:${await freePort()}`);
    expect(await order(client)).toEqual({ kind: 'not_connected', detail: 'ECONNREFUSED' });
  });

  it('is not connected when the name is unknown', async () => {
    expect(await order(clientOf('http://gateway.invalid'))).toMatchObject({ kind: 'not_connected' });
  });

  it('is not connected when the TLS handshake fails', async () => {
    const gateway = await startTls((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    expect(await order(clientOf(gateway.url))).toMatchObject({ kind: 'not_connected' });
    expect(gateway.heard()).not.toContain('orders');
  });

  it('is not connected when the deadline passes during the TLS handshake', async () => {
    const gateway = await startTls(() => {});
    expect(await order(clientOf(gateway.url, 300))).toMatchObject({ kind: 'not_connected' });
  });

  it('is not connected when the caller had ended before', async () => {
    const gateway = await gatewayThat((socket) => socket.write(answerText(200, '{}')));
    expect(await order(clientOf(gateway.url), AbortSignal.abort())).toMatchObject({ kind: 'not_connected' });
    await sleep(50);
    expect(gateway.requests).toHaveLength(0);
  });

  it('is not connected when the client is closed', async () => {
    const client = createHttpClient({ baseUrl: 'http://127.0.0.1:9', timeoutMs: 500 });
    await client.close();
    expect(await order(client)).toEqual({ kind: 'not_connected', detail: 'UND_ERR_DESTROYED' });
  });

  it('is not connected when the deadline passes in the queue, and is not sent later either', async () => {
    const gateway = await gatewayThat((socket, request) => {
      if (request.includes('slow')) setTimeout(() => socket.write(answerText(200, '{}')), 600);
      else socket.write(answerText(200, '{}'));
    });
    const slow = clientOf(gateway.url);
    const many = Array.from({ length: 256 }, () =>
      slow.call({ method: 'GET', path: '/slow', headers: {}, body: null }, NEVER),
    );
    // All 256 connections are taken; the caller gives up before one is free.
    const waiting = await order(slow, AbortSignal.timeout(200));

    expect(waiting).toEqual({ kind: 'not_connected', detail: 'ended by the caller' });
    await Promise.all(many);
    await sleep(100);
    expect(gateway.requests.filter((request) => request.includes('/orders'))).toHaveLength(0);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  it.each([
    ['2', 2_000],
    ['0', 0],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['999999', 3_600_000],
    ['soon', null],
    ['', null],
    ['-5', null],
  ])('of %j is %j ms', (text, expected) => {
    expect(retryAfterMs({ 'retry-after': text }, now)).toBe(expected);
  });

  it('is null where there is none', () => {
    expect(retryAfterMs({}, now)).toBeNull();
  });
});
