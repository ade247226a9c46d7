import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createConnections } from '../../../services/webhooks/connections.ts';
import { createSender } from '../../../services/webhooks/send.ts';
import { withoutStall } from '../../support/stalls.ts';
import { drip, EVENT, startRawReceiver, startReceiver } from '../../support/webhooks/receiver.ts';

const sender = createSender({ allowPrivate: ['127.0.0.1/32'] });
afterAll(() => sender.close());

function send(url: string) {
  return sender.send({
    ...EVENT,
    url,
    secrets: ['whsec_one'],
  });
}

async function timed(url: string) {
  const began = performance.now();
  const result = await send(url);
  return { result, seconds: (performance.now() - began) / 1_000 };
}

describe.concurrent('ten seconds are one deadline over everything', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['never answers', () => {}],
    ['drips its headers, a byte a second', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\nx: ', 'y')],
    [
      'answers 200 and drips its body, a byte a second',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n', 'y'),
    ],
  ])('[limits.webhook_time] [events.2xx] for a receiver that %s', async (_name, act) => {
    const raw = await startRawReceiver(act);
    const { result, seconds } = await withoutStall(() => timed(raw.url));
    expect(result).toMatchObject({ outcome: 'failed', error: 'timeout' });
    expect(seconds).toBeGreaterThan(9.9);
    // A dripping body would never end; when the end is seen depends on the machine.
    expect(seconds).toBeLessThan(19);
    await raw.close();
  });

  it('a receiver that answers within six seconds has them', async () => {
    const receiver = await startReceiver(
      (response) => void setTimeout(() => response.writeHead(200).end(), 6_000),
    );
    expect(await withoutStall(() => send(receiver.url))).toMatchObject({ outcome: 'delivered' });
    await receiver.close();
  });

  it('a burst of webhooks takes no time from a receiver that needs three seconds for each', async () => {
    const receiver = await startReceiver(
      (response) => void sleep(3_000).then(() => response.writeHead(200).end()),
    );
    const burst = () => Promise.all(Array.from({ length: 60 }, () => send(receiver.url)));
    const results = await withoutStall(burst);
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    expect(failed).toHaveLength(0);
    await receiver.close();
  });
});

/** Long enough that half of it and one and a half times it can be distinguished on a busy machine. */
const LIMIT_MS = 5_000;

describe.concurrent('one deadline over every step of an attempt', () => {
  const PART = 0.2 * LIMIT_MS;
  const LESS = 0.4 * LIMIT_MS;
  const MORE = 0.6 * LIMIT_MS;

  /** A receiver that takes its time for each step: its name's lookup, its headers, the end of its body. */
  function sendSlowly(dnsMs: number, headersMs: number, bodyMs: number) {
    return withoutStall(() => sendOnce(dnsMs, headersMs, bodyMs));
  }

  async function sendOnce(dnsMs: number, headersMs: number, bodyMs: number) {
    const answer = async (socket: Socket) => {
      await sleep(headersMs);
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n');
      await sleep(bodyMs);
      socket.end('ok');
    };
    const raw = await startRawReceiver((socket) => void answer(socket));
    const connections = createConnections();
    const sender = createSender(
      { allowPrivate: ['127.0.0.1/32'] },
      {
        timeoutMs: LIMIT_MS,
        lookup: () => sleep(dnsMs, ['127.0.0.1']),
        connections: {
          ...connections,
          to: (_url, address, ms) => connections.to(new URL(raw.url), address, ms),
        },
      },
    );
    const delivery = { ...EVENT, secrets: ['s'] };
    const result = await sender.send({ ...delivery, url: 'https://hooks.example.com/' });
    await sender.close();
    await raw.close();
    return result;
  }

  it.each([
    ['its headers', 0, LESS, 0],
    ['its name and its headers', PART, PART, 0],
    ['its name and its body', PART, 0, PART],
    ['its headers and its body', 0, PART, PART],
  ])('[events.2xx] delivers what takes less over %s', async (_name, dns, headers, body) => {
    expect(await sendSlowly(dns, headers, body)).toMatchObject({ outcome: 'delivered', httpStatus: 200 });
  });

  it.each([
    ['its name', 1.3 * LIMIT_MS, 0, 0, null],
    ['its headers', 0, 1.3 * LIMIT_MS, 0, null],
    ['its body', 0, 0, 1.3 * LIMIT_MS, 200],
    ['its name and its headers', MORE, MORE, 0, null],
    ['its name and its body', MORE, 0, MORE, 200],
    ['its headers and its body', 0, MORE, MORE, 200],
    ['all three, none of which is long', 0.36 * LIMIT_MS, 0.36 * LIMIT_MS, 0.36 * LIMIT_MS, 200],
  ])('[events.2xx] gives up on what takes more over %s', async (_name, dns, headers, body, httpStatus) => {
    const result = await sendSlowly(dns, headers, body);
    expect(result).toMatchObject({ outcome: 'failed', error: 'timeout', httpStatus });
  });
});
