import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient } from '../../../../../clients/typescript/src/index.ts';
import {
  type BatchFixture,
  createBatchFixture,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
} from '../../../../support/batches/fixture.ts';
import { runClient } from '../../../../support/clients/command.ts';

let fixture: BatchFixture;
let folder: string;
let environment: Record<string, string>;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000 * PRICE);
  const url = await fixture.app.listen({ port: 0, host: '127.0.0.1' });
  folder = await mkdtemp(join(tmpdir(), 'bundlewire-command-'));
  environment = { BUNDLEWIRE_BASE_URL: url, BUNDLEWIRE_API_KEY: fixture.client.key };
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await fixture.close();
});

async function check(name: string, csv: string, ...options: string[]) {
  const path = join(folder, `${name}.csv`);
  await writeFile(path, csv);
  return runClient(['batch', 'check', path, '--reference', name, '--json', ...options], { environment });
}

async function bundlesOf(out: string): Promise<string[]> {
  const client = createClient({
    baseUrl: environment.BUNDLEWIRE_BASE_URL ?? '',
    apiKey: environment.BUNDLEWIRE_API_KEY ?? '',
  });
  const { data } = await client.batches.rows(JSON.parse(out).id).page();
  return data.map(({ bundle_id }) => bundle_id);
}

it('chooses the bundle by data and validity for rows that choose none', async () => {
  const { rows } = await fixture.pool.query<{ data_mb: number; validity_hours: number }>(
    'SELECT data_mb, validity_hours FROM bundles WHERE id = $1',
    [MTN_BUNDLE],
  );
  const [mb, hours] = [String(rows[0]?.data_mb), String(rows[0]?.validity_hours)];
  const numbers = `phone_number\n${phoneNumber(1)}\n`;
  const both = await check('both', numbers, '--data-mb', mb, '--validity-hours', hours);
  expect(both.exitCode, both.err).toBe(0);
  expect(await bundlesOf(both.out)).toEqual([MTN_BUNDLE]);

  // The file has the validity of each row.
  const withValidity = `phone_number,validity_hours\n${phoneNumber(2)},${hours}\n`;
  const one = await check('one', withValidity, '--data-mb', mb);
  expect(one.exitCode, one.err).toBe(0);
  expect(await bundlesOf(one.out)).toEqual([MTN_BUNDLE]);

  expect((await check('neither', numbers)).exitCode).toBe(1);
});

it.each(['1 GB', '0', '-1', '1.5', '12345678901'])('refuses %s as an amount of data', async (data) => {
  expect(await check('wrong', 'phone_number\n', `--data-mb=${data}`)).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining(`--data-mb ${data} is not a whole number`),
  });
});
