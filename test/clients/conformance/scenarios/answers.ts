import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { order, PURCHASE_ID, page, purchase } from '../objects.ts';
import * as server from '../server.ts';

const INVALID = { param: 'phone_number', retryable: false };

export function answerScenarios({ server: scripted, driver }: Context): void {
  describe('answers', () => {
    it.each([
      [401, 'invalid_api_key', {}],
      [402, 'insufficient_balance', {}],
      [404, 'not_found', {}],
      [409, 'reference_conflict', { param: 'reference', details: { purchase_id: PURCHASE_ID } }],
      [422, 'invalid_phone_number', INVALID],
    ])('of %i are errors with all fields, and are not repeated', async (status, code, more) => {
      scripted().script(server.error(status, code, more));
      const failure = await driver().fails('buy', order('order-10'));
      expect(failure).toMatchObject({
        type: 'api',
        status,
        code,
        retryable: false,
        request_id: 'req_01m7xax2ksf55ayygyecqe3t29',
        message: expect.stringContaining(`About ${code}.`),
        ...('param' in more ? { param: more.param } : {}),
      });
      expect(scripted().seen).toHaveLength(1);
    });

    it('of 500 keep their request id when the attempts are used up', async () => {
      scripted().script(server.error(500, 'internal_error'));
      const failure = await driver().fails('get_purchase', { id: PURCHASE_ID });
      expect(failure).toMatchObject({ type: 'api', status: 500, request_id: expect.stringMatching(/^req_/) });
      expect(scripted().seen).toHaveLength(4);
    });

    it('in HTML are no answer when the attempts are used up', async () => {
      scripted().script(server.html(502));
      expect(await driver().fails('balance')).toMatchObject({ type: 'no_answer' });
      expect(scripted().seen).toHaveLength(4);
    });

    it('that redirect are not followed', async () => {
      const target = await server.startScriptedServer();
      target.script(server.json(200, purchase()));
      const location = `${target.url}/v1/purchases/${PURCHASE_ID}`;
      try {
        for (const status of [302, 307, 308]) {
          scripted().script(server.html(status, { location }));
          expect(await driver().fails('get_purchase', { id: PURCHASE_ID })).toMatchObject({
            type: 'no_answer',
          });
        }
        expect(target.seen).toEqual([]);
      } finally {
        await target.close();
      }
    });

    it('may be compressed', async () => {
      scripted().script(server.gzipped(200, purchase()));
      expect(await driver().ok('get_purchase', { id: PURCHASE_ID })).toMatchObject({ id: PURCHASE_ID });
    });

    it('may have fields and values that the client does not know', async () => {
      const failure = { code: 'new_code', message: 'Words.', hint: 'new' };
      const grown = purchase({
        status: 'parked',
        colour: 'blue',
        failure,
        nested: { list: [1, { a: null }] },
      });
      scripted().script(server.json(200, grown));
      const read = await driver().ok('get_purchase', { id: PURCHASE_ID });
      expect(read).toMatchObject({ status: 'parked', failure: { code: 'new_code' } });

      const event = { object: 'event', created_at: '2026-11-20T20:38:25.224Z', test: false };
      const delivery = { status: 'held_back', attempts_made: 0, delivered_at: null, next_attempt_at: null };
      const events = [{ ...event, id: 'evt_1', type: 'moon.rose', data: { object: { id: 'x' } }, delivery }];
      scripted().script(server.json(200, page(events)));
      expect(await driver().ok('list_events', { query: {} })).toMatchObject([{ type: 'moon.rose' }]);
    });

    it('find the purchase of a reference, or nothing', async () => {
      scripted().script(server.json(200, page([purchase()])), server.json(200, page([])));
      expect(await driver().ok('find_purchase', { reference: 'a:b.c_d-1' })).toMatchObject({
        id: PURCHASE_ID,
      });
      expect(await driver().ok('find_purchase', { reference: 'none' })).toBeNull();
      const { searchParams } = new URL(scripted().seen[0]?.url ?? '', 'http://x');
      expect(searchParams.get('reference')).toBe('a:b.c_d-1');
    });

    it('may have amounts beyond 32 bits', async () => {
      const price = { amount: 9_007_199_254_740_991, currency: 'NGN' };
      scripted().script(server.json(200, purchase({ price })));
      expect((await driver().ok('get_purchase', { id: PURCHASE_ID })).price).toMatchObject(price);
    });
  });
}
