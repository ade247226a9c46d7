import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { createSender } from '../../webhooks/send.ts';
import { drip, startRawReceiver, startReceiver } from './receiver.ts';

const sender = createSender({ allowPrivate: ['127.0.0.1/32'] });
afterAll(() => sender.close());

function send(url: string) {
  return sender.send({
    eventId: 'evt_1',
    attempt: 1,
    purchaseId: null,
    type: 'purchase.failed',
    body: '{}',
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
  ])('for a receiver that %s', async (_name, act) => {
    const raw = await startRawReceiver(act);
    const { result, seconds } = await timed(raw.url);
    expect(result).toMatchObject({ outcome: 'failed', error: 'timeout' });
    expect(seconds).toBeGreaterThan(9.9);
    expect(seconds).toBeLessThan(13);
    await raw.close();
  });

  it('a receiver that answers within eight seconds has them', async () => {
    const receiver = await startReceiver(
      (response) => void setTimeout(() => response.writeHead(200).end(), 8_000),
    );
    expect((await timed(receiver.url)).result.outcome).toBe('delivered');
    await receiver.close();
  });

  it('a burst of webhooks does not eat the time of a receiver that takes three seconds for each', async () => {
    const receiver = await startReceiver(
      (response) => void sleep(3_000).then(() => response.writeHead(200).end()),
    );
    const results = await Promise.all(Array.from({ length: 60 }, () => send(receiver.url)));
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    expect(failed).toHaveLength(0);
    await receiver.close();
  });
});
