import { afterEach, describe, expect, it } from 'vitest';
import {
  allowedAddresses,
  judgeReceiverUrl,
  type ReceiverRules,
  readHost,
} from '../../../services/webhooks/receiver-address.ts';
import { createSender, type Sender } from '../../../services/webhooks/send.ts';
import { EVENT, type Receiver, startReceiver } from '../../support/webhooks/receiver.ts';

const PRODUCTION: ReceiverRules = { allowPrivate: [] };
const DEVELOPMENT: ReceiverRules = { allowPrivate: ['127.0.0.1/32', '10.1.0.0/16', '::1/128'] };

/** Names are not looked up here. */
const NO_LOOKUP = () => Promise.reject(new Error('looked up'));

const verdict = (url: string, rules = PRODUCTION) => judgeReceiverUrl(url, rules).kind;

describe('the address of a receiver', () => {
  it.each([
    'https://hooks.example.com/bundles',
    'https://example.com:443/',
    'https://EXAMPLE.com/?a=b',
    'https://xn--bcher-kva.example/',
    'https://93.184.216.34/hooks',
  ])('may be %s', (url) => expect(verdict(url)).toBe('ok'));

  it.each([
    ['no URL', 'hooks.example.com'],
    ['http', 'http://hooks.example.com/'],
    ['another scheme', 'ftp://hooks.example.com/'],
    ['another port', 'https://hooks.example.com:8443/'],
    ['a user', 'https://user@hooks.example.com/'],
    ['a password', 'https://user:pass@hooks.example.com/'],
    ['a fragment', 'https://hooks.example.com/#part'],
    ['a name without a dot', 'https://localhost/'],
    ['a name whose only dot is its last character', 'https://localhost./'],
    ['an internal name', 'https://postgres/'],
    ['a name of the local network', 'https://printer.local/'],
    ['a name of a cloud', 'https://metadata.google.internal/computeMetadata'],
    ['a name of this machine', 'https://api.localhost./'],
    ['a name of a home', 'https://router.home.arpa/'],
    ['a private address', 'https://10.0.0.1/'],
    ['an address of this machine, disguised', 'https://0x7f.1/'],
    ['an address of this machine in IPv6', 'https://[::7f00:1]/'],
  ])('may not be %s: %s', (_name, url) => expect(verdict(url)).toBe('refused'));

  it('may be http and any port in development, on listed addresses alone', () => {
    expect(verdict('http://127.0.0.1:4000/hooks', DEVELOPMENT)).toBe('ok');
    expect(verdict('http://[::1]:4000/hooks', DEVELOPMENT)).toBe('ok');
    expect(verdict('http://10.1.2.3/', DEVELOPMENT)).toBe('ok');
    expect(verdict('http://10.2.0.1/', DEVELOPMENT)).toBe('refused');
    expect(verdict('http://127.0.0.2:4000/', DEVELOPMENT)).toBe('refused');
    expect(verdict('http://user@127.0.0.1:4000/', DEVELOPMENT)).toBe('refused');
    expect(verdict('http://hooks.example.com/', DEVELOPMENT)).toBe('refused');
  });
});

/** Hosts as URLs write them, brackets aside, and as a resolver might answer. */
const PRIVATE = [
  '127.0.0.1',
  '127.8.8.8',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::a9fe:a9fe',
  '64:ff9b:2::1',
  '4000::1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:a9fe:a9fe',
  '::ffff:168.63.129.16',
  '::ffff:a83f:8110',
];

describe('an address', () => {
  it.each(PRIVATE)(
    '[owasp.7] of %s is never connected to, whether it is in the URL or from a name server',
    async (address) => {
      expect(await allowedAddresses(address, PRODUCTION, NO_LOOKUP)).toEqual([]);
      expect(await allowedAddresses('rebinding.example', PRODUCTION, async () => [address])).toEqual([]);
    },
  );

  it.each(['93.184.216.34', '1.1.1.1', '2606:4700:4700::1111', '::ffff:93.184.216.34'])(
    'of %s may be',
    async (address) => {
      expect(await allowedAddresses(address, PRODUCTION, NO_LOOKUP)).toEqual([address]);
    },
  );

  it.each([
    ['hexadecimal', 'https://0x7f000001/'],
    ['octal', 'https://0177.0.0.1/'],
    ['decimal', 'https://2130706433/'],
    ['short', 'https://127.1/'],
    ['of other digits', 'https://①②⑦.⓪.⓪.①/'],
    ['mapped', 'https://[::ffff:7f00:1]/'],
  ])('disguised as %s is recognised', async (_name, text) => {
    const judged = judgeReceiverUrl(text, PRODUCTION);
    if (judged.kind === 'refused') return;
    const host = judged.url.hostname.replace(/^\[|\]$/g, '');
    expect(await allowedAddresses(host, PRODUCTION, NO_LOOKUP)).toEqual([]);
  });

  it('that is ours is not used, even if it is public', async () => {
    const ours = { allowPrivate: [], refuse: ['93.184.216.0/24', '2606:4700::/32'] };
    const resolve = async () => ['93.184.216.34', '::ffff:93.184.216.34', '2606:4700:4700::1111', '1.1.1.1'];
    expect(await allowedAddresses('ours.example', ours, resolve)).toEqual(['1.1.1.1']);
  });

  it('is one of at most eight, however many a name has', async () => {
    const many = async () => Array.from({ length: 1_000 }, (_, n) => `93.184.${n >> 8}.${n & 255}`);
    expect(await allowedAddresses('many.example', PRODUCTION, many)).toHaveLength(8);
  });

  it('beside a private one is the only one that is used', async () => {
    const mixed = async () => ['10.0.0.5', '93.184.216.34', '::1'];
    expect(await allowedAddresses('mixed.example', PRODUCTION, mixed)).toEqual(['93.184.216.34']);
  });
});

it('a host is the same with and without the dot of the root', () => {
  expect(readHost(new URL('https://hooks.example.com./'))).toBe('hooks.example.com');
  expect(readHost(new URL('https://[2606:4700::1111]/'))).toBe('2606:4700::1111');
});

describe('a sender', () => {
  let sender: Sender;
  let receiver: Receiver | null = null;
  const send = (url: string) =>
    sender.send({
      ...EVENT,
      url,
      secrets: ['s'],
    });

  afterEach(async () => {
    await sender.close();
    await receiver?.close();
    receiver = null;
  });

  it('[owasp.7] rejects a name that resolves to a private address, and connects nowhere', async () => {
    receiver = await startReceiver();
    sender = createSender(PRODUCTION, { lookup: async () => ['127.0.0.1'] });
    expect(await send('https://rebinding.example/')).toMatchObject({
      outcome: 'failed',
      httpStatus: null,
      error: 'address_refused',
      address: null,
    });
    expect(receiver.received).toHaveLength(0);
  });

  it('refuses private literals, for which no name is looked up', async () => {
    sender = createSender(PRODUCTION, { lookup: NO_LOOKUP });
    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', '[::ffff:168.63.129.16]']) {
      expect(await send(`https://${host}/`)).toMatchObject({ error: 'address_refused' });
    }
  });

  it.each(['ENOTFOUND', 'ENODATA', 'ESERVFAIL', 'EREFUSED', 'ETIMEOUT'])(
    'says dns when the name servers say %s',
    async (code) => {
      const failure = Object.assign(new Error('no address'), { code });
      sender = createSender(PRODUCTION, { lookup: () => Promise.reject(failure) });
      expect(await send('https://hooks.example.com/')).toMatchObject({ error: 'dns', address: null });
    },
  );

  it('judges the URL again at each send: one stored before the rules were made is not used', async () => {
    receiver = await startReceiver();
    sender = createSender(PRODUCTION);
    expect(await send(receiver.url)).toMatchObject({ error: 'address_refused' });
    expect(receiver.received).toHaveLength(0);
  });
});
