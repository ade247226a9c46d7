import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  PRICE,
} from '../../../../support/batches/fixture.ts';
import { runClient as run, withWorker } from '../../../../support/clients/command.ts';

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

async function file(name: string, csv: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, csv);
  return path;
}

it('tries the rows of a cancelled campaign again, and continues a retry that it made before', async () => {
  const path = await file('again.csv', goodFile(3));
  const checked = await run(['batch', 'check', path, '--reference', 'again', '--json'], { environment });
  const { id } = JSON.parse(checked.out);
  await run(['batch', 'cancel', id, '--yes'], { environment });
  const { out } = await run(['batch', 'breakdown', id], { environment });
  expect(out).toMatch(/Not bought: 3, a retry may buy them\.\n$/);
  const declined = await run(['batch', 'retry', id], { environment, answers: ['n'] });
  expect(declined).toMatchObject({ exitCode: 1, err: expect.stringContaining('again.retry-1') });
  const others = await run(['batch', 'retry', id, '--reason', 'no_such_reason'], { environment });
  expect(others).toMatchObject({ exitCode: 1, err: expect.stringContaining('reasons') });
  const ended = await withWorker(fixture, run(['batch', 'retry', id, '--yes'], { environment }));
  expect(ended).toMatchObject({ exitCode: 0, out: expect.stringMatching(/again\.retry-1.*Delivered +3\n/s) });
  const none = await run(['batch', 'retry', id, '--yes'], { environment });
  expect(none).toMatchObject({ exitCode: 1, err: expect.stringContaining('No row of this batch') });
});

it('sends the hours in which a campaign buys', async () => {
  const path = await file('hours.csv', goodFile(1));
  const hours = ['--send-between', '09:00-20:00', '--json'];
  const { out } = await run(['batch', 'check', path, ...hours], { environment });
  expect(JSON.parse(out).send_between).toBe('09:00-20:00');
});
