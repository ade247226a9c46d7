import { describe, expect, it } from 'vitest';
import { type Context, firstGap } from '../context.ts';
import type { Driver } from '../driver.ts';
import { KEY, order, PURCHASE_ID, purchase } from '../objects.ts';
import * as server from '../server.ts';

const BODY = JSON.stringify(purchase());
const created = server.json(201, purchase());

/** A limit that is waited for, and that the answer after it keeps on a busy machine. */
const SHORT_TIMEOUT_MS = 10_000;

export function buyingScenarios({ pkg, server: scripted, driver, withDriver }: Context): void {
  const repeatsAfter = async (step: server.Step, client: Driver) => {
    scripted().script(step, created);
    const bought = await client.ok('buy', order('order-2'));
    expect(bought.purchase.id).toBe(PURCHASE_ID);
    expect(scripted().seen).toHaveLength(2);
    const [first, second] = scripted().seen;
    expect(JSON.parse(String(second?.body))).toEqual(order('order-2'));
    expect(first?.body.equals(second?.body ?? Buffer.alloc(0))).toBe(true);
  };
  describe('buying', () => {
    it('sends one request with the key, its name and the order', async () => {
      scripted().script(created);
      const bought = await driver().ok('buy', { ...order('order-1'), metadata: { shop: '7' } });
      expect(bought).toMatchObject({ created: true, purchase: { id: PURCHASE_ID, status: 'pending' } });
      const [request, ...more] = scripted().seen;
      expect(more).toEqual([]);
      expect(request).toMatchObject({ method: 'POST', url: '/v1/purchases' });
      expect(request?.headers).toMatchObject({
        authorization: `Bearer ${KEY}`,
        accept: expect.stringContaining('application/json'),
        'content-type': expect.stringContaining('application/json'),
        'user-agent': expect.stringMatching(
          new RegExp(String.raw`^bundlewire-${pkg.language}/\d+\.\d+\.\d+ \([a-z]+ [^)]+\)`, 'i'),
        ),
      });
      expect(JSON.parse(String(request?.body))).toEqual({ ...order('order-1'), metadata: { shop: '7' } });
      expect(request?.headers['user-agent']).toContain(await driver().ok('user_agent'));
    });

    it('reports the purchase of a reference that was used before', async () => {
      scripted().script(server.json(200, purchase(), { 'svc-idempotent-replay': 'true' }));
      expect(await driver().ok('buy', order('order-1'))).toMatchObject({ created: false });
    });

    it.each([
      ['the connection is cut after the request', server.cut],
      ['the connection is cut in the headers', server.cutInHeaders],
      ['the connection is cut in the body', server.cutInBody(201, BODY)],
      ['a chunked body ends early', server.cutInBody(201, BODY, 'application/json', true)],
      ['a proxy answers 502 in HTML', server.html(502)],
      ['a proxy answers 404 in HTML', server.html(404)],
      ['a captive portal answers 200 in HTML', server.html(200)],
      ['200 has JSON that is no object', server.answer(200, { 'content-type': 'application/json' }, '"ok"')],
      ['the API answers 503', server.error(503, 'network_unavailable')],
      ['the API answers 500', server.error(500, 'internal_error')],
    ])('repeats the same request if %s', (_case, step) => repeatsAfter(step, driver()));

    it.each([
      ['no answer comes in time', server.silent],
      ['the body stops in its middle', server.stuckInBody(201, BODY)],
    ])('repeats the same request if %s', (_case, step) =>
      withDriver({ timeoutMs: SHORT_TIMEOUT_MS }, (hasty) => repeatsAfter(step, hasty)),
    );

    it('waits for the seconds of Retry-After', async () => {
      scripted().script(server.error(429, 'rate_limited', {}, { 'retry-after': '1' }), created);
      await driver().ok('buy', order('order-3'));
      expect(firstGap(scripted())).toBeGreaterThanOrEqual(995);
    });

    it('does not wait for longer than its limit', async () => {
      scripted().script(server.error(503, 'network_unavailable', {}, { 'retry-after': '3600' }));
      const failure = await driver().fails('buy', order('order-4'));
      expect(failure).toMatchObject({ type: 'api', status: 503, code: 'network_unavailable' });
      expect(scripted().seen).toHaveLength(1);
    });

    it('names the reference when the outcome stays unknown', async () => {
      scripted().script(server.cut);
      const failure = await driver().fails('buy', order('order-5'));
      expect(failure).toMatchObject({ type: 'no_answer', reference: 'order-5' });
      expect(scripted().seen).toHaveLength(4);
    });

    it.each([
      ['429', server.error(429, 'rate_limited')],
      ['503', server.error(503, 'network_unavailable')],
    ])('keeps the outcome unknown if a cut connection is followed by %s only', async (_status, step) => {
      scripted().script(server.cut, step);
      const failure = await driver().fails('buy', order('order-6'));
      expect(failure).toMatchObject({ type: 'no_answer', reference: 'order-6' });
      // That nothing was bought is true of the last attempt only.
      expect(failure.message).not.toContain('About ');
    });

    it.each([
      [400, 'invalid_request'],
      [401, 'invalid_api_key'],
      [402, 'insufficient_balance'],
      [403, 'ip_not_allowed'],
      [422, 'bundle_unavailable'],
    ])(
      'keeps the outcome unknown if a cut connection is followed by a rejection, %i',
      async (status, code) => {
        scripted().script(server.cut, server.error(status, code));
        const failure = await driver().fails('buy', order('order-7'));
        expect(failure).toMatchObject({
          type: 'no_answer',
          reference: 'order-7',
          message: expect.stringContaining(code),
        });
        expect(failure.message).not.toContain('About ');
        expect(scripted().seen).toHaveLength(2);
      },
    );

    it('reports a rejection after errors that the API answered', async () => {
      scripted().script(server.error(503, 'network_unavailable'), server.error(402, 'insufficient_balance'));
      const failure = await driver().fails('buy', order('order-8'));
      expect(failure).toMatchObject({ type: 'api', status: 402 });
    });

    it('refuses an order without a reference', async () => {
      scripted().script(created);
      for (const reference of ['', undefined])
        expect(await driver().fails('buy', { ...order('x'), reference })).toMatchObject({ type: 'invalid' });
      expect(scripted().seen).toEqual([]);
    });
  });
}
