import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { wish } from '../../../support/scenarios/client.ts';
import type { Driver } from '../driver.ts';
import * as server from '../server.ts';

/** What the scenarios use of a running stack. */
export interface RealParts {
  /** With the key for live mode. */
  readonly driver: () => Driver;
  /** With the key for test mode. */
  readonly testDriver: () => Driver;
}

/** Long enough for the second attempt of a webhook, a minute after a first one that was not answered in time. */
const ARRIVES = { timeout: 150_000, interval: 100 };

/** What a client sets for itself, on a running stack. */
export function realSettingScenarios({ driver, testDriver }: RealParts): void {
  describe('a webhook endpoint', () => {
    let receiver: server.ScriptedServer;
    let id: string;
    let secret: string;
    const arrived = async () => {
      await vi.waitFor(() => expect(receiver.seen.at(-1)?.body.length).toBeGreaterThan(0), ARRIVES);
      const { headers, body } = receiver.seen.at(-1) ?? {};
      return { headers: headers ?? {}, body: body?.toString() ?? '' };
    };
    beforeAll(async () => {
      receiver = await server.startScriptedServer();
      receiver.script(server.answer(204, {}, ''));
    });
    afterAll(() => receiver?.close());

    it('is created once per URL, listed and changed', async () => {
      const wanted = { url: `${receiver.url}/hooks`, description: 'Orders' };
      const created = await driver().ok('create_endpoint', wanted);
      ({ id, secret } = created);
      expect(created).toMatchObject({ ...wanted, status: 'new', secret: expect.stringMatching(/^whsec_/) });
      expect(await driver().fails('create_endpoint', wanted)).toMatchObject({
        code: 'webhook_endpoint_exists',
        details: { endpoint_id: id },
      });
      const event_types = ['batch.completed', 'purchase.successful'];
      const changed = await driver().ok('update_endpoint', { id, changes: { event_types, description: '' } });
      expect(changed).toMatchObject({ enabled: true, description: '' });
      expect(await driver().ok('get_endpoint', { id })).toEqual(changed);
      expect(await driver().ok('list_endpoints', { query: {} })).toEqual([changed]);
      expect(changed.event_types.toSorted()).toEqual(event_types);
    });

    it('gets a test event that is genuine, and has its attempt', async () => {
      const event = await driver().ok('send_test', { id, type: 'purchase.failed' });
      expect(event).toMatchObject({ type: 'purchase.failed', test: true });
      const webhook = { ...(await arrived()), secrets: [secret] };
      expect(await driver().ok('verify_webhook', webhook)).toMatchObject({ id: event.id });
      await vi.waitFor(async () => {
        const [attempt] = await driver().ok('list_attempts', { id, query: {} });
        const made = {
          endpoint_id: id,
          outcome: 'delivered',
          http_status: 204,
          url: `${receiver.url}/hooks`,
        };
        expect(attempt).toMatchObject({ event_id: event.id, event_type: 'purchase.failed', ...made });
        const { delivery } = await driver().ok('get_event', { id: event.id });
        expect(delivery.attempts).toMatchObject([made]);
      }, ARRIVES);
    });

    it('gets an event again, signed with its new and its former secret', async () => {
      const rotated = await driver().ok('rotate_secret', { id, overlap_seconds: 3_600 });
      expect(rotated.secret).not.toBe(secret);
      expect(Date.parse(rotated.former_secret_until)).toBeGreaterThan(Date.now());
      expect(await driver().fails('rotate_secret', { id, overlap_seconds: 3_600 })).toMatchObject({
        code: 'secret_rotation_under_way',
      });

      const [{ event_id }] = await driver().ok('list_attempts', { id, query: {} });
      receiver.script(server.answer(204, {}, ''));
      await driver().ok('resend_event', { id: event_id, endpoint_id: id });
      const webhook = await arrived();
      for (const one of [secret, rotated.secret])
        expect(await driver().ok('verify_webhook', { ...webhook, secrets: [one] })).toMatchObject({
          id: event_id,
        });
      const last = await driver().ok('rotate_secret', { id, overlap_seconds: 0 });
      expect(last.former_secret_until ?? null).toBeNull();
    });

    it('gets nothing while it is disabled, and can be deleted', async () => {
      await driver().ok('update_endpoint', { id, changes: { enabled: false } });
      expect(await driver().fails('send_test', { id })).toMatchObject({ code: 'webhook_endpoint_disabled' });
      await driver().ok('delete_endpoint', { id });
      expect(await driver().fails('get_endpoint', { id })).toMatchObject({ type: 'api', status: 404 });
      expect(await driver().ok('list_endpoints', { query: {} })).toEqual([]);
    });
  });

  describe('settings of an account', () => {
    it('have an allowlist that cannot lock you out by mistake', async () => {
      const { your_address, ranges } = await driver().ok('ip_allowlist');
      expect(ranges).toEqual([]);
      const others = ['198.51.100.0/24'];
      expect(await driver().fails('replace_ip_allowlist', { ranges: others })).toMatchObject({
        code: 'address_locked_out',
        details: { your_address },
      });
      const replaced = await driver().ok('replace_ip_allowlist', { ranges: [your_address, ...others] });
      expect(replaced.ranges).toHaveLength(2);
      expect((await driver().ok('replace_ip_allowlist', { ranges: [] })).ranges).toEqual([]);
    });

    it('have a low-balance alert', async () => {
      const alert = { threshold: { amount: 5_000_000, currency: 'NGN' }, email: 'finance@example.com' };
      expect(await driver().ok('replace_low_balance_alert', alert)).toMatchObject(alert);
      expect(await driver().ok('low_balance_alert')).toMatchObject(alert);
      const none = await driver().ok('replace_low_balance_alert', { threshold: null, email: null });
      expect([none.threshold ?? null, none.email ?? null]).toEqual([null, null]);
    });

    it('have allowed bundles, of which one can be bought', async () => {
      const { bundle_id } = wish('mtn');
      const allowed = await driver().ok('replace_allowed_bundles', { bundle_ids: [bundle_id] });
      expect(allowed.bundle_ids).toEqual([bundle_id]);
      expect(await driver().fails('buy', wish('glo'))).toMatchObject({ code: 'bundle_not_allowed' });
      const all = await driver().ok('replace_allowed_bundles', { bundle_ids: null });
      expect(all.bundle_ids ?? null).toBeNull();
    });

    it('have a blocklist, for whose numbers nothing is bought', async () => {
      const order = wish('mtn');
      const phone_numbers = [order.phone_number];
      expect(await driver().ok('block_numbers', { phone_numbers })).toMatchObject({ count: 1, changed: 1 });
      expect(await driver().fails('buy', order)).toMatchObject({ code: 'number_blocked' });
      const [phone_number] = phone_numbers;
      expect(await driver().ok('blocked_number', { phone_number })).toMatchObject({ blocked: true });
      expect(await driver().ok('unblock_numbers', { phone_numbers })).toMatchObject({ count: 0 });
      expect(await driver().ok('blocklist')).toMatchObject({ count: 0 });
    });

    it('have a balance that is set in test mode only', async () => {
      const set = await testDriver().ok('set_sandbox_balance', { available: 12_345 });
      expect(set.available.amount).toBe(12_345);
      expect((await testDriver().ok('balance')).available.amount).toBe(12_345);
      expect(await driver().fails('set_sandbox_balance', { available: 1 })).toMatchObject({ status: 404 });
    });
  });
}
