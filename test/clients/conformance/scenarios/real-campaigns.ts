import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeXlsx, xlsxRow } from '../../../support/batches/zip.ts';
import { PRICE, wish } from '../../../support/scenarios/client.ts';
import type { Driver, Value } from '../driver.ts';

const HEADER = ['phone_number', 'bundle_id'];

/** Workbooks, agreed costs, corrections and duplicates on a running stack. */
export function realCampaignScenarios(driver: () => Driver): void {
  describe('campaigns of a spreadsheet', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    const rowFor = (phone?: string): string[] => {
      const { phone_number, bundle_id } = wish('mtn');
      return [phone ?? phone_number, bundle_id];
    };
    const upload = async (name: string, content: string | Buffer, query: object = {}): Promise<Value> => {
      const path = join(folder, name);
      writeFileSync(path, content);
      const args = { reference: name, path, query: { start: 'manual', ...query } };
      const { id } = await driver().ok('upload_batch', args);
      return driver().ok('wait_batch_checked', { id });
    };
    const csv = (rows: readonly string[][]) => [HEADER, ...rows].map((row) => `${row.join(',')}\n`).join('');

    it('buy a workbook at the agreed cost, and at no other', async () => {
      const rows = [HEADER, rowFor(), rowFor()].map((cells, index) => xlsxRow(index + 1, cells));
      const { id, cost, file_sha256, sheet } = await upload('agreed.xlsx', makeXlsx(rows.join('')));
      expect([cost.amount, sheet]).toEqual([2 * PRICE, 'Lagos']);

      const less = { amount: PRICE, currency: 'NGN' };
      for (const [param, wrong] of [
        ['approved_cost', { approved_cost: less, file_sha256 }],
        ['file_sha256', { approved_cost: cost, file_sha256: 'f'.repeat(64) }],
      ] as const)
        expect(await driver().fails('start_batch', { id, ...wrong })).toMatchObject({
          code: 'approval_mismatch',
          param,
        });
      await driver().ok('start_batch', { id, approved_cost: cost, file_sha256 });
      expect(await driver().ok('wait_batch', { id })).toMatchObject({
        status: 'completed',
        approved_cost: cost,
        charged: cost,
        counts: { successful: 2 },
      });
    });

    it('wait for a decision about corrected numbers', async () => {
      const { phone_number } = wish('mtn');
      const query = { repair: 'propose', default_country: 'NG' };
      const rows = csv([rowFor(phone_number.replace('+234', '0'))]);
      const { id, corrections } = await upload('corrected.csv', rows, query);
      expect(corrections).toMatchObject({ state: 'proposed', count: 1, first: [{ to: phone_number }] });
      expect(await driver().fails('start_batch', { id })).toMatchObject({ type: 'api', status: 409 });
      expect((await driver().ok('accept_corrections', { id })).corrections.state).toBe('accepted');
      await driver().ok('start_batch', { id });
      await driver().ok('wait_batch', { id });
      expect(await driver().ok('list_rows', { id, query: { phone_number } })).toMatchObject([
        { state: 'successful', corrected_number: phone_number },
      ]);

      const other = await upload('declined.csv', csv([rowFor(), rowFor('08031230555')]), query);
      const declined = await driver().ok('reject_corrections', { id: other.id });
      expect(declined).toMatchObject({ corrections: { state: 'rejected' } });
    });

    it('start at a time, later or now', async () => {
      const { id, cost } = await upload('scheduled.csv', csv([rowFor()]));
      const start_at = new Date(Date.now() + 3_600_000).toISOString();
      const scheduled = await driver().ok('schedule_batch', { id, start_at, approved_cost: cost });
      expect(scheduled).toMatchObject({ stage: 'scheduled', waits_for: { code: 'start_time' } });
      expect(await driver().ok('list_batches', { query: { stage: 'scheduled' } })).toMatchObject([{ id }]);
      expect(await driver().ok('unschedule_batch', { id })).toMatchObject({ status: 'ready' });
      await driver().ok('schedule_batch', { id, start_at });
      await driver().ok('start_batch_now', { id });
      expect(await driver().ok('wait_batch', { id })).toMatchObject({ counts: { successful: 1 } });
    });

    it('hold back duplicates, and list them over pages', async () => {
      const row = rowFor();
      const rows = csv([row, row, row, rowFor()]);
      const { id, counts, duplicates } = await upload('duplicates.csv', rows, { on_duplicate: 'skip' });
      expect([counts.duplicates, duplicates.length]).toEqual([2, 2]);
      const query = { reason: 'duplicate_purchase', limit: 1 };
      expect(await driver().ok('list_rows', { id, query })).toMatchObject([
        { line: 3, state: 'refused', errors: [{ duplicate_of: { kind: 'row', line: 2 } }] },
        { line: 4, state: 'refused' },
      ]);
      await driver().ok('start_batch', { id });
      expect(await driver().ok('wait_batch', { id })).toMatchObject({
        counts: { successful: 2, refused: 2 },
      });
    });
  });
}
