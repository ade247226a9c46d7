import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preferredLanguage } from '../../../api/language.ts';
import { FRENCH_MESSAGES } from '../../../contract/error-cases/french/french.ts';
import { FRENCH_FIELD_RULES } from '../../../contract/error-cases/french/rules.ts';
import { type ApiFixture, startApi } from '../../support/api/fixture.ts';
import { call, errorOf } from '../../support/api/http.ts';
import { sendRaw } from '../../support/api/raw.ts';

let api: ApiFixture;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

describe('the language that a client prefers', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['fr', 'fr'],
    ['FR', 'fr'],
    ['fr-CI', 'fr'],
    ['fr-CI, en', 'fr'],
    ['fr-FR,fr;q=0.9,en-US;q=0.8,en;q=0.7', 'fr'],
    ['en, fr', 'en'],
    ['en-GB, fr;q=0.9', 'en'],
    ['en;q=0.5, fr', 'fr'],
    ['fr;q=0.4, en;q=0.5', 'en'],
    ['fr;q=0.1, *;q=0.5', 'en'],
    ['fr;q=0', 'en'],
    ['de', 'en'],
    ['de, fr;q=0.5', 'fr'],
    ['de, en;q=0.3, fr;q=0.2', 'en'],
    ['frr', 'en'],
    [',;=;q=fr,,', 'en'],
    ['__proto__', 'en'],
  ])('of %j is %s', (header, language) => {
    expect(preferredLanguage(header)).toBe(language);
  });
});

/** A refused request in a language. */
function get(path: string, language?: string) {
  return call(api, path, language === undefined ? {} : { headers: { 'accept-language': language } });
}

const headersOf = ({ headers }: Awaited<ReturnType<typeof get>>) => [
  headers.get('content-language'),
  headers.get('vary'),
];

describe('an error of the API', () => {
  it('is in English for a client that names no language, or one that we do not have', async () => {
    for (const language of [undefined, 'de-DE,de;q=0.9']) {
      const answer = await get('/v1/purchases/pur_none', language);
      expect(errorOf(answer).message).toMatch(/^Your account has no purchase with this id\./);
      expect(headersOf(answer)).toEqual(['en', 'Accept-Language']);
    }
  });

  it('is in French for a client that prefers it, with the same code and fields', async () => {
    const english = await get('/v1/purchases/pur_none');
    const french = await get('/v1/purchases/pur_none', 'en;q=0.8, fr-CI');
    expect(errorOf(french)).toEqual({
      ...errorOf(english),
      message: FRENCH_MESSAGES.purchase_unknown,
      request_id: french.headers.get('svc-request-id'),
    });
    expect(french.status).toBe(english.status);
    expect(headersOf(french)).toEqual(['fr', 'Accept-Language']);
  });

  it('has the values of the request, and a rule for a field, in French', async () => {
    const unknown = await get('/v1/nothing', 'fr');
    expect(errorOf(unknown).message).toContain('GET /v1/nothing');
    expect(errorOf(unknown).message).not.toContain('{');
    const limit = await get('/v1/purchases?limit=0', 'fr');
    expect(errorOf(limit)).toMatchObject({
      code: 'invalid_request',
      param: 'limit',
      message: `limit ${FRENCH_FIELD_RULES.limit}.`,
    });
  });

  it('keeps what another header decides about the answer', async () => {
    // The route says that `Accept` decides, before it reads the cursor.
    const answer = await get('/v1/audit-log?cursor=bad', 'fr');
    expect(errorOf(answer).message).toBe(FRENCH_MESSAGES.cursor_invalid);
    expect(headersOf(answer)).toEqual(['fr', 'Accept, Accept-Language']);
  });

  it('is in English if the request cannot be read, so that its language is not known', async () => {
    const answer = await sendRaw(api, 'not http\r\nAccept-Language: fr\r\n\r\n');
    expect(errorOf(answer).message).toContain('This is not a valid HTTP request.');
  });
});
