import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBindProvider, readReply } from '../../../services/numbers/bind-provider.ts';
import type { PortingProvider } from '../../../services/numbers/porting-provider.ts';
import { type PortingServer, reply, startPortingServer } from '../../support/numbers/porting-server.ts';

const NUMBER = '+2348031234567';

describe('an answer of the porting provider', () => {
  const found = { response: 0, mcc: '621', mnc: '30', msisdn: '2348031234567', ported: false };

  it.each<[string, number, unknown, object]>([
    ['names the network', 200, [found], { kind: 'found', mccMnc: '62130' }],
    ['of three digits', 200, [{ ...found, mcc: '310', mnc: '260' }], { kind: 'found', mccMnc: '310260' }],
    ['knows no such number', 200, [{ response: 5 }], { kind: 'not_known' }],
    ['covers it not', 200, [{ response: 6, mcc: null, mnc: null }], { kind: 'not_known' }],
    ['names no network', 200, [{ response: 0 }], { kind: 'not_known' }],
    ['is a general error', 200, [{ response: 1 }], { kind: 'unavailable', why: 'response 1' }],
    ['is that we owe money', 200, [{ response: 3 }], { kind: 'unavailable', why: 'response 3' }],
    ['is a timeout at the provider', 200, [{ response: 7 }], { kind: 'unavailable', why: 'response 7' }],
    ['is a refusal of the key', 401, {}, { kind: 'unavailable', why: 'HTTP 401' }],
    ['is a redirect', 302, '', { kind: 'unavailable', why: 'HTTP 302' }],
    ['is a failure', 500, [found], { kind: 'unavailable', why: 'HTTP 500' }],
  ])('that %s', (_name, status, body, answer) => {
    expect(readReply(status, typeof body === 'string' ? body : JSON.stringify(body))).toEqual(answer);
  });

  it.each([
    '',
    'null',
    '{}',
    '[]',
    '<html>',
    '[{"response":"0"}]',
    '[{"response":0,"mcc":621,"mnc":30}]',
    '[{}',
    '[1,2]',
  ])('that cannot be read says nothing about the number: %s', (body) => {
    expect(readReply(200, body)).toEqual({ kind: 'unavailable', why: 'an answer that cannot be read' });
  });
});

describe('a question over HTTP', () => {
  let server: PortingServer;
  let provider: PortingProvider;
  /** For a server that does not answer. */
  let hasty: PortingProvider;

  beforeAll(async () => {
    server = await startPortingServer();
    provider = createBindProvider({ baseUrl: server.url, apiKey: 'secret-key', timeoutMs: 30_000 });
    hasty = createBindProvider({ baseUrl: server.url, apiKey: 'secret-key', timeoutMs: 2_000 });
  });

  afterAll(() => Promise.all([provider.close(), hasty.close(), server.close()]));

  const locate = (from = provider) => from.locate(NUMBER, new AbortController().signal);

  it('is a POST of the number without its plus, with the key in its header', async () => {
    server.locateAt('621', '30');
    expect(await locate()).toEqual({ kind: 'found', mccMnc: '62130' });
    expect(server.asked.at(-1)).toEqual({
      method: 'POST',
      path: '/lookup/mnp',
      key: 'secret-key',
      body: { msisdn: ['2348031234567'] },
    });
  });

  it('that is not answered in time is given up', async () => {
    server.answer(() => {});
    expect(await locate(hasty)).toMatchObject({ kind: 'unavailable' });
  });

  it('whose answer drips is given up at the same time', async () => {
    server.answer((response) => void response.writeHead(200).write('['));
    expect(await locate(hasty)).toMatchObject({ kind: 'unavailable' });
  });

  it('that is cut off is no answer', async () => {
    server.answer((response) => void response.socket?.destroy());
    expect(await locate()).toMatchObject({ kind: 'unavailable' });
  });

  it('whose answer never ends is given up', async () => {
    server.answer((response) => reply(response, 200, 'x'.repeat(2_000_000)));
    expect(await locate()).toMatchObject({ kind: 'unavailable' });
  });

  it('without a listener is unavailable', async () => {
    const unreachable = createBindProvider({ baseUrl: 'http://127.0.0.1:1', apiKey: 'x', timeoutMs: 500 });
    expect(await locate(unreachable)).toMatchObject({ kind: 'unavailable' });
    await unreachable.close();
  });

  it('includes neither number nor key in its reason', async () => {
    server.answer((response) => reply(response, 500, NUMBER));
    expect(JSON.stringify(await locate())).not.toMatch(/803|secret/);
  });
});
