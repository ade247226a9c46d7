import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../clients/typescript/src/verify-webhook.ts';
import { createSender, type Delivery, type Sender } from '../../../services/webhooks/send.ts';
import * as receivers from '../../support/webhooks/receiver.ts';
import { type Answer, certificate, OK, type Receiver } from '../../support/webhooks/receiver.ts';

const SECRET = 'whsec_one';
/** Spaces, escapes and characters of four bytes: parsing and printing this would change its bytes. */
const BODY = '{ "id":"evt_1",  "name":"Ada \\u00e9 é 😀", "amount": 1.0 }';

/** Of 127.0.0.1, signed by the authority of these tests. */
const CERTIFICATE = certificate('good');
const startReceiver = (answer: Answer = OK) => receivers.startReceiver(answer, CERTIFICATE);
const startRawReceiver = (act: (socket: Socket) => void) => receivers.startRawReceiver(act, CERTIFICATE);

const usual = getCACertificates('default');
beforeAll(() => setDefaultCACertificates([...usual, certificate('authority')]));
afterAll(() => setDefaultCACertificates(usual));

let sender: Sender;
let receiver: Receiver | null;

beforeEach(() => {
  sender = createSender({ allowPrivate: ['127.0.0.1/32'] });
  receiver = null;
});
afterEach(async () => {
  await sender.close();
  await receiver?.close();
});

async function deliver(answer: Answer = OK, changes: Partial<Delivery> = {}) {
  receiver ??= await startReceiver(answer);
  const delivery = {
    eventId: 'evt_1',
    attempt: 1,
    purchaseId: null,
    type: 'purchase.successful',
    body: BODY,
    url: receiver.url,
    secrets: [SECRET],
  };
  const result = await sender.send({ ...delivery, ...changes });
  return { result, webhook: receiver.received.at(-1) };
}

describe('a webhook', () => {
  it('[events.request] is a POST of the stored bytes with the headers of the contract', async () => {
    const { result, webhook } = await deliver();
    expect(result).toMatchObject({ outcome: 'delivered', httpStatus: 200 });
    expect(webhook).toMatchObject({ method: 'POST', path: '/hooks' });
    expect(webhook?.body.equals(Buffer.from(BODY, 'utf8'))).toBe(true);
    expect(webhook?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(BODY)),
      'svc-event-id': 'evt_1',
      'svc-event-type': 'purchase.successful',
      'svc-timestamp': expect.stringMatching(/^\d{10}$/),
      'svc-signature': expect.stringMatching(/^v1=[0-9a-f]{64}$/),
    });
    expect(webhook?.headers['accept-encoding']).toBeUndefined();
  });

  it('[auth.5] is signed over timestamp, dot and those very bytes, and our own library finds it genuine', async () => {
    const began = Math.floor(Date.now() / 1_000);
    const { webhook } = await deliver();
    const { 'svc-timestamp': timestamp, 'svc-signature': signature } = webhook?.headers ?? {};
    const signed = Buffer.concat([Buffer.from(`${timestamp}.`), webhook?.body ?? Buffer.alloc(0)]);
    expect(signature).toBe(`v1=${createHmac('sha256', SECRET).update(signed).digest('hex')}`);
    expect(verifyWebhook(webhook?.body ?? '', webhook?.headers ?? {}, [SECRET])).toEqual({ kind: 'genuine' });
    expect(Number(timestamp)).toBeGreaterThanOrEqual(began);
    expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1_000);
  });

  it('[events.rotation] carries two signatures separated by a comma while a secret is being replaced', async () => {
    const { webhook } = await deliver(OK, { secrets: [SECRET, 'whsec_two'] });
    expect(webhook?.headers['svc-signature']).toMatch(/^v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    for (const secret of [SECRET, 'whsec_two']) {
      expect(verifyWebhook(webhook?.body ?? '', webhook?.headers ?? {}, [secret]).kind).toBe('genuine');
    }
  });

  it('[events.signed_anew] is signed with a new timestamp on each attempt, under the same event id', async () => {
    await deliver();
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await deliver();
    const [first, second] = (receiver?.received ?? []).map(({ headers }) => headers);
    expect(second?.['svc-event-id']).toBe(first?.['svc-event-id']);
    expect(Number(second?.['svc-timestamp'])).toBeGreaterThan(Number(first?.['svc-timestamp']));
    expect(second?.['svc-signature']).not.toBe(first?.['svc-signature']);
  });

  it('keeps the path and query of the endpoint', async () => {
    receiver = await startReceiver();
    const { webhook } = await deliver(OK, { url: `${receiver.url}/a%20b?token=x&y=%2F` });
    expect(webhook?.path).toBe('/hooks/a%20b?token=x&y=%2F');
  });
});

describe('an answer', () => {
  it.each([200, 201, 202, 204, 226, 299])('[events.2xx] of %i is a delivery', async (status) => {
    const { result } = await deliver((response) => response.writeHead(status).end());
    expect(result).toMatchObject({ outcome: 'delivered', httpStatus: status });
  });

  it.each([300, 304, 400, 401, 404, 410, 422, 429, 500, 502, 503])(
    '[events.2xx] of %i is a failure',
    async (status) => {
      const { result } = await deliver((response) => response.writeHead(status).end('{"ok":true}'));
      expect(result).toMatchObject({ outcome: 'failed', httpStatus: status, error: 'http_status' });
    },
  );

  it.each([301, 302, 303, 307, 308])(
    '[events.2xx] of %i is a failure, and its redirect is not followed',
    async (status) => {
      const elsewhere = await startReceiver();
      const { result } = await deliver((response) =>
        response.writeHead(status, { location: elsewhere.url }).end(),
      );
      expect(result).toMatchObject({ outcome: 'failed', httpStatus: status, error: 'http_status' });
      expect(elsewhere.received).toHaveLength(0);
      await elsewhere.close();
    },
  );

  it('with early hints before it counts by its final status', async () => {
    const { result } = await deliver((response) => {
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      response.writeHead(503).end();
    });
    expect(result).toMatchObject({ outcome: 'failed', httpStatus: 503 });
  });

  it.each([
    ['a break', (socket: Socket) => socket.destroy()],
    ['nothing but an end', (socket: Socket) => socket.end()],
    ['no HTTP', (socket: Socket) => socket.end('hello, this is SMTP\r\n')],
    ['huge headers', (socket: Socket) => socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(64_000)}\r\n\r\n`)],
  ])('that is %s is a failure without a status', async (_name, act) => {
    const raw = await startRawReceiver(act);
    const { result } = await deliver(OK, { url: raw.url });
    expect(result).toMatchObject({ outcome: 'failed', httpStatus: null, error: 'connection_lost' });
    await raw.close();
  });

  it('of 200 with an endless body is a delivery immediately: the body is not read to its end', async () => {
    let sent = 0;
    const { result } = await deliver((response) => {
      response.writeHead(200);
      const pour = () => {
        while (response.write(Buffer.alloc(65_536))) sent += 65_536;
        response.once('drain', pour);
      };
      pour();
    });
    expect(result).toMatchObject({ outcome: 'delivered', httpStatus: 200 });
    expect(sent).toBeLessThan(20 * 1024 * 1024);
  });

  it('that is a reset is a failure without a status', async () => {
    const raw = await receivers.startRawReceiver((socket) => socket.resetAndDestroy());
    const { result } = await deliver(OK, { url: raw.url });
    expect(result).toMatchObject({ outcome: 'failed', httpStatus: null, error: 'connection_lost' });
    await raw.close();
  });

  it('of 200 that breaks off is a failure with its status: it is unknown whether the event was kept', async () => {
    const raw = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nhalf', () => socket.end());
    });
    const { result } = await deliver(OK, { url: raw.url });
    expect(result).toMatchObject({ outcome: 'failed', httpStatus: 200, error: 'connection_lost' });
    await raw.close();
  });

  it('that is packed is not unpacked: a small answer cannot become a large one', async () => {
    const packed = gzipSync(Buffer.alloc(1024 * 1024));
    const { result } = await deliver((response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
    );
    expect(result.outcome).toBe('delivered');
    expect(result.answer?.equals(packed.subarray(0, 4_096))).toBe(true);
  });

  it('does not arrive if the port is closed', async () => {
    const gone = await startReceiver();
    await gone.close();
    const { result } = await deliver(OK, { url: gone.url });
    expect(result).toMatchObject({ outcome: 'failed', httpStatus: null, error: 'connect' });
  });
});
