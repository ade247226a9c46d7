import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliSetting, createCliSetting } from './setting.ts';

const folder = mkdtempSync(join(tmpdir(), 'porting-'));
let setting: CliSetting;

beforeAll(async () => {
  setting = await createCliSetting();
});

afterAll(async () => {
  await setting.close();
  rmSync(folder, { recursive: true });
});

function file(rows: string): string {
  const path = join(folder, 'ported.csv');
  writeFileSync(path, `phone_number,network_id\n${rows}`);
  return path;
}

describe('bundlewire porting import', () => {
  const why = ['--yes', '--reason', 'clearing house, 21 November'];

  it('imports a file and records who did it and why', async () => {
    const path = file('+2348030000001,net_glo_ng\n+2348030000002,other\n');
    const { out, exitCode } = await setting.cli('porting', 'import', path, ...why);
    expect([exitCode, out]).toEqual([0, '2 rows: 2 numbers added, 0 changed, 0 removed.\n']);
    expect((await setting.actions()).at(-1)).toEqual({
      operator: 'ada',
      action: 'porting_import',
      subject: 'ported_numbers',
      reason: 'clearing house, 21 November',
    });
  });

  it('ends with 1 and the lines of bad rows, and imports none', async () => {
    const { out, exitCode } = await setting.cli('porting', 'import', file('+2348030000009,net_x\n'), ...why);
    expect(exitCode).toBe(1);
    expect(out).toContain('line 2: There is no network net_x');
    expect(out).toContain('Nothing was imported');
  });

  it('asks before it changes anything, and says so when the file is the whole truth', async () => {
    const path = file('+2348030000001,net_glo_ng\n');
    const declined = await setting.cliAsking(['n'], 'porting', 'import', path, '--replace', '--reason', 'x');
    expect(declined.exitCode).toBe(1);
    expect((await setting.pool.query('SELECT 1 FROM ported_numbers')).rows).toHaveLength(2);
    const done = await setting.json('porting', 'import', path, '--replace', ...why);
    expect(done).toEqual({ rows: 1, added: 0, changed: 0, removed: 1 });
  });

  it('ends with 2 when the file cannot be read', async () => {
    const { err, exitCode } = await setting.cli('porting', 'import', join(folder, 'none.csv'), ...why);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('cannot be read: ENOENT')]);
  });
});
