import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../../../db/pool.ts';
import { hashApiKey } from '../../../../domain/crypto/api-key.ts';
import { type Client, openClient, PRICE, wish } from '../../../support/scenarios/client.ts';
import { type Scenario, startScenario } from '../../../support/scenarios/stack.ts';
import type { Context } from '../context.ts';
import { type Driver, startDriver } from '../driver.ts';
import { realAccessScenarios } from './real-access.ts';
import { realCampaignScenarios } from './real-campaigns.ts';
import { realPeopleScenarios } from './real-people.ts';
import { realRowScenarios } from './real-rows.ts';
import { realSettingScenarios } from './real-settings.ts';

/** The same package against a whole stack. */
export function realScenarios({ pkg }: Context): void {
  describe('with a running stack', () => {
    let scenario: Scenario;
    let client: Client;
    let driver: Driver;
    let testDriver: Driver;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'conformance-'));
      scenario = await startScenario();
      client = await openClient(scenario, 100);
      await nameScopes(scenario, client);
      const { apiUrl: baseUrl, apiKey, testApiKey } = client;
      driver = startDriver(pkg, { baseUrl, apiKey, timeoutMs: 20_000, pollMs: 200 });
      testDriver = startDriver(pkg, { baseUrl, apiKey: testApiKey, timeoutMs: 20_000, pollMs: 200 });
    });
    afterAll(async () => {
      await driver?.close();
      await testDriver?.close();
      await client?.close();
      await scenario?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    it('buys, waits, finds and lists', async () => {
      const order = wish('mtn', '555', 'real-1');
      const { purchase, created } = await driver.ok('buy', { ...order, metadata: { shop: '7' } });
      expect([created, purchase.status]).toEqual([true, 'pending']);
      const again = await driver.ok('buy', { ...order, metadata: { shop: '7' } });
      expect([again.created, again.purchase.id]).toEqual([false, purchase.id]);
      const final = await driver.ok('wait_purchase', { id: purchase.id });
      expect(final).toMatchObject({ status: 'successful', metadata: { shop: '7' } });
      expect(await driver.ok('find_purchase', { reference: 'real-1' })).toMatchObject({ id: purchase.id });

      const refused = await driver.ok('buy', wish('mtn', '903', 'real-2'));
      const failed = await driver.ok('wait_purchase', { id: refused.purchase.id });
      expect(failed).toMatchObject({ status: 'failed', failure: { code: expect.any(String) } });
      const listed = await driver.ok('list_purchases', { query: { limit: 1 } });
      expect(listed.map(({ reference }: { reference: string }) => reference)).toEqual(['real-2', 'real-1']);

      const conflict = await driver.fails('buy', { ...order, metadata: { shop: '8' } });
      expect(conflict).toMatchObject({ type: 'api', status: 409, code: 'reference_conflict' });
      const { available } = await driver.ok('balance');
      expect(available.amount).toBe((await client.balance()).available);
    });

    it('reads networks, bundles, status and numbers', async () => {
      const networks = await driver.ok('list_networks', { query: { limit: 1 } });
      expect(networks.length).toBeGreaterThan(1);
      const bundles = await driver.ok('list_bundles', { query: { network_id: 'net_mtn_ng', limit: 1 } });
      expect(bundles.length).toBeGreaterThan(1);
      // A worker that stalls counts as gone for a moment.
      await expect
        .poll(async () => (await driver.ok('status')).platform)
        .toEqual({ status: 'operational', message: null });
      const { phone_number } = wish('glo');
      expect(await driver.ok('lookup', { phone_number })).toMatchObject({ network_id: 'net_glo_ng' });
    });

    it('runs a campaign from the file to the results', async () => {
      const rows = [wish('mtn'), wish('glo'), wish('airtel', '903')];
      const path = join(folder, 'campaign.csv');
      const lines = rows.map(({ phone_number, bundle_id }) => `${phone_number},${bundle_id}`);
      writeFileSync(path, ['phone_number,bundle_id', ...lines, ''].join('\n'));
      const query = { start: 'manual' };
      const { id } = await driver.ok('upload_batch', { reference: 'real-campaign', path, query });
      const checked = await driver.ok('wait_batch_checked', { id });
      expect(checked).toMatchObject({ status: 'ready', counts: { valid: 3 }, cost: { amount: 3 * PRICE } });
      await driver.ok('start_batch', { id });
      const ended = await driver.ok('wait_batch', { id });
      expect(ended).toMatchObject({ status: 'completed', counts: { successful: 2, failed: 1 } });
      expect(await driver.ok('list_rows', { id, query: { state: 'failed' } })).toMatchObject([{ line: 4 }]);

      const target = join(folder, 'results.csv');
      const { bytes } = await driver.ok('download_rows', { id, path: target });
      expect(readFileSync(target).length).toBe(bytes);
      expect(readFileSync(target, 'utf8')).toContain(rows[2]?.phone_number);
    });

    it('reads a file that is rejected as an error', async () => {
      const path = join(folder, 'wrong.csv');
      writeFileSync(path, 'colour\nblue\n');
      const { id } = await driver.ok('upload_batch', { reference: 'wrong', path });
      expect(await driver.fails('wait_batch_checked', { id })).toMatchObject({ type: 'batch_rejected' });
    });

    it('reads events and the open statement of the day', async () => {
      await expect
        .poll(async () => (await driver.ok('list_events', { query: { type: 'purchase.failed' } })).length)
        .toBe(2);
      const date = new Date().toISOString().slice(0, 10);
      const { sum, lines } = await driver.ok('statement_lines', { date });
      const { available, held } = await client.balance();
      expect(lines.at(-1).balance_after).toBe(available + held);
      const { opening_balance } = await driver.ok('statement', { date });
      expect(opening_balance + sum).toBe(available + held);
    });

    realCampaignScenarios(() => driver);
    realRowScenarios({ driver: () => driver });
    realSettingScenarios({ driver: () => driver, testDriver: () => testDriver });
    realPeopleScenarios({
      driver: () => driver,
      databaseUrl: () => scenario.stack.databaseUrl,
      apiKey: () => client.apiKey,
    });
    realAccessScenarios({
      driver: () => driver,
      folder: () => folder,
      async withKey(apiKey, use) {
        const other = startDriver(pkg, { baseUrl: client.apiUrl, apiKey, timeoutMs: 20_000 });
        try {
          return await use(other);
        } finally {
          await other.close();
        }
      },
    });
  });
}

/** A key has the rights for approvals and people only if they are named. */
async function nameScopes({ stack }: Scenario, { apiKey }: Client): Promise<void> {
  const pool = createPool(stack.databaseUrl, { max: 1, applicationName: 'conformance' });
  const scopes = ['all', 'approvals:decide', 'approvals:rules', 'people:read', 'people:manage'];
  try {
    await pool.query('UPDATE api_keys SET scopes = $2 WHERE key_hash = $1', [hashApiKey(apiKey), scopes]);
  } finally {
    await pool.end();
  }
}
