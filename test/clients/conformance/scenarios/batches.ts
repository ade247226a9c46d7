import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BATCH_ID, BUNDLE, batch, PHONE } from '../objects.ts';
import * as server from '../server.ts';

const READY = batch({ status: 'ready' });

export function batchScenarios({ server: scripted, driver }: Context): void {
  describe('campaigns', () => {
    let folder: string;
    let path: string;
    const csv = `phone_number,bundle_id\n${`${PHONE},${BUNDLE}\n`.repeat(20_000)}`;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'conformance-'));
      path = join(folder, 'campaign.csv');
      writeFileSync(path, csv);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('are uploaded as CSV, and whole again after a connection that was cut', async () => {
      scripted().script(server.cutUpload, server.json(201, READY));
      const query = { start: 'manual', 'column.phone_number': 'MSISDN' };
      const found = await driver().ok('upload_batch', { reference: 'december', path, query });
      expect(found).toMatchObject({ id: BATCH_ID, status: 'ready' });
      const upload = scripted().seen.at(-1);
      expect(upload).toMatchObject({
        method: 'POST',
        headers: { 'content-type': expect.stringContaining('text/csv') },
      });
      expect(upload?.body.toString() === csv).toBe(true);
      const { pathname, searchParams } = new URL(upload?.url ?? '', 'http://x');
      expect([pathname, Object.fromEntries(searchParams)]).toEqual([
        '/v1/batches',
        { reference: 'december', ...query },
      ]);
    });

    it('are not uploaded without a reference or a file', async () => {
      scripted().script(server.json(201, READY));
      for (const args of [{ path }, { reference: 'december', path: join(folder, 'none.csv') }])
        expect(await driver().fails('upload_batch', args)).toMatchObject({ type: 'invalid' });
      expect(scripted().seen).toEqual([]);
    });

    it('keep an unknown outcome unknown', async () => {
      scripted().script(server.cut);
      const failure = await driver().fails('upload_batch', { reference: 'december', path });
      expect(failure).toMatchObject({ type: 'no_answer', reference: 'december' });

      scripted().script(server.cut, server.error(402, 'insufficient_balance'));
      expect(await driver().fails('upload_batch', { reference: 'december', path })).toMatchObject({
        type: 'no_answer',
        reference: 'december',
      });
    });

    it('are followed until they are checked, started and ended', async () => {
      const states = ['validating', 'validating', 'ready'].map((status) =>
        server.json(200, batch({ status })),
      );
      scripted().script(...states);
      expect(await driver().ok('wait_batch_checked', { id: BATCH_ID })).toMatchObject({ status: 'ready' });

      for (const name of ['start', 'pause', 'resume', 'cancel']) {
        scripted().script(server.json(200, batch({ status: 'running' })));
        await driver().ok(`${name}_batch`, { id: BATCH_ID });
        expect(scripted().seen).toMatchObject([{ method: 'POST', url: `/v1/batches/${BATCH_ID}/${name}` }]);
      }
      scripted().script(
        server.json(200, batch({ status: 'running' })),
        server.json(200, batch({ status: 'paused' })),
        server.json(200, batch({ status: 'completed' })),
      );
      expect(await driver().ok('wait_batch', { id: BATCH_ID })).toMatchObject({ status: 'completed' });
    });

    it.each(['wait_batch_checked', 'wait_batch'])(
      'that are rejected end %s with the reason',
      async (call) => {
        const rejection = { code: 'unknown_column', message: 'The column MSISDN is unknown.', line: 1 };
        scripted().script(server.json(200, batch({ status: 'rejected', rejection })));
        expect(await driver().fails(call, { id: BATCH_ID })).toMatchObject({
          type: 'batch_rejected',
          code: 'unknown_column',
          message: expect.stringContaining('The column MSISDN is unknown.'),
        });
      },
    );

    it('have results that are downloaded again if they break off', async () => {
      const target = join(folder, 'results.csv');
      const cut = server.cutInBody(200, csv, 'text/csv', true);
      scripted().script(cut, server.csv(csv));
      const query = { only: 'unbought' };
      const saved = await driver().ok('download_rows', { id: BATCH_ID, path: target, query });
      expect(saved).toEqual({ bytes: csv.length });
      expect(readFileSync(target, 'utf8') === csv).toBe(true);
      expect(scripted().seen[0]).toMatchObject({
        url: `/v1/batches/${BATCH_ID}/rows?only=unbought`,
        headers: { accept: expect.stringContaining('text/csv') },
      });

      scripted().script(cut);
      const failure = await driver().fails('download_rows', { id: BATCH_ID, path: target });
      expect(failure).toMatchObject({ type: 'no_answer' });
    });
  });
}
