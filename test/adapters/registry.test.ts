import { afterEach, describe, expect, it } from 'vitest';
import { type Adapters, createAdapters, GatewaysFileError, parseGateways } from '../../adapters/registry.ts';

const SECRET = 'hush-hush';
const LIVE = {
  protocol: 'dtone',
  base_url: 'https://dvs-api.dtone.com/v1',
  api_key: 'live-key',
  api_secret: SECRET,
};
const TEST = { ...LIVE, base_url: 'http://127.0.0.1:4010/v1', api_key: 'test-key' };

let adapters: Adapters | null = null;
afterEach(async () => {
  await adapters?.closeAll();
  adapters = null;
});

describe('the adapters of a gateways file', () => {
  it('are found by network and mode', () => {
    adapters = createAdapters(
      parse({ net_a: { live: LIVE, test: TEST }, net_b: { live: null, test: TEST } }),
    );

    expect(adapters.adapterFor('net_a', true)).toMatchObject({ protocol: 'dtone', deduplicatesKey: true });
    expect(adapters.adapterFor('net_a', false)).not.toBe(adapters.adapterFor('net_a', true));
    expect(adapters.adapterFor('net_b', false)).not.toBe(adapters.adapterFor('net_a', false));
    expect(adapters.adapterFor('net_b', true)).toBeNull();
    expect(adapters.adapterFor('net_c', true)).toBeNull();
    expect(adapters.adapterFor('net_a live', true)).toBeNull();
  });

  it('submit nothing once all are closed', async () => {
    const opened = createAdapters(parse({ net_a: { test: TEST } }));
    await opened.closeAll();
    const request = {
      gatewayReference: 'pur_1',
      phoneNumber: '+2348031234550',
      productCode: '1',
      firstSentAt: new Date(),
    };
    const outcome = opened
      .adapterFor('net_a', false)
      ?.submit(request, { signal: new AbortController().signal });
    expect(await outcome).toMatchObject({ kind: 'not_submitted' });
  });

  it('have limits of time and a mode where the file names none', () => {
    expect(parse({ net_a: { test: TEST } }).networks.net_a?.test).toEqual({
      ...TEST,
      timeout_ms: 10_000,
      wallet_minimum: null,
      hold_ms: 180_000,
      callback_url: null,
      mode: 'async',
      two_step: false,
    });
  });
});

describe('a gateways file that is not usable', () => {
  it.each<[string, unknown, string]>([
    ['no networks', {}, 'networks:'],
    ['a network of another name', { networks: { a: {} } }, 'networks.a: must be a network id'],
    ['a misspelt mode', networks({ Live: LIVE }), 'Unrecognized key: "Live"'],
    ['an unknown protocol', networks({ live: { ...LIVE, protocol: 'x25' } }), 'live.protocol'],
    ['a misspelt key', networks({ live: { ...LIVE, timeout: 5 } }), 'Unrecognized key: "timeout"'],
    ['no secret', networks({ live: { ...LIVE, api_secret: undefined } }), 'live.api_secret'],
    ['a secret that is no text', networks({ live: { ...LIVE, api_secret: 5 } }), 'live.api_secret'],
    ['a key with a colon', networks({ live: { ...LIVE, api_key: `a:${SECRET}` } }), 'live.api_key'],
    ['an address of another kind', networks({ live: { ...LIVE, base_url: 'ftp://x/v1' } }), 'live.base_url'],
    [
      'an address with credentials',
      networks({ live: { ...LIVE, base_url: `https://u:${SECRET}@x/v1` } }),
      'without credentials',
    ],
    ['a time that is text', networks({ live: { ...LIVE, timeout_ms: '5' } }), 'live.timeout_ms'],
    ['a time too short', networks({ live: { ...LIVE, timeout_ms: 5 } }), 'live.timeout_ms'],
    ['a float for money', networks({ live: { ...LIVE, wallet_minimum: 5.5 } }), 'live.wallet_minimum'],
    ['a callback to nowhere', networks({ live: { ...LIVE, callback_url: SECRET } }), 'live.callback_url'],
    [
      'one account for live and test',
      networks({ live: LIVE, test: LIVE }),
      'net_a.test: must be another account than',
    ],
  ])('says where it is wrong and shows no secret: %s', (_what, file, words) => {
    const message = messageOf(JSON.stringify(file));
    expect(message).toContain(words);
    expect(message).not.toContain(SECRET);
  });

  it.each(['', '{', `{"networks": ${SECRET}`, `{"a":"${SECRET}",}`])('is not valid JSON: %j', (text) => {
    expect(messageOf(text)).toMatch(/not valid JSON/);
    expect(messageOf(text)).not.toContain(SECRET);
  });
});

describe('credentials', () => {
  const named = networks({
    live: { ...LIVE, api_key: { env: 'DTONE_KEY' }, api_secret: { file: '/run/secrets/dtone' } },
  });
  const read = (environment: Record<string, string>, files: Record<string, string>) =>
    parseGateways(JSON.stringify(named), {
      environment,
      readFile(path) {
        const text = files[path];
        if (text === undefined) throw new Error('ENOENT');
        return text;
      },
    });

  it('may be in the environment or in separate files that the gateways file names', () => {
    const { networks: found } = read({ DTONE_KEY: 'live-key' }, { '/run/secrets/dtone': `${SECRET}\n` });
    expect(found.net_a?.live).toMatchObject({ api_key: 'live-key', api_secret: SECRET });
  });

  it.each([
    ['networks.net_a.live.api_key: the environment has no DTONE_KEY', {}, { '/run/secrets/dtone': SECRET }],
    ['networks.net_a.live.api_secret: the file /run/secrets/dtone cannot be read', { DTONE_KEY: 'k' }, {}],
    [
      'networks.net_a.live.api_secret: the file /run/secrets/dtone is empty',
      { DTONE_KEY: 'k' },
      { '/run/secrets/dtone': ' \n' },
    ],
  ])('that lead to nothing are named: %s', (words, environment, files) => {
    expect(() => read(environment, files as Record<string, string>)).toThrow(words);
  });
});

function networks(network: object) {
  return { networks: { net_a: network } };
}

function parse(entries: object) {
  return parseGateways(JSON.stringify({ networks: entries }));
}

function messageOf(text: string): string {
  try {
    parseGateways(text);
  } catch (error) {
    if (error instanceof GatewaysFileError) return error.message;
    throw error;
  }
  throw new Error('it was usable');
}
