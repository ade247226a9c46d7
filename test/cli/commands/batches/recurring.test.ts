import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../../domain/crypto/new-id.ts';
import type { RecurrenceId } from '../../../../domain/ids.ts';
import { urlAs } from '../../../../tools/stack/servers/roles.ts';
import {
  type BatchFixture,
  createBatchFixture,
  goodFile,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { recurring } from '../../../support/batches/recurring.ts';
import { run } from '../../../support/cli/terminal.ts';

let fixture: BatchFixture;
let id: RecurrenceId;
beforeAll(async () => {
  fixture = await createBatchFixture(1_000_000);
  const batch = await uploaded(fixture, goodFile(3), { reference: 'source', start: 'manual' });
  id = await recurring(fixture, 'weekly', batch.id);
});
afterAll(() => fixture.close());

const cli = (...args: string[]) =>
  run(['recurring', ...args], {
    environment: { DATABASE_URL: urlAs('operator', fixture.databaseUrl), BUNDLEWIRE_OPERATOR: 'ada' },
  });
const control = (command: string, of: string = id) =>
  cli('control', command, of, '--reason', 'ticket 4711', '--yes');

it('the recurring campaigns of an account are listed and shown with their next run', async () => {
  const listed = await cli('list', fixture.client.accountId);
  expect(listed).toMatchObject({ exitCode: 0, out: expect.stringMatching(`${id} +weekly +active +\\d{4}-`) });
  const { exitCode, out } = await cli('show', id);
  expect(exitCode).toBe(0);
  expect(out).toMatch(/Limit of a run +1,000\.00 NGN/);
  expect(out).toContain('No runs yet.');
});

it('an operator pauses, resumes and deletes one, and a deleted one stays deleted', async () => {
  expect((await control('pause')).out).toBe(`${id} is paused.\n`);
  expect((await cli('show', id)).out).toMatch(/Next run +–/);
  expect((await control('pause')).out).toContain('It was already; nothing was changed.');
  expect((await control('resume')).out).toBe(`${id} is active.\n`);
  expect((await control('delete')).out).toBe(`${id} is deleted.\n`);
  expect(await control('resume')).toMatchObject({ exitCode: 1, err: expect.stringContaining('is deleted') });
  const { rows } = await fixture.pool.query(
    `SELECT action FROM audit_log WHERE action LIKE 'recurring%' AND principal_kind = 'operator' ORDER BY seq`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'recurring_batch_pause',
    'recurring_batch_resume',
    'recurring_batch_delete',
  ]);
});

it.each([
  ['an unknown command', () => control('stop'), 'Use one of: pause, resume, delete'],
  ['what is no id', () => control('pause', 'weekly'), 'rec_ and 26 characters'],
  ['one that does not exist', () => control('pause', newId('rec')), 'There is no recurring campaign'],
])('%s is rejected', async (_case, order, message) => {
  const { exitCode, err } = await order();
  expect([exitCode === 0, err.includes(message)]).toEqual([false, true]);
});
