import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newApiKey } from '../../../domain/crypto/api-key.ts';
import {
  type ApiFixture,
  addClient,
  addKey,
  type Client,
  PRICE,
  revokeKey,
  startApi,
} from '../../support/api/fixture.ts';
import { bought, call, list, order } from '../../support/api/http.ts';
import { exchange, readAnswers, sendRaw } from '../../support/api/raw.ts';
import { knownEverywhere, refusalOf } from '../../support/api/refusal.ts';

let api: ApiFixture;
let stranger: Client;

beforeAll(async () => {
  api = await startApi();
  stranger = await addClient(api.pool, { balance: 10 * PRICE });
});

afterAll(() => api.close());

function withHeader(authorization: string | null) {
  return call(api, '/v1/balance', {
    key: null,
    headers: authorization === null ? {} : { authorization },
  });
}

/** The same key but for its last character, which belongs to the checksum. */
function mistyped(key: string): string {
  return key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
}

describe('a key that opens nothing', () => {
  it.each<[string, () => string | null]>([
    ['missing', () => null],
    ['empty', () => 'Bearer '],
    ['without a scheme', () => api.client.key],
    ['of another scheme', () => `Basic ${Buffer.from(`${api.client.key}:`).toString('base64')}`],
    ['malformed', () => 'Bearer sk_live_nonsense'],
    ['with a wrong checksum', () => `Bearer ${mistyped(api.client.key)}`],
    ['in capitals', () => `Bearer ${api.client.key.toUpperCase()}`],
    ['with something behind it', () => `Bearer ${api.client.key} x`],
    ['well formed but unknown', () => `Bearer ${newApiKey(true)}`],
    ['of 12 KB', () => `Bearer ${'a'.repeat(12_000)}`],
  ])('[auth.2] [bad.headers] %s is answered like every other', async (_name, authorization) => {
    const answer = await withHeader(authorization());
    expect(refusalOf(answer)).toEqual({ status: 401, code: 'invalid_api_key', retryable: false });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    const id = answer.headers.get('svc-request-id') ?? '';
    const reference = await withHeader(null);
    const referenceId = reference.headers.get('svc-request-id') ?? '';
    expect(answer.text.replace(id, '')).toBe(reference.text.replace(referenceId, ''));
  });

  it('[bad.headers] of 16 KB is more than the headers of a request may be', async () => {
    const bytes = `GET /v1/balance HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'a'.repeat(16_384)}\r\n\r\n`;
    expect(refusalOf(await sendRaw(api, bytes))).toMatchObject({ status: 431, code: 'invalid_request' });
  });

  it('is not read from the query', async () => {
    const answer = await call(api, `/v1/balance?api_key=${api.client.key}`, { key: null });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toContain(api.client.key);
  });

  it('[purchases.401] buys nothing', async () => {
    const body = order({ reference: 'without-a-key' });
    expect((await call(api, '/v1/purchases', { method: 'POST', body, key: null })).status).toBe(401);
    expect((await list(api, { reference: 'without-a-key' })).data).toEqual([]);
  });
});

describe('a key that opens', () => {
  it.each(['Bearer', 'bearer', 'BEARER', 'Bearer '])('[auth.1] after "%s" and a space', async (scheme) => {
    expect((await withHeader(`${scheme} ${api.client.key}`)).status).toBe(200);
  });

  it('[bad.headers] with white space behind it, which HTTP does not count', async () => {
    const head = `GET /v1/balance HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    const answer = await sendRaw(api, `${head}Authorization: Bearer ${api.client.key} \t\r\n\r\n`);
    expect(answer.status).toBe(200);
  });

  it('[bad.headers] is the first where two are sent', async () => {
    const head = `GET /v1/balance HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    const bytes = `${head}Authorization: Bearer ${api.client.key}\r\nAuthorization: Bearer x\r\n\r\n`;
    const { received } = await exchange(api, (socket) => socket.write(bytes));
    expect(readAnswers(received)[0]?.status).toBe(200);
  });

  it('[auth.2] opens nothing a second after it was revoked, while the other keys of the account do', async () => {
    const key = await addKey(api.pool, api.client.accountId);
    expect((await call(api, '/v1/balance', { key })).status).toBe(200);
    await revokeKey(api.pool, key);
    await knownEverywhere();
    expect(refusalOf(await call(api, '/v1/balance', { key }))).toMatchObject({ status: 401 });
    expect((await call(api, '/v1/balance')).status).toBe(200);
  });

  it('opens within a second after it was made, though it was refused before', async () => {
    const key = newApiKey(true);
    expect((await call(api, '/v1/balance', { key })).status).toBe(401);
    await addKey(api.pool, api.client.accountId, key);
    await knownEverywhere();
    expect((await call(api, '/v1/balance', { key })).status).toBe(200);
  });
});

describe('what belongs to another account', () => {
  it('[get.404] [auth.4] is not there by its id', async () => {
    const { id } = await bought(api);
    const answer = await call(api, `/v1/purchases/${id}`, { key: stranger.key });
    const nobody = await call(api, '/v1/purchases/pur_00000000000000000000000000', { key: stranger.key });
    expect(refusalOf(answer)).toEqual(refusalOf(nobody));
    expect(answer.status).toBe(404);
  });

  it('[auth.4] is in no list, whatever is asked for', async () => {
    const { reference, phone_number } = await bought(api);
    for (const query of [{ reference }, { phone_number }, { status: 'pending' }, {}])
      expect((await list(api, query, { key: stranger.key })).data).toEqual([]);
  });

  it('opens no cursor', async () => {
    await bought(api);
    await bought(api);
    const { next_cursor } = await list(api, { limit: '1' });
    const answer = await call(api, `/v1/purchases?cursor=${next_cursor}`, { key: stranger.key });
    expect(refusalOf(answer)).toMatchObject({ status: 400, code: 'invalid_request', param: 'cursor' });
  });
});
