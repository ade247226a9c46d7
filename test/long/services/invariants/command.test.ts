import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuidOf } from '../../../../domain/ids.ts';
import { urlAs } from '../../../../tools/stack/servers/roles.ts';
import { createHistoryFixture, type HistoryFixture } from '../../../support/invariants/fixture.ts';

const MAIN = join(import.meta.dirname, '..', '..', '..', '..', 'tools', 'verify.ts');

let fixture: HistoryFixture;
let folder: string;
beforeAll(async () => {
  fixture = await createHistoryFixture({ max: 1 });
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

/** Runs the command in a folder without a stack. */
async function run(environment: Record<string, string>) {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], { cwd: folder, env: { PATH, ...environment } });
  const exited = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const [out, err, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { out, err, exitCode };
}

describe('npm run verify', () => {
  it('ends with 0 when nothing is broken, and says what it could not check', async () => {
    const { out, err, exitCode } = await run({ DATABASE_URL: urlAs('operator', fixture.url) });
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toContain('checked against the rows:');
    expect(out).toContain('13 of 15 invariants hold. 2 could not be checked.');
  });

  it('ends with 2 when a Temporal server was named and does not answer', async () => {
    const { out, exitCode } = await run({ DATABASE_URL: fixture.url, TEMPORAL_ADDRESS: '127.0.0.1:1' });
    expect(exitCode).toBe(2);
    expect(out).toContain('checked against the rows and the running workflows:');
    expect(out).toMatch(/Temporal could not be asked/);
  });

  it('ends with 1 and the account when a balance is wrong', async () => {
    const change = (by: number) =>
      fixture.pool.query({
        text: `UPDATE accounts SET available = available + $2 WHERE id = $1`,
        values: [uuidOf('acc', fixture.history.account), by],
      });
    await change(1);
    const { out, exitCode } = await run({ DATABASE_URL: urlAs('operator', fixture.url) });
    await change(-1);
    expect(exitCode).toBe(1);
    expect(out).toContain(`${fixture.history.account}: available plus held is 99251`);
  });

  it('ends with 2 and a sentence when there is no database to verify, or none that answers', async () => {
    const without = await run({});
    expect([without.exitCode, without.out]).toEqual([2, '']);
    expect(without.err).toMatch(/^There is no database to verify\..*npm start\.\n$/);
    const silent = await run({ DATABASE_URL: 'postgresql://127.0.0.1:1/none' });
    expect(silent.exitCode).toBe(2);
    expect(silent.err).toMatch(
      /^The database cannot be read \(.*\)\. Check that it runs, .* in DATABASE_URL\.\n$/,
    );
  });
});
