import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wish } from '../../../support/scenarios/client.ts';
import type { Driver, Value } from '../driver.ts';

/** What the scenarios use of a running stack. */
export interface AccessParts {
  /** With a key that has every right, also those for approvals. */
  readonly driver: () => Driver;
  /** A further driver with another key. */
  readonly withKey: <T>(apiKey: string, use: (driver: Driver) => Promise<T>) => Promise<T>;
  readonly folder: () => string;
}

const NO_RULE = { campaign_start: { one_approval_from: null, two_approvals_from: null } };

/** Keys, the audit log and approvals, on a running stack. */
export function realAccessScenarios({ driver, withKey, folder }: AccessParts): void {
  it('a key is created, limited, rotated and revoked, and the audit log has it', async () => {
    const wanted = { name: 'Balance page', scopes: ['balance:read'] };
    const { id, key } = await driver().ok('create_key', wanted);
    const former = await withKey(key, async (other) => {
      expect(await other.ok('balance')).toMatchObject({ object: 'balance' });
      expect(await other.fails('list_keys', { query: {} })).toMatchObject({ code: 'permission_denied' });
      return key;
    });
    const cap = { amount: 5_000, currency: 'NGN' };
    const changes = { name: 'Shop', scopes: ['all'], spend_caps: { per_purchase: cap } };
    expect(await driver().ok('update_key', { id, changes })).toMatchObject({ ...changes, status: 'active' });
    const rotated = await driver().ok('rotate_key', { id, overlap_seconds: 3_600 });
    expect(await driver().fails('rotate_key', { id, overlap_seconds: 60 })).toMatchObject({
      code: 'secret_rotation_under_way',
    });
    for (const each of [former, rotated.key])
      await withKey(each, async (other) => {
        const buys = async () => (await other.fails('buy', wish('mtn'))).code;
        await expect.poll(buys, { timeout: 20_000 }).toBe('spend_cap_exceeded');
      });

    expect(await driver().ok('revoke_key', { id })).toMatchObject({ status: 'revoked' });
    const listed: Value[] = await driver().ok('list_keys', { query: {} });
    expect(listed.map((each) => each.status)).toContain('revoked');
    expect((await driver().ok('get_key', { id })).status).toBe('revoked');

    const entries: Value[] = await driver().ok('list_audit_log', { query: { subject: id, limit: 1 } });
    expect(entries.length).toBeGreaterThan(3);
    const path = join(folder(), 'audit.csv');
    const { bytes } = await driver().ok('download_audit_log', { path, query: { subject: id } });
    const file = readFileSync(path, 'utf8');
    expect(Buffer.byteLength(file)).toBe(bytes);
    expect(file.trimEnd().split('\n')).toHaveLength(entries.length + 1);
    for (const secret of [former, rotated.key]) expect(file + driver().stderr()).not.toContain(secret);
  });

  describe('a campaign that needs an approval', () => {
    const upload = async (reference: string): Promise<string> => {
      const path = join(folder(), `${reference}.csv`);
      const { phone_number, bundle_id } = wish('mtn');
      writeFileSync(path, `phone_number,bundle_id\n${phone_number},${bundle_id}\n`);
      const { id } = await driver().ok('upload_batch', { reference, path, query: { start: 'manual' } });
      await driver().ok('wait_batch_checked', { id });
      return id;
    };

    it('starts after another key has approved it, and not after a withdrawal', async () => {
      const one_approval_from = { amount: 1, currency: 'NGN' };
      const rule = { one_approval_from, two_approvals_from: null, valid_hours: 24 };
      const set = await driver().ok('replace_approval_rules', { campaign_start: rule });
      expect(set).toMatchObject({ campaign_start: { one_approval_from, valid_hours: 24 } });

      const batchId = await upload('approved');
      const refused = await driver().fails('start_batch', { id: batchId });
      expect(refused).toMatchObject({ status: 409, code: 'approval_required' });
      const id = refused.details?.approval_id;
      expect(await driver().fails('approve', { id })).toMatchObject({ code: 'permission_denied' });

      const scopes = ['approvals:decide', 'approvals:read'];
      const { key } = await driver().ok('create_key', { name: 'Finance', scopes });
      await withKey(key, async (other) => {
        const query = { status: 'requested', batch_id: batchId };
        expect(await other.ok('list_approvals', { query })).toMatchObject([{ id, steps_required: 1 }]);
        const approved = await other.ok('approve', { id, reason: 'As planned' });
        expect(approved).toMatchObject({ status: 'approved', decisions: [{ reason: 'As planned' }] });
      });
      await driver().ok('start_batch', { id: batchId });
      expect(await driver().ok('get_approval', { id })).toMatchObject({ status: 'used', batch_id: batchId });

      const again = await driver().fails('start_batch', { id: await upload('withdrawn') });
      const end = { id: again.details?.approval_id, reason: 'Not now' };
      expect(await driver().ok('withdraw_approval', end)).toMatchObject({ end_reason: 'Not now' });
      expect(await driver().fails('reject_approval', end)).toMatchObject({
        status: 409,
        details: { status: 'withdrawn' },
      });
      await driver().ok('replace_approval_rules', NO_RULE);
      expect((await driver().ok('approval_rules')).campaign_start.one_approval_from ?? null).toBeNull();
    });
  });
}
