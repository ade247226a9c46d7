import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../context.ts';
import { BATCH_ID, DAY } from '../objects.ts';
import * as server from '../server.ts';

const CSV = 'text/csv';
const WORKBOOK = `PK${'\u0003'.repeat(20_000)}`;

/** Files that the API writes: their format follows the name, or is chosen. */
export function downloadScenarios({ server: scripted, driver }: Context): void {
  const place = () => new URL(scripted().seen[0]?.url ?? '', 'http://x');
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'conformance-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  describe.each([
    ['download_rows', { id: BATCH_ID }, `/v1/batches/${BATCH_ID}/rows`],
    ['download_statement', { date: DAY }, `/v1/statements/${DAY}/lines`],
  ] as const)('a file of %s', (call, of, pathname) => {
    it.each([
      ['results.xlsx', undefined, server.XLSX],
      ['December 2026.XLSX', undefined, server.XLSX],
      ['results.csv', undefined, CSV],
      ['results.xlsx.txt', undefined, CSV],
      ['results', undefined, CSV],
      ['results.ods', 'xlsx', server.XLSX],
      ['results.xlsx', 'csv', CSV],
    ] as const)(
      'has the format of its name, or the one that is chosen: %s %s',
      async (name, format, type) => {
        const content = type === CSV ? 'phone_number\n' : WORKBOOK;
        scripted().script(server.cut, type === CSV ? server.csv(content) : server.xlsx(content));
        const path = join(folder, name);
        const chosen = format === undefined ? {} : { format };
        expect(await driver().ok(call, { ...of, path, ...chosen })).toEqual({ bytes: content.length });
        expect(readFileSync(path, 'utf8')).toBe(content);
        expect(scripted().seen.map(({ headers }) => headers.accept)).toEqual([type, type]);
        expect(place().pathname).toBe(pathname);
      },
    );

    it.each([
      ['results.ods', undefined],
      ['results.xls', undefined],
      ['results.pdf', 'pdf'],
    ])('that the API does not write is refused: %s %s', async (name, format) => {
      scripted().script(server.csv('phone_number\n'));
      const chosen = format === undefined ? {} : { format };
      const failure = await driver().fails(call, { ...of, path: join(folder, name), ...chosen });
      expect(failure).toMatchObject({ type: 'invalid' });
      expect([scripted().seen, readdirSync(folder)]).toEqual([[], []]);
    });

    it('is downloaded again if it breaks off, and is never another kind of file', async () => {
      const path = join(folder, 'results.xlsx');
      scripted().script(server.cutInBody(200, WORKBOOK, server.XLSX, true), server.xlsx(WORKBOOK));
      await driver().ok(call, { ...of, path });
      expect(readFileSync(path, 'utf8')).toBe(WORKBOOK);

      scripted().script(server.csv('phone_number\n'));
      expect(await driver().fails(call, { ...of, path })).toMatchObject({ type: 'no_answer' });
      expect(readFileSync(path, 'utf8')).toBe(WORKBOOK);
    });

    it('has amounts in major units and a byte order mark if they are chosen', async () => {
      scripted().script(server.csv('phone_number\n'));
      const query = { amounts: 'major', bom: 'true' };
      await driver().ok(call, { ...of, path: join(folder, 'results.csv'), query });
      expect(Object.fromEntries(place().searchParams)).toEqual(query);
    });
  });

  it('the template is a workbook', async () => {
    scripted().script(server.cut, server.xlsx(WORKBOOK));
    const path = join(folder, 'template.xlsx');
    expect(await driver().ok('download_template', { path })).toEqual({ bytes: WORKBOOK.length });
    expect(readFileSync(path, 'utf8')).toBe(WORKBOOK);
    expect(scripted().seen.at(-1)).toMatchObject({
      url: '/v1/batches/template',
      headers: { accept: server.XLSX },
    });
  });
}
