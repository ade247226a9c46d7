import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { urlAs } from '../../../../tools/stack/servers/roles.ts';
import { type CliFixture, createCliFixture } from '../../../support/cli/fixture.ts';
import { run } from '../../../support/cli/terminal.ts';

let fixture: CliFixture;
let folder: string;
beforeAll(async () => {
  fixture = await createCliFixture();
  folder = mkdtempSync(join(tmpdir(), 'verify-'));
});
afterAll(async () => {
  await fixture.close();
  rmSync(folder, { recursive: true });
});

it('verifies and records the database that a container names by a file, as docker-compose.yml and the chart do', async () => {
  const file = join(folder, 'operator_database_url');
  writeFileSync(file, `${urlAs('operator', fixture.url)}\n`);
  const { out, err, exitCode } = await run(['verify', '--record'], {
    environment: { DATABASE_URL_FILE: file },
  });
  expect({ err, exitCode }).toEqual({ err: '', exitCode: 0 });
  expect(out).toContain('checked against the rows:');
  const { rows } = await fixture.pool.query('SELECT broken FROM verifications');
  expect(rows).toEqual([{ broken: 0 }]);
});
