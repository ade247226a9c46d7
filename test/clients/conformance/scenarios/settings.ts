import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { KEY, order, purchase } from '../objects.ts';
import * as server from '../server.ts';

export function settingScenarios({ server: scripted, withDriver }: Context): void {
  describe('settings', () => {
    it.each([
      ['http to another machine', { baseUrl: 'http://api.example.com' }],
      ['http to a name that only begins like this machine', { baseUrl: 'http://127.0.0.1.example.com' }],
      ['http to a name that only ends like this machine', { baseUrl: 'http://notlocalhost' }],
      ['no address', { baseUrl: 'api.example.com' }],
      ['an empty key', { apiKey: '' }],
      ['a key with a line break', { apiKey: 'bw_test_a\r\nx: y' }],
      ['a sandbox value with a line break', { sandbox: 'slow\r\nx: y' }],
    ])('with %s are refused', async (_case, settings) => {
      scripted().script(server.json(200, purchase()));
      await withDriver(settings, async (driver) => {
        expect(await driver.fails('balance')).toMatchObject({ type: 'invalid' });
        expect(await driver.fails('buy', order('order-1'))).toMatchObject({ type: 'invalid' });
      });
      expect(scripted().seen).toEqual([]);
    });

    it('may have a slash at the end of the address', async () => {
      scripted().script(server.json(201, purchase()));
      await withDriver({ baseUrl: `${scripted().url}/` }, (driver) => driver.ok('buy', order('order-1')));
      expect(scripted().seen).toMatchObject([{ url: '/v1/purchases' }]);
    });

    it('send Svc-Sandbox with every request if a value is set, and otherwise with none', async () => {
      scripted().script(server.json(201, purchase()));
      await withDriver({ sandbox: 'closed-day' }, (driver) => driver.ok('buy', order('order-1')));
      await withDriver({}, (driver) => driver.ok('buy', order('order-1')));
      const sent = scripted().seen.map(({ headers }) => headers['svc-sandbox']);
      expect(sent).toEqual(['closed-day', undefined]);
    });

    it('set the number of attempts', async () => {
      scripted().script(server.cut);
      await withDriver({ attempts: 1 }, async (driver) => {
        expect(await driver.fails('balance')).toMatchObject({ type: 'no_answer' });
        expect(driver.stderr() + driver.stdout()).not.toContain(KEY);
      });
      expect(scripted().seen).toHaveLength(1);
    });

    it('set the time in which attempts begin', async () => {
      scripted().script(server.cut);
      const failure = await withDriver({ attempts: 1_000, withinMs: 15_000 }, (driver) =>
        driver.fails('buy', order('order-1')),
      );
      expect(failure).toMatchObject({ type: 'no_answer', reference: 'order-1' });
      const first = scripted().seen[0]?.at ?? 0;
      expect((scripted().seen.at(-1)?.at ?? 0) - first).toBeLessThan(60_000);
      expect(scripted().seen.length).toBeGreaterThan(1);
    });

    it('leave no server waiting: without one, the outcome is unknown', async () => {
      const gone = await server.startScriptedServer();
      await gone.close();
      await withDriver({ baseUrl: gone.url, attempts: 2 }, async (driver) => {
        expect(await driver.fails('buy', order('order-1'))).toMatchObject({ type: 'no_answer' });
      });
    });
  });
}
