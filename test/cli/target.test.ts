import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTarget } from '../../cli/target.ts';
import { run } from '../support/cli/terminal.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'target-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the database of commands', () => {
  it('is that of DATABASE_URL, or of the file that DATABASE_URL_FILE names', () => {
    const DATABASE_URL = 'postgresql://ops@db/bundlewire';
    expect(findTarget({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL);
    const file = join(folder, 'url');
    writeFileSync(file, `${DATABASE_URL}\n`);
    const named = { DATABASE_URL: '', DATABASE_URL_FILE: file };
    expect(findTarget(named).databaseUrl).toBe(DATABASE_URL);
  });

  // A script whose variable is unset passes it empty. It must not reach another database.
  it.each(['DATABASE_URL', 'DATABASE_URL_FILE'])('is never another one if %s is empty', async (name) => {
    const environment = { [name]: '' };
    const refused = {
      exitCode: 2,
      out: '',
      err: expect.stringMatching(new RegExp(`^${name} is empty\\. Set it to .* or unset it`)),
    };
    for (const command of [['health'], ['verify'], ['account', 'list']])
      expect(await run(command, { environment })).toEqual(refused);
  });

  it('is rejected if its file is empty', async () => {
    const file = join(folder, 'empty');
    writeFileSync(file, '\n');
    expect(await run(['health'], { environment: { DATABASE_URL_FILE: file } })).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('DATABASE_URL'),
    });
  });
});
