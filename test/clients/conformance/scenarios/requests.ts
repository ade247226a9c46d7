import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BATCH_ID, KEY, PHONE } from '../objects.ts';
import * as server from '../server.ts';

const approved_cost = { amount: 45_000_000, currency: 'NGN' };
const RECURRING = {
  reference: 'weekly',
  batch_id: BATCH_ID,
  time_zone: 'Africa/Lagos',
  at: '08:00',
  approved_cost,
};

/** Requests to operations that a client does not know, and what is created under a reference. */
export function requestScenarios({ server: scripted, driver }: Context): void {
  const sent = () => scripted().seen.map(({ method, url }) => `${method} ${url}`);

  describe('a request to an operation that the client does not know', () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('is sent as every other one: %s', async (method) => {
      const body = { name: 'Ife', list: [1, null, { a: true }], none: null };
      const query = { limit: 5, name: 'a b&c' };
      scripted().script(
        server.cut,
        server.error(500, 'internal_error'),
        server.json(202, { made: 'x', n: 1 }),
      );
      expect(await driver().ok('request', { method, path: '/v1/moons/moon:1/rise', query, body })).toEqual({
        status: 202,
        body: { made: 'x', n: 1 },
      });
      const [first, , last] = scripted().seen;
      expect(last).toMatchObject({
        method,
        headers: { authorization: `Bearer ${KEY}`, accept: 'application/json' },
      });
      const { pathname, searchParams } = new URL(last?.url ?? '', 'http://x');
      expect([pathname, Object.fromEntries(searchParams)]).toEqual([
        '/v1/moons/moon:1/rise',
        { limit: '5', name: 'a b&c' },
      ]);
      expect(server.sentBody(scripted())).toEqual(body);
      expect(first?.body).toEqual(last?.body);
    });

    it('needs no query and no body', async () => {
      scripted().script(server.json(200, { object: 'moon' }));
      const answer = await driver().ok('request', { method: 'GET', path: '/v1/moons' });
      expect(answer).toEqual({ status: 200, body: { object: 'moon' } });
      expect([sent(), scripted().seen[0]?.body.length]).toEqual([['GET /v1/moons'], 0]);
    });

    it('has the same errors, and no log has its query', async () => {
      const moon = { method: 'GET', path: '/v1/moons', query: { phone_number: PHONE } };
      scripted().script(server.error(404, 'not_found'));
      expect(await driver().fails('request', moon)).toMatchObject({ type: 'api', code: 'not_found' });
      scripted().script(server.html(200));
      expect(await driver().fails('request', moon)).toMatchObject({ type: 'no_answer' });
      expect(driver().stderr()).not.toContain(PHONE.slice(1));
    });

    it('keeps an unknown outcome unknown if it has a reference', async () => {
      const refused = server.error(402, 'insufficient_balance');
      const order = { method: 'POST', path: '/v1/moons' };
      for (const named of [{ body: { reference: 'moon-1' } }, { query: { reference: 'moon-1' }, body: {} }]) {
        scripted().script(server.cut, refused);
        const failure = await driver().fails('request', { ...order, ...named });
        expect(failure).toMatchObject({ type: 'no_answer', reference: 'moon-1' });
      }
      scripted().script(server.cut, refused);
      const read = { method: 'GET', path: '/v1/moons', query: { reference: 'moon-1' } };
      expect(await driver().fails('request', read)).toMatchObject({ type: 'api', status: 402 });
    });

    it.each([
      ['GET', '@evil.example/v1/x'],
      ['GET', 'https://evil.example/v1/x'],
      ['GET', '//evil.example/v1/x'],
      ['GET', '/v1/../admin'],
      ['GET', '/v1/x/..'],
      ['GET', '/v1/./x'],
      ['GET', '/v1/x?limit=1'],
      ['GET', '/v1/x#y'],
      ['GET', '/v1/a b'],
      ['GET', '/v1/a\\b'],
      ['GET', '/v1/a\r\nx: y'],
      ['GET', '/v1/a\n'],
      ['GET', '/balance'],
      ['GET', ''],
      ['get', '/v1/balance'],
      ['TRACE', '/v1/balance'],
      ['GET\r\nx: y', '/v1/balance'],
    ])('is refused if it would go elsewhere: %j %j', async (method, path) => {
      scripted().script(server.json(200, {}));
      expect(await driver().fails('request', { method, path })).toMatchObject({ type: 'invalid' });
      expect(scripted().seen).toEqual([]);
    });
  });

  describe('what is created under a reference', () => {
    it.each([
      ['create_recurring_batch', RECURRING],
      ['retry_batch', { id: BATCH_ID, reference: 'weekly' }],
    ])('has an unknown outcome if an answer was lost: %s', async (call, args) => {
      for (const last of [server.cut, server.html(502), server.error(422, 'invalid_request')]) {
        scripted().script(server.cut, last);
        expect(await driver().fails(call, args)).toMatchObject({ type: 'no_answer', reference: 'weekly' });
      }
      scripted().script(server.error(409, 'reference_conflict'));
      expect(await driver().fails(call, args)).toMatchObject({ type: 'api', status: 409 });
    });

    it('needs one: a recurring batch without a reference is not sent', async () => {
      const { reference: _, ...others } = RECURRING;
      scripted().script(server.error(422, 'invalid_request'));
      expect(await driver().fails('create_recurring_batch', { ...others, reference: '' })).toMatchObject({
        type: 'invalid',
      });
      expect(scripted().seen).toEqual([]);
    });
  });
}
