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

const run = (...args: string[]) => runClient(args, { environment });

it('makes a campaign recur after asking, and shows, pauses, resumes and ends it', async () => {
  const path = join(folder, 'weekly.csv');
  await writeFile(path, goodFile(3));
  const { id } = JSON.parse((await run('batch', 'check', path, '--json')).out);
  const calendar = ['--at', '08:00', '--time-zone', 'Africa/Lagos', '--weekdays', '1,4'];
  const wanted = [
    'recurring',
    'create',
    id,
    '--reference',
    'weekly',
    ...calendar,
    '--approved-cost',
    '45.00',
  ];
  expect(await run(...wanted)).toMatchObject({ exitCode: 2, err: expect.stringContaining('--yes') });
  const declined = await runClient(wanted, { environment, answers: ['n'] });
  expect(declined).toMatchObject({ exitCode: 1, err: expect.stringContaining('30.00 NGN') });
  expect((await run('recurring', 'list')).out).toContain('None.');

  const created = await run(...wanted, '--yes', '--json');
  const recurring = JSON.parse(created.out);
  expect(recurring).toMatchObject({
    batch_id: id,
    weekdays: [1, 4],
    approved_cost: { amount: 4_500, currency: 'NGN' },
  });
  const shown = await run('recurring', 'show', recurring.id);
  expect(shown.out).toMatch(/Time +08:00 Africa\/Lagos\nWeekdays +1, 4\n/);
  expect((await run('recurring', 'list')).out).toMatch(/weekly +active +\d{4}-/);
  expect((await run('recurring', 'pause', recurring.id)).out).toMatch(/Status +paused/);
  expect((await run('recurring', 'resume', recurring.id)).out).toMatch(/Status +active/);
  expect((await run('recurring', 'delete', recurring.id)).exitCode).toBe(2);
  expect((await run('recurring', 'delete', recurring.id, '--yes')).out).toMatch(/Status +deleted/);
});

it('rejects days that are no numbers, and amounts without their decimals', async () => {
  const path = join(folder, 'wrong.csv');
  await writeFile(path, goodFile(1));
  const { id } = JSON.parse((await run('batch', 'check', path, '--json')).out);
  const wanted = ['recurring', 'create', id, '--reference', 'wrong', '--at', '08:00', '--time-zone', 'UTC'];
  const days = await run(...wanted, '--approved-cost', '45.00', '--weekdays', 'Monday', '--yes');
  expect(days).toMatchObject({ exitCode: 2, err: expect.stringContaining('--weekdays Monday') });
  const amount = await run(...wanted, '--approved-cost', '45', '--yes');
  expect(amount).toMatchObject({ exitCode: 2, err: expect.stringContaining('--approved-cost 45') });
});

it('shows and changes who gets e-mails about campaigns, kind by kind', async () => {
  expect((await run('notices')).out).toMatch(/Completed +no one\n/);
  expect((await run('notices', 'set')).exitCode).toBe(2);
  const completed = ['--completed', 'a@example.com', '--completed', 'b@example.com'];
  const set = await run('notices', 'set', ...completed, '--needs-money', 'c@example.com');
  expect(set.out).toMatch(/Completed +a@example.com, b@example.com\n.*Needs money +c@example.com/s);
  const removed = await run('notices', 'set', '--completed', 'none', '--json');
  expect(JSON.parse(removed.out)).toMatchObject({ completed: [], needs_money: ['c@example.com'] });
});
