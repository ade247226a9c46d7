import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'porting-'));
let fixture: CliFixture;

beforeAll(async () => {
  fixture = await createCliFixture();
});

afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

function file(rows: string): string {
  const path = join(folder, 'ported.csv');
  writeFileSync(path, `phone_number,network_id\n${rows}`);
  return path;
}

describe('bundlewire porting import', () => {
  const why = ['--yes', '--reason', 'clearing house, 21 November'];

  it('imports a file, and records the operator and the reason', async () => {
    const path = file('+2348030000001,net_glo_ng\n+2348030000002,other\n');
    const { out, exitCode } = await fixture.cli('porting', 'import', path, ...why);
    expect([exitCode, out]).toEqual([0, '2 rows: 2 numbers added, 0 changed, 0 removed.\n']);
    expect((await fixture.actions()).at(-1)).toEqual({
      operator: 'ada',
      action: 'porting_import',
      subject: 'ported_numbers',
      reason: 'clearing house, 21 November',
    });
  });

  it('exits with 1, lists the rows with errors, and imports none', async () => {
    const { out, exitCode } = await fixture.cli('porting', 'import', file('+2348030000009,net_x\n'), ...why);
    expect(exitCode).toBe(1);
    expect(out).toContain('line 2: There is no network net_x');
    expect(out).toContain('Nothing was imported');
  });

  it('asks before it changes anything, and removes unlisted numbers with --replace', async () => {
    const path = file('+2348030000001,net_glo_ng\n');
    const declined = await fixture.cliAsking(['n'], 'porting', 'import', path, '--replace', '--reason', 'x');
    expect(declined.exitCode).toBe(1);
    expect((await fixture.pool.query('SELECT 1 FROM ported_numbers')).rows).toHaveLength(2);
    const done = await fixture.json('porting', 'import', path, '--replace', ...why);
    expect(done).toEqual({ rows: 1, added: 0, changed: 0, removed: 1 });
  });

  it('exits with 2 when the file cannot be read', async () => {
    const { err, exitCode } = await fixture.cli('porting', 'import', join(folder, 'none.csv'), ...why);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('cannot be read: ENOENT')]);
  });
});
