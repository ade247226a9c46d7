import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSender } from '../../webhooks/send.ts';

/** Key and certificate of nobody's authority, made for these tests alone: for 127.0.0.1, valid until 2126. */
const PEM = readFileSync(join(import.meta.dirname, 'fixtures', 'self-signed.pem'), 'utf8');

let requests = 0;
let port = 0;
const server = createServer({ key: PEM, cert: PEM }, (_request, response) => {
  requests += 1;
  response.end();
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const address = server.address();
  port = address !== null && typeof address === 'object' ? address.port : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** By a sender of its own, for connections and TLS sessions are kept. */
async function send(host: string) {
  const sender = createSender({ allowPrivate: ['127.0.0.0/8'] });
  const url = `https://${host}:${port}/`;
  const result = await sender.send({
    eventId: 'evt_1',
    type: 'purchase.failed',
    body: '{}',
    url,
    secrets: ['s'],
  });
  await sender.close();
  return result;
}

it('sends nothing to a receiver whose certificate nobody vouches for', async () => {
  expect(await send('127.0.0.1')).toMatchObject({ outcome: 'failed', httpStatus: null, error: 'tls' });
  expect(requests).toBe(0);
});

it('sends to a receiver whose certificate is vouched for, and not under another address', async () => {
  const usual = getCACertificates('default');
  setDefaultCACertificates([...usual, PEM.slice(PEM.indexOf('-----BEGIN CERTIFICATE'))]);
  try {
    expect(await send('127.0.0.1')).toMatchObject({ outcome: 'delivered', httpStatus: 200 });
    expect(await send('127.0.0.2')).toMatchObject({ outcome: 'failed', httpStatus: null, error: 'tls' });
    expect(requests).toBe(1);
  } finally {
    setDefaultCACertificates(usual);
  }
});
