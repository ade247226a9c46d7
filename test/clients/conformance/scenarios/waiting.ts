import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { PURCHASE_ID, page, purchase } from '../objects.ts';
import * as server from '../server.ts';

const pending = server.json(200, purchase());
const named = (...references: string[]) => references.map((reference) => purchase({ reference }));

export function waitingScenarios({ server: scripted, driver }: Context): void {
  describe('waiting for a purchase', () => {
    it.each(['successful', 'failed', 'reversed'])('ends when it is %s', async (status) => {
      const final = server.json(200, purchase({ status }));
      const unknown = server.json(200, purchase({ status: 'parked' }));
      scripted().script(pending, server.cut, unknown, pending, final);
      const found = await driver().ok('wait_purchase', { id: PURCHASE_ID });
      expect(found).toMatchObject({ id: PURCHASE_ID, status });
      expect(scripted().seen).toHaveLength(5);
    });

    it('ends with no answer when it is pending long after resolve_by', async () => {
      scripted().script(server.json(200, purchase({ resolve_by: '2026-01-01T00:00:00.000Z' })));
      const failure = await driver().fails('wait_purchase', { id: PURCHASE_ID });
      expect(failure).toMatchObject({ type: 'no_answer' });
    });
  });

  describe('lists', () => {
    it('read all pages, and repeat a request that failed', async () => {
      scripted().script(
        server.json(200, page(named('a', 'b'), 'cursor+/=1')),
        server.cut,
        server.json(200, page(named('c'), 'cursor2')),
        server.json(200, page([])),
      );
      const query = { status: 'pending', limit: 2 };
      const found = await driver().ok('list_purchases', { query });
      expect(found.map(({ reference }: { reference: string }) => reference)).toEqual(['a', 'b', 'c']);
      const cursors = scripted().seen.map(({ url }) => new URL(url, 'http://x').searchParams);
      expect(cursors.map((one) => one.get('cursor'))).toEqual([null, 'cursor+/=1', 'cursor+/=1', 'cursor2']);
      for (const one of cursors) expect([one.get('status'), one.get('limit')]).toEqual(['pending', '2']);
    });

    it('request no page that is not needed', async () => {
      scripted().script(
        server.json(200, page(named('a', 'b'), 'cursor1')),
        server.json(200, page(named('c', 'd'), 'cursor2')),
        server.json(200, page(named('e'))),
      );
      const found = await driver().ok('list_purchases', { query: {}, limit_total: 3 });
      expect(found).toHaveLength(3);
      expect(scripted().seen).toHaveLength(2);
    });
  });
}
