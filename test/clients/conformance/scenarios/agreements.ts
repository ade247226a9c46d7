import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BATCH_ID, BUNDLE, batch, PHONE, page } from '../objects.ts';
import * as server from '../server.ts';

const RUNNING = server.json(200, batch({ status: 'running' }));
const ODS = 'application/vnd.oasis.opendocument.spreadsheet';

const approved_cost = { amount: 9_007_199_254_740_991, currency: 'NGN' };

/** A row that repeats the row in line 2. */
const repeated = (line: number) => ({
  object: 'batch_row',
  line,
  state: 'refused',
  reference: `december.${line}`,
  phone_number: PHONE,
  corrected_number: null,
  bundle_id: BUNDLE,
  network_id: 'net_mtn_ng',
  price: { amount: 100_000, currency: 'NGN' },
  metadata: {},
  own_columns: [{ name: 'Town', value: 'Kano' }],
  purchase_id: null,
  completed_at: null,
  failure: null,
  errors: [
    { column: null, code: 'duplicate_purchase', message: 'Repeats line 2.', duplicate_of: earlier(2) },
  ],
  warnings: [],
});

function earlier(line: number) {
  return { kind: 'row', line, purchase_id: null, reference: null, bought_at: null };
}

/** Which file is bought, at which cost, for which numbers and how often. */
export function agreementScenarios({ server: scripted, driver }: Context): void {
  const last = () => {
    const { method, url, body } = scripted().seen.at(-1) ?? {};
    return [`${method} ${url}`, body?.toString()];
  };

  describe('files of campaigns', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'conformance-'));
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it.each([
      ['december.xlsx', server.XLSX],
      ['December 2026.XLSX', server.XLSX],
      ['december.ods', ODS],
      ['december.xlsm', 'application/vnd.ms-excel.sheet.macroenabled.12'],
      ['december.xls', 'application/vnd.ms-excel'],
      ['december.csv', 'text/csv'],
      ['december.xlsx.txt', 'text/csv'],
      ['december', 'text/csv'],
    ])('have the content type of their name: %s', async (name, type) => {
      const path = join(folder, name);
      const bytes = Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff]);
      writeFileSync(path, bytes);
      scripted().script(server.json(201, batch()));
      await driver().ok('upload_batch', { reference: 'december', path });
      const [sent] = scripted().seen;
      expect(sent?.headers['content-type']).toBe(type);
      expect(sent?.body).toEqual(bytes);
    });
  });

  describe('agreed campaigns', () => {
    it('are started with the cost, the file and the first rows that you agree to', async () => {
      const agreed = { approved_cost, file_sha256: 'a'.repeat(64), first: 10 };
      scripted().script(server.cut, RUNNING);
      await driver().ok('start_batch', { id: BATCH_ID, ...agreed });
      expect(last()[0]).toBe(`POST /v1/batches/${BATCH_ID}/start`);
      expect(server.sentBody(scripted())).toEqual(agreed);
      expect(scripted().seen).toHaveLength(2);

      scripted().script(RUNNING);
      await driver().ok('start_batch', { id: BATCH_ID, approved_cost });
      expect(server.sentBody(scripted())).toEqual({ approved_cost });
    });

    it('are resumed with a new cost', async () => {
      scripted().script(RUNNING);
      await driver().ok('resume_batch', { id: BATCH_ID, approved_cost });
      expect(last()[0]).toBe(`POST /v1/batches/${BATCH_ID}/resume`);
      expect(server.sentBody(scripted())).toEqual({ approved_cost });
    });

    it('that differ from what you agreed to are an error with the difference', async () => {
      const details = { cost: { amount: 1, currency: 'NGN' } };
      scripted().script(server.error(409, 'approval_mismatch', { param: 'approved_cost', details }));
      expect(await driver().fails('start_batch', { id: BATCH_ID, approved_cost })).toMatchObject({
        type: 'api',
        code: 'approval_mismatch',
        param: 'approved_cost',
        details,
      });
    });
  });

  describe('scheduled campaigns', () => {
    const start_at = '2126-11-20T09:00:00.000Z';
    const scheduled = server.json(
      200,
      batch({
        status: 'running',
        stage: 'scheduled',
        not_before: start_at,
        send_between: '09:00-20:00',
        waits_for: { code: 'start_time', message: 'It waits for its start.', until: start_at },
      }),
    );

    it('get a time, hours and what you agree to, and show what they wait for', async () => {
      const agreed = { approved_cost, send_between: '09:00-20:00' };
      scripted().script(server.cut, scheduled);
      const found = await driver().ok('schedule_batch', { id: BATCH_ID, start_at, ...agreed });
      expect(found).toMatchObject({ stage: 'scheduled', waits_for: { code: 'start_time' } });
      expect(last()[0]).toBe(`POST /v1/batches/${BATCH_ID}/schedule`);
      const { start_at: sent, ...rest } = Object(server.sentBody(scripted()));
      expect([Date.parse(sent), rest]).toEqual([Date.parse(start_at), agreed]);
    });

    it.each([
      ['start_batch_now', 'start-now'],
      ['unschedule_batch', 'unschedule'],
    ])('are changed with %s', async (call, command) => {
      scripted().script(RUNNING);
      await driver().ok(call, { id: BATCH_ID });
      expect(last()).toEqual([`POST /v1/batches/${BATCH_ID}/${command}`, '']);
    });

    it('are listed by their stage', async () => {
      scripted().script(server.json(200, page([])));
      await driver().ok('list_batches', { query: { stage: 'scheduled' } });
      expect(scripted().seen).toMatchObject([{ url: '/v1/batches?stage=scheduled' }]);
    });
  });

  describe('corrected numbers', () => {
    it.each(['accept', 'reject'])('are decided with %s', async (decision) => {
      const corrections = { state: `${decision}ed`, count: 1, first: [] };
      scripted().script(server.json(200, batch({ status: 'ready', corrections })));
      const decided = await driver().ok(`${decision}_corrections`, { id: BATCH_ID });
      expect(decided.corrections).toMatchObject({ state: `${decision}ed`, count: 1 });
      expect(last()).toEqual([`POST /v1/batches/${BATCH_ID}/corrections/${decision}`, '']);
    });

    it('show what was read and what is bought for', async () => {
      const first = [{ line: 2, column: 'MSISDN', from: '0803', to: PHONE, damage: 'local_format' }];
      const corrections = { state: 'proposed', count: 1, first };
      scripted().script(server.json(200, batch({ status: 'ready', corrections })));
      const checked = await driver().ok('wait_batch_checked', { id: BATCH_ID });
      expect(checked.corrections).toMatchObject(corrections);
    });
  });

  describe('duplicates', () => {
    it('are listed with what they repeat, over all pages', async () => {
      scripted().script(
        server.json(200, page([repeated(3)], 'c1')),
        server.cut,
        server.json(200, page([repeated(4)])),
      );
      const query = { state: 'refused', reason: 'duplicate_purchase', limit: 1 };
      const rows = await driver().ok('list_rows', { id: BATCH_ID, query });
      expect(rows).toMatchObject([
        { line: 3, errors: [{ code: 'duplicate_purchase', duplicate_of: { kind: 'row', line: 2 } }] },
        { line: 4, own_columns: [{ name: 'Town', value: 'Kano' }] },
      ]);
      const sent = scripted().seen.map(({ url }) =>
        Object.fromEntries(new URL(url, 'http://x').searchParams),
      );
      const asked = { ...query, limit: '1' };
      expect(sent).toEqual([asked, { ...asked, cursor: 'c1' }, { ...asked, cursor: 'c1' }]);
    });

    it('are among the first findings of the batch', async () => {
      const found = { line: 3, column: null, code: 'duplicate_purchase', message: 'Repeats line 2.' };
      const duplicates = [{ ...found, duplicate_of: earlier(2) }];
      scripted().script(server.json(200, batch({ status: 'ready', duplicates })));
      const checked = await driver().ok('wait_batch_checked', { id: BATCH_ID });
      expect(checked.duplicates).toMatchObject([{ line: 3, duplicate_of: { line: 2 } }]);
    });
  });

  it('rows are found by number, bundle, network and reason', async () => {
    scripted().script(server.json(200, page([])));
    const query = {
      phone_number: PHONE,
      bundle_id: BUNDLE,
      network_id: 'net_mtn_ng',
      reason: 'number_barred',
    };
    expect(await driver().ok('list_rows', { id: BATCH_ID, query })).toEqual([]);
    const { searchParams } = new URL(scripted().seen[0]?.url ?? '', 'http://x');
    expect(Object.fromEntries(searchParams)).toEqual(query);
    expect(driver().stderr()).not.toContain(PHONE.slice(1));
  });
}
