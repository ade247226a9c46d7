import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRICE, wish } from '../../../support/scenarios/client.ts';
import type { Value } from '../driver.ts';
import type { RealParts } from './real-settings.ts';

const money = (amount: number) => ({ amount, currency: 'NGN' });
/** How a workbook begins. */
const ZIP = Buffer.from('PK\u0003\u0004');

/** Rows before the start and after the end, recurring batches, limits and files on a running stack. */
export function realRowScenarios({ driver }: Pick<RealParts, 'driver'>): void {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const upload = async (reference: string, count: number, query: object = {}): Promise<Value> => {
    const path = join(folder, `${reference}.csv`);
    const rows = Array.from({ length: count }, () => wish('mtn')).map(
      ({ phone_number, bundle_id }) => `${phone_number},${bundle_id}`,
    );
    writeFileSync(path, ['phone_number,bundle_id', ...rows, ''].join('\n'));
    const args = { reference, path, query: { start: 'manual', ...query } };
    const { id } = await driver().ok('upload_batch', args);
    return driver().ok('wait_batch_checked', { id });
  };

  describe('rows of a campaign', () => {
    it('are changed, restored and checked again before the start', async () => {
      const { id, revision } = await upload('changed', 3);
      const { phone_number } = wish('mtn');
      const dropped = await driver().ok('change_row', { id, line: 2, changes: { dropped: true, revision } });
      expect(dropped).toMatchObject({ line: 2, changes: { dropped: true } });
      const edits = [
        { line: 3, phone_number },
        { line: 4, phone_number: wish('mtn').phone_number },
      ];
      const stale = await driver().fails('change_rows', { id, edits, revision });
      expect(stale).toMatchObject({ type: 'api', status: 409, code: 'approval_mismatch' });
      const changed = await driver().ok('change_rows', { id, edits, revision: revision + 1 });
      expect(changed).toMatchObject({ revision: revision + 2, cost: money(2 * PRICE) });

      const restored = await driver().ok('change_row', { id, line: 4, changes: { phone_number: null } });
      expect(restored.changes?.phone_number ?? null).toBeNull();
      expect(await driver().ok('list_rows', { id, query: { phone_number } })).toMatchObject([{ line: 3 }]);
      const { cost, file_sha256, ...checked } = await driver().ok('recheck_batch', { id });
      expect(checked).toMatchObject({ status: 'ready', revision: revision + 3 });
      await driver().ok('start_batch', {
        id,
        approved_cost: cost,
        file_sha256,
        revision: checked.revision,
      });
      expect(await driver().ok('wait_batch', { id })).toMatchObject({ counts: { successful: 2 } });
      const { outcomes } = await driver().ok('batch_breakdown', { id });
      const bought = outcomes.filter(({ state }: Value) => state === 'successful');
      expect(bought).toMatchObject([{ network_id: 'net_mtn_ng', rows: 2, amount: cost }]);
    });

    it('that were not bought are tried again as a new campaign', async () => {
      const { id } = await upload('canceled', 2);
      await driver().ok('cancel_batch', { id });
      const made = await driver().ok('retry_batch', { id, reference: 'again', reasons: ['canceled'] });
      expect(made).toMatchObject({ reference: 'again', retry_of: id });
      const same = await driver().ok('retry_batch', { id, reference: 'again', reasons: ['canceled'] });
      expect(same.id).toBe(made.id);
      expect(await driver().fails('retry_batch', { id })).toMatchObject({
        type: 'api',
        status: 409,
        details: { batch_id: made.id },
      });
      await driver().ok('wait_batch_checked', { id: made.id });
      await driver().ok('start_batch', { id: made.id });
      expect(await driver().ok('wait_batch', { id: made.id })).toMatchObject({ counts: { successful: 2 } });
    });

    it('are bought at any hour if the hours of the upload are removed', async () => {
      const { id, send_between } = await upload('any-hour', 1, { send_between: '03:00-03:30' });
      expect(send_between).toBe('03:00-03:30');
      const started = await driver().ok('start_batch', { id, send_between: null });
      expect(started.send_between ?? null).toBeNull();
      expect(await driver().ok('wait_batch', { id })).toMatchObject({ counts: { successful: 1 } });
    });
  });

  it('a recurring batch is created once, listed, paused, resumed and deleted', async () => {
    const { id: batch_id } = await upload('source', 1);
    const wanted = {
      reference: 'weekly',
      batch_id,
      time_zone: 'Africa/Lagos',
      at: '08:00',
      weekdays: [1, 4],
      ends_at: '2126-11-20T09:00:00.000Z',
      approved_cost: money(PRICE),
      duplicate_window_hours: 24,
    };
    const created = await driver().ok('create_recurring_batch', wanted);
    const { id } = created;
    expect(created).toMatchObject({ ...wanted, status: 'active', last_runs: [] });
    expect(created.next_runs).toHaveLength(10);
    expect((await driver().ok('create_recurring_batch', wanted)).id).toBe(id);
    expect(await driver().fails('create_recurring_batch', { ...wanted, at: '09:00' })).toMatchObject({
      type: 'api',
      code: 'reference_conflict',
    });
    const paused = await driver().ok('pause_recurring_batch', { id });
    expect(paused).toMatchObject({ status: 'paused', next_runs: [] });
    expect(await driver().ok('get_recurring_batch', { id })).toMatchObject({ status: 'paused' });
    expect(await driver().ok('list_recurring_batches', { query: { limit: 1 } })).toMatchObject([{ id }]);
    expect(await driver().ok('resume_recurring_batch', { id })).toMatchObject({ status: 'active' });
    expect(await driver().ok('delete_recurring_batch', { id })).toMatchObject({ status: 'deleted' });
    expect(await driver().ok('list_recurring_batches', { query: {} })).toEqual([]);
  });

  it('spending limits are set, reject a purchase above them, and are removed', async () => {
    const none = { per_campaign: null, per_day: null, per_month: null };
    const limits = { ...none, per_day: money(1) };
    const set = await driver().ok('replace_spending_limits', limits);
    expect([set.per_day.amount, set.per_month ?? null, set.spent_today.currency]).toEqual([1, null, 'NGN']);
    expect(await driver().fails('buy', wish('mtn'))).toMatchObject({ type: 'api', code: 'spending_limit' });
    await driver().ok('replace_spending_limits', none);
    const { per_day } = await driver().ok('spending_limits');
    expect(per_day ?? null).toBeNull();
  });

  it('addresses for notices are replaced and read', async () => {
    const notices = { ready: ['a@example.com'], completed: [], paused: [], needs_money: ['b@example.com'] };
    expect(await driver().ok('replace_notices', notices)).toMatchObject(notices);
    expect(await driver().ok('notices')).toMatchObject(notices);
    const ended = { ready: [], completed: [], paused: [], needs_money: [] };
    expect(await driver().ok('replace_notices', ended)).toMatchObject(ended);
  });

  it('results, statements and the template are saved as workbooks', async () => {
    const [{ id }] = await driver().ok('list_batches', { query: { status: 'completed' } });
    const date = new Date().toISOString().slice(0, 10);
    for (const [call, args] of [
      ['download_rows', { id }],
      ['download_statement', { date }],
      ['download_template', {}],
    ] as const) {
      const path = join(folder, `${call}.xlsx`);
      const { bytes } = await driver().ok(call, { ...args, path });
      const file = readFileSync(path);
      expect([call, file.length, file.subarray(0, 4)]).toEqual([call, bytes, ZIP]);
    }
  });

  it('any operation can be requested by its path', async () => {
    const { status, body } = await driver().ok('request', { method: 'GET', path: '/v1/balance' });
    expect([status, body]).toEqual([200, await driver().ok('balance')]);
    const { phone_number } = wish('glo');
    const path = '/v1/number-lookups';
    const looked = await driver().ok('request', { method: 'POST', path, body: { phone_number } });
    expect(looked.body).toMatchObject({ network_id: 'net_glo_ng' });
    expect(await driver().fails('request', { method: 'GET', path: '/v1/moons' })).toMatchObject({
      type: 'api',
      status: 404,
    });
  });
}
