import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WEBHOOK_TIMEOUT_MS } from '../../../domain/webhook/retry-schedule.ts';
import { createConnections } from '../../../services/webhooks/connections.ts';
import { createSender } from '../../../services/webhooks/send.ts';
import { withoutStall } from '../../support/stalls.ts';
import { certificate, EVENT } from '../../support/webhooks/receiver.ts';

const HOST = 'hooks.example.com';
const SILENT = '127.0.0.2';
const CLOSED = '127.0.0.3';
const WORKING = '127.0.0.4';

/** Signed by the authority for hooks.example.com. */
const CERTIFICATE = certificate('other-name');
const usual = getCACertificates('default');

let requests = 0;
const receiver = createServer({ key: CERTIFICATE, cert: CERTIFICATE }, (_request, response) => {
  requests += 1;
  response.end('taken');
});
const held = new Set<Socket>();
/** Takes connections and never says a word, so that TLS never stands. */
const silent = createTcpServer((socket) => {
  held.add(socket.on('error', () => {}));
});
let port: number;

beforeAll(async () => {
  setDefaultCACertificates([...usual, certificate('authority')]);
  await new Promise<void>((resolve) => receiver.listen(0, WORKING, resolve));
  ({ port } = receiver.address() as AddressInfo);
  await new Promise<void>((resolve) => silent.listen(port, SILENT, resolve));
});
afterAll(async () => {
  setDefaultCACertificates(usual);
  for (const socket of held) socket.destroy();
  receiver.closeAllConnections();
  await Promise.all([receiver, silent].map((server) => new Promise((resolve) => server.close(resolve))));
});

/** Sends to a name that stands for these addresses. Port 443 may be taken here: connections go to the receiver's own. */
async function sendTo(addresses: readonly string[], timeoutMs = WEBHOOK_TIMEOUT_MS) {
  const connections = createConnections();
  const sender = createSender(
    { allowPrivate: ['127.0.0.0/8'] },
    {
      timeoutMs,
      lookup: async () => addresses,
      connections: {
        ...connections,
        to: (_url, address, ms) => connections.to(new URL(`https://${HOST}:${port}/`), address, ms),
      },
    },
  );
  const delivery = { ...EVENT, secrets: ['s'] };
  try {
    return await sender.send({ ...delivery, url: `https://${HOST}/hooks` });
  } finally {
    // The sender does not wait for a connection without an answer.
    for (const socket of held) socket.destroy();
    await sender.close();
  }
}

it('a receiver is reached at its third address, though one before is silent and one refuses', async () => {
  const before = requests;
  const { outcome, httpStatus, address, durationMs, answer } = await sendTo([SILENT, CLOSED, WORKING]);
  expect({ outcome, httpStatus, address }).toEqual({
    outcome: 'delivered',
    httpStatus: 200,
    address: WORKING,
  });
  expect(answer?.toString()).toBe('taken');
  expect(requests).toBe(before + 1);
  expect(durationMs).toBeGreaterThan(2_000);
});

it('[events.2xx] a receiver that is silent at its last address is waited for until the deadline, and no longer', async () => {
  const send = () => sendTo([CLOSED, SILENT], 3_000);
  const { outcome, error, address, durationMs } = await withoutStall(send);
  expect({ outcome, error, address }).toEqual({ outcome: 'failed', error: 'timeout', address: SILENT });
  expect(durationMs).toBeGreaterThan(2_900);
  // Less than the usual limit, which this sender does not have.
  expect(durationMs).toBeLessThan(WEBHOOK_TIMEOUT_MS);
});
