import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createSender } from '../../../services/webhooks/send.ts';
import { certificate, EVENT } from '../../support/webhooks/receiver.ts';

const SELF_SIGNED = certificate('self-signed');
const certificateOf = (pem: string) => pem.slice(pem.indexOf('-----BEGIN CERTIFICATE'));

const usual = getCACertificates('default');
const trust = (...certificates: string[]) => setDefaultCACertificates([...usual, ...certificates]);
afterEach(() => setDefaultCACertificates(usual));

interface Result {
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly error: string | null;
  /** Requests that the receiver was sent. */
  readonly requests: number;
}

/** Sends one webhook to a receiver with this certificate, by a new sender, because senders keep TLS sessions. */
async function sendTo(
  pem: string,
  host = '127.0.0.1',
  maxVersion: 'TLSv1.1' | 'TLSv1.3' = 'TLSv1.3',
): Promise<Result> {
  let requests = 0;
  const server = createServer(
    { key: pem, cert: pem, minVersion: 'TLSv1', maxVersion },
    (_request, response) => {
      requests += 1;
      response.end();
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  const { port } = server.address() as AddressInfo;
  const sender = createSender({ allowPrivate: ['127.0.0.0/8'] });
  try {
    const url = `https://${host}:${port}/`;
    const sent = await sender.send({
      ...EVENT,
      url,
      secrets: ['s'],
    });
    return { outcome: sent.outcome, httpStatus: sent.httpStatus, error: sent.error, requests };
  } finally {
    await sender.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const DELIVERED: Result = { outcome: 'delivered', httpStatus: 200, error: null, requests: 1 };
const REFUSED: Result = { outcome: 'failed', httpStatus: null, error: 'tls', requests: 0 };

it('[events.https] sends nothing to a receiver whose certificate is not trusted', async () => {
  expect(await sendTo(SELF_SIGNED)).toEqual(REFUSED);
  expect(await sendTo(certificate('good'))).toEqual(REFUSED);
});

it('[events.https] sends to a receiver whose certificate is trusted, and not under another address', async () => {
  trust(certificateOf(SELF_SIGNED));
  expect(await sendTo(SELF_SIGNED)).toEqual(DELIVERED);
  expect(await sendTo(SELF_SIGNED, '127.0.0.2')).toEqual(REFUSED);
});

describe('of the certificates that an authority has signed', () => {
  it('one that is valid for the receiver is good', async () => {
    trust(certificate('authority'));
    expect(await sendTo(certificate('good'))).toEqual(DELIVERED);
  });

  it.each(['expired', 'future', 'other-name'])(
    '[events.https] one that is %s is refused before anything is sent',
    async (name) => {
      trust(certificate('authority'));
      expect(await sendTo(certificate(name))).toEqual(REFUSED);
    },
  );

  it('none is accepted from a receiver that speaks nothing newer than TLS 1.1', async () => {
    trust(certificate('authority'));
    expect(await sendTo(certificate('good'), '127.0.0.1', 'TLSv1.1')).toEqual(REFUSED);
  });
});
