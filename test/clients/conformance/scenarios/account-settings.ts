import { describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { PHONE } from '../objects.ts';
import * as server from '../server.ts';
import { sentBody } from '../server.ts';

const allowlist = (...ranges: string[]) =>
  server.json(200, { object: 'ip_allowlist', ranges, your_address: '203.0.113.7' });
const alert = (threshold: object | null, email: string | null) =>
  server.json(200, { object: 'low_balance_alert', threshold, email });

export function accountSettingScenarios({ server: scripted, driver }: Context): void {
  const only = () => scripted().seen.map(({ method, url }) => `${method} ${url}`);

  describe('settings of the account', () => {
    it('have an IP allowlist that is read and replaced as a whole', async () => {
      scripted().script(allowlist());
      expect(await driver().ok('ip_allowlist')).toMatchObject({ ranges: [], your_address: '203.0.113.7' });
      expect(only()).toEqual(['GET /v1/settings/ip-allowlist']);

      const ranges = ['203.0.113.7/32', '2001:db8::/32'];
      scripted().script(server.cut, allowlist(...ranges));
      expect(await driver().ok('replace_ip_allowlist', { ranges })).toMatchObject({ ranges });
      expect(only()).toEqual(Array(2).fill('PUT /v1/settings/ip-allowlist'));
      expect(sentBody(scripted())).toEqual({ ranges });

      scripted().script(allowlist());
      await driver().ok('replace_ip_allowlist', { ranges: [], allow_lockout: true });
      expect(sentBody(scripted())).toEqual({ ranges: [], allow_lockout: true });
    });

    it('report a list that would lock you out', async () => {
      const details = { your_address: '203.0.113.7' };
      scripted().script(server.error(422, 'address_locked_out', { details }));
      expect(await driver().fails('replace_ip_allowlist', { ranges: ['198.51.100.0/24'] })).toMatchObject({
        type: 'api',
        code: 'address_locked_out',
        details,
      });
    });

    it('have a low-balance alert that is read, set and ended', async () => {
      const threshold = { amount: 9_007_199_254_740_991, currency: 'NGN' };
      const email = 'finance@example.com';
      scripted().script(alert(null, null));
      const none = await driver().ok('low_balance_alert');
      expect([none.threshold ?? null, none.email ?? null]).toEqual([null, null]);
      expect(only()).toEqual(['GET /v1/settings/low-balance']);

      scripted().script(alert(threshold, email));
      expect(await driver().ok('replace_low_balance_alert', { threshold, email })).toMatchObject({
        threshold,
        email,
      });
      expect(only()).toEqual(['PUT /v1/settings/low-balance']);
      expect(sentBody(scripted())).toEqual({ threshold, email });

      scripted().script(alert(null, null));
      await driver().ok('replace_low_balance_alert', { threshold: null, email: null });
      expect(sentBody(scripted())).toEqual({ threshold: null, email: null });
    });
  });

  describe('bundles and numbers that an account does not buy', () => {
    it.each([[['bnd_1', 'bnd_2']], [null]])('are all except the allowed bundles: %j', async (bundle_ids) => {
      const answer = server.json(200, { object: 'allowed_bundles', bundle_ids });
      scripted().script(answer);
      expect((await driver().ok('allowed_bundles')).bundle_ids ?? null).toEqual(bundle_ids);
      expect(only()).toEqual(['GET /v1/settings/allowed-bundles']);

      scripted().script(server.cut, answer);
      await driver().ok('replace_allowed_bundles', { bundle_ids });
      expect(only()).toEqual(Array(2).fill('PUT /v1/settings/allowed-bundles'));
      expect(sentBody(scripted())).toEqual({ bundle_ids });
    });

    it('are counted, changed and looked up, and no log has the numbers', async () => {
      const added_at = '2026-11-20T20:38:25.224Z';
      const list = { object: 'blocklist', count: 2, first_added_at: added_at, last_added_at: added_at };
      scripted().script(server.json(200, list));
      expect(await driver().ok('blocklist')).toMatchObject({ count: 2 });
      expect(only()).toEqual(['GET /v1/settings/blocklist']);

      const phone_numbers = [PHONE];
      for (const [call, method] of [
        ['block_numbers', 'PUT'],
        ['unblock_numbers', 'DELETE'],
      ] as const) {
        scripted().script(server.cut, server.json(200, { ...list, changed: 1 }));
        expect(await driver().ok(call, { phone_numbers })).toMatchObject({ count: 2, changed: 1 });
        expect(only()).toEqual(Array(2).fill(`${method} /v1/settings/blocklist/numbers`));
        expect(sentBody(scripted())).toEqual({ phone_numbers });
      }

      const lookup = { object: 'blocklist_lookup', phone_number: PHONE, blocked: true, added_at };
      scripted().script(server.json(200, lookup));
      expect(await driver().ok('blocked_number', { phone_number: PHONE })).toMatchObject({ blocked: true });
      expect(only()).toEqual(['POST /v1/settings/blocklist/lookups']);
      expect(sentBody(scripted())).toEqual({ phone_number: PHONE });
      expect(driver().stderr()).not.toContain(PHONE.slice(1));
    });
  });

  describe('the balance of the sandbox', () => {
    it.each([0, 100_000_000_000])('is set to %i', async (available) => {
      const money = (amount: number) => ({ amount, currency: 'NGN' });
      const updated_at = '2026-11-20T20:38:25.224Z';
      scripted().script(
        server.json(200, { object: 'balance', available: money(available), held: money(0), updated_at }),
      );
      const balance = await driver().ok('set_sandbox_balance', { available });
      expect(balance.available).toMatchObject(money(available));
      expect(only()).toEqual(['PUT /v1/sandbox/balance']);
      expect(sentBody(scripted())).toEqual({ available });
    });

    it('cannot be set in live mode', async () => {
      scripted().script(server.error(404, 'not_found'));
      expect(await driver().fails('set_sandbox_balance', { available: 0 })).toMatchObject({
        type: 'api',
        status: 404,
      });
    });
  });
}
