import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { bought, call, list, order } from '../../support/api/http.ts';
import { exchange, rawChunkedPost, rawPost, readAnswers, sendRaw } from '../../support/api/raw.ts';
import { refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;

beforeAll(async () => {
  api = await startApi();
});

afterAll(() => api.close());

const TOO_SLOW = { status: 408, code: 'invalid_request', retryable: false };
/** Sends a beginning immediately, then a byte every 100 ms until the connection closes. */
async function drip(socket: Socket, beginning: string, byte: string): Promise<void> {
  socket.write(beginning);
  while (!socket.destroyed && socket.writable) {
    socket.write(byte);
    await sleep(100);
  }
}

async function expectCut(begin: string, byte: string): Promise<void> {
  const { received, seconds } = await exchange(api, (socket) => void drip(socket, begin, byte));
  const [answer] = readAnswers(received);
  if (answer === undefined) throw new Error('cut without an answer');
  expect(refusalOf(answer)).toEqual(TOO_SLOW);
  // Not before its time. It is cut at all, though it would never end by itself; how soon depends on the machine.
  expect(seconds).toBeGreaterThan(8);
}

describe('a client that is slow', () => {
  it.concurrent('[bad.slow] is rejected and disconnected if its body drips, and has bought nothing', async () => {
    const body = JSON.stringify(order({ reference: 'dripping' }));
    const bytes = rawPost(api, body, { 'Content-Length': String(body.length + 1_000) });
    await expectCut(bytes, ' ');
    expect((await list(api, { reference: 'dripping' })).data).toEqual([]);
  });

  it.concurrent('is rejected and disconnected if its chunks drip', async () => {
    await expectCut(rawChunkedPost(api, ''), '1\r\n \r\n');
  });

  it.concurrent('[bad.slow] is rejected and disconnected if its headers never end', async () => {
    await expectCut('GET /v1/balance HTTP/1.1\r\nHost: x\r\nX-Long: ', 'a');
  });

  it.concurrent('[bad.slow] is rejected and disconnected if it sends nothing', async () => {
    const { received } = await exchange(api, () => {});
    expect(readAnswers(received).map(({ status }) => status)).toEqual([408]);
  });

  it.concurrent('is cut at a path that gateways call, too', async () => {
    const begin = `POST /gateways/net_mtn/callbacks/token HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`;
    await expectCut(begin, ' ');
  });

  it.concurrent('is waited for when its body comes in three parts within the limit', async () => {
    const sendInParts = async (reference: string) => {
      const body = JSON.stringify(order({ reference }));
      const bytes = rawPost(api, body);
      const cuts = [0, bytes.length - body.length + 5, bytes.length - 5, bytes.length];
      const { received } = await exchange(api, (socket) => {
        cuts.slice(1).forEach((end, index) => {
          setTimeout(() => socket.write(bytes.slice(cuts[index], end)), index * 700);
        });
      });
      return readAnswers(received)[0]?.status;
    };
    const status = await sendInParts('in-parts');
    // A machine that stalls once for as long as the limit does not do so again.
    expect(status === 408 ? await sendInParts('in-parts-again') : status).toBe(201);
  });
});

describe('a client that asks and asks and reads nothing', () => {
  const REQUESTS = 5_000;
  let still: ApiFixture;
  beforeAll(async () => {
    still = await startApi({ stillMs: 5_000 });
  });
  afterAll(() => still.close());

  it.concurrent('[bad.slow] is served no faster than it reads, delays no one, and is disconnected when nothing moves', async () => {
    // Loaded before, so that the answers fill the connection while requests are still read.
    expect((await call(still, '/openapi.json')).status).toBe(200);
    const asking = 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n';
    const accepted = new Promise<Socket>((resolve) => still.app.server.once('connection', resolve));
    const socket = connect({ host: '127.0.0.1', port: still.port });
    socket.on('error', () => {});
    socket.pause();
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.write(asking.repeat(REQUESTS));
    const served = await sendRaw(still, rawPost(still, JSON.stringify(order())));
    expect(served.status).toBe(201);

    // Cut though it never reads: what was sent before is read afterwards, to see how much that was.
    const { promise: cut, resolve: onCut } = Promise.withResolvers<void>();
    (await accepted).once('close', onCut);
    if (!(await accepted).destroyed) await cut;
    let answers = 0;
    socket.on('data', (chunk) => {
      answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1;
    });
    socket.resume();
    await closed;
    expect(answers).toBeGreaterThan(0);
    expect(answers).toBeLessThan(REQUESTS);
  });
});

describe('200 connections that do nothing', () => {
  it('[bad.idle] are kept, and do not stop others from buying', async () => {
    const idle = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect({ host: '127.0.0.1', port: api.port });
        socket.on('error', () => {});
        await new Promise((resolve) => socket.once('connect', resolve));
        socket.write(
          `GET /v1/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.client.key}\r\n\r\n`,
        );
        await new Promise((resolve) => socket.once('data', resolve));
        return socket;
      }),
    );
    await bought(api);
    expect((await call(api, '/v1/balance')).status).toBe(200);
    expect(idle.filter(({ destroyed }) => !destroyed)).toHaveLength(200);
    for (const socket of idle) socket.destroy();
  });
});
