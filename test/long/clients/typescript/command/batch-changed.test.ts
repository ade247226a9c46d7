import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
} from '../../../../support/batches/fixture.ts';
import { runClient, withWorker } from '../../../../support/clients/command.ts';

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

const run = (...args: string[]) => runClient(args, { environment });

/** Uploads a campaign that waits for its start. */
async function checked(name: string, csv: string): Promise<string> {
  const path = join(folder, `${name}.csv`);
  await writeFile(path, csv);
  const { out } = await run('batch', 'check', path, '--json', '--duplicate-window-hours', '0');
  return JSON.parse(out).id;
}

it('lists the rows that a search finds, and says if there are more', async () => {
  const id = await checked('rows', `${goodFile(3)}nonsense,${MTN_BUNDLE},\n`);
  const found = await run('batch', 'rows', id, '--state', 'invalid');
  expect(found).toMatchObject({ exitCode: 0, out: expect.stringMatching(/5 +nonsense +.*invalid/) });
  expect(found.out).not.toContain(phoneNumber(1));
  const some = await run('batch', 'rows', id, '--limit', '2');
  expect(some.out).toMatch(/^ *2 .*\n *3 .*\nThere are more\./m);
  const wrong = await run('batch', 'rows', id, '--state', 'lost');
  expect(wrong).toMatchObject({ exitCode: 2, err: expect.stringContaining('--state lost is not known') });
});

it('corrects and drops rows, checks them again, and starts the campaign that is left', async () => {
  const id = await checked('changed', `${goodFile(3)}nonsense,${MTN_BUNDLE},\n`);
  const still = await run('batch', 'change', id, '5', '--number', '+23480312');
  expect(still).toMatchObject({ exitCode: 1, out: expect.stringMatching(/Row +5: invalid/) });
  const corrected = await run('batch', 'change', id, '5', '--number', '+2348030009999');
  expect(corrected).toMatchObject({ exitCode: 0, out: expect.stringMatching(/Row +5: waiting/) });
  const dropped = await run('batch', 'change', id, '2', '--drop');
  expect(dropped).toMatchObject({ exitCode: 0, out: expect.stringMatching(/Row +2: refused/) });
  expect((await run('batch', 'change', id, '2')).exitCode).toBe(2);
  expect(await run('batch', 'recheck', id)).toMatchObject({
    exitCode: 0,
    out: expect.stringContaining('30.00'),
  });

  const ended = await withWorker(fixture, run('batch', 'start', id, '--yes'));
  expect(ended.out).toMatch(/Delivered +3\n/);
  const restored = await run('batch', 'change', id, '2', '--restore');
  expect(restored).toMatchObject({ exitCode: 1, err: expect.stringContaining('completed') });
});

it('schedules a campaign with its cost, moves its start, and removes it', async () => {
  const id = await checked('later', goodFile(2));
  const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const unasked = await run('batch', 'schedule', id, '--at', at(1));
  expect(unasked).toMatchObject({ exitCode: 2, err: expect.stringContaining('--yes') });
  const scheduled = await run('batch', 'schedule', id, '--at', at(1), '--yes', '--json');
  expect(JSON.parse(scheduled.out)).toMatchObject({
    stage: 'scheduled',
    approved_cost: { amount: 2 * PRICE, currency: 'NGN' },
  });
  expect((await run('batch', 'show', id)).out).toMatch(/Waits +The campaign starts at/);
  const later = at(2);
  const hours = ['--send-between', '09:00-20:00'];
  const moved = await run('batch', 'schedule', id, '--at', later, ...hours, '--json');
  expect(JSON.parse(moved.out)).toMatchObject({
    not_before: later,
    send_between: '09:00-20:00',
    approved_cost: { amount: 2 * PRICE },
  });
  expect(await run('batch', 'unschedule', id)).toMatchObject({ exitCode: 0 });
  const past = await run('batch', 'schedule', id, '--at', at(-1), '--yes');
  expect(past).toMatchObject({ exitCode: 1, err: expect.stringContaining('is in the past') });
});

it('starts a scheduled campaign before its time', async () => {
  const id = await checked('earlier', goodFile(2));
  const at = new Date(Date.now() + 86_400_000).toISOString();
  await run('batch', 'schedule', id, '--at', at, '--yes');
  expect(await run('batch', 'start-now', id)).toMatchObject({ exitCode: 0 });
  const ended = await withWorker(fixture, run('batch', 'watch', id));
  expect(ended.out).toMatch(/Delivered +2\n/);
});
