import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRecurrence, setRecurrenceStatus } from '../../../db/recurrence/recurrences.ts';
import { listRuns, requeueOverdueRuns, takeDueRun } from '../../../db/recurrence/runs.ts';
import { replaceSpendingLimits } from '../../../db/rules/limits.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { RecurrenceId } from '../../../domain/ids.ts';
import { createTurns } from '../../../services/batches/turns.ts';
import { runDue } from '../../../services/recurrence/run.ts';
import { moveClock } from '../../support/batches/clock.ts';
import {
  asBatchId,
  type BatchFixture,
  createBatchFixture,
  getBatch,
  goodFile,
  PRICE,
  uploaded,
} from '../../support/batches/fixture.ts';
import { CLIENT } from '../../support/client-actor.ts';

const DAILY = { timeZone: 'Africa/Lagos', minute: 8 * 60, weekdays: [], monthDays: [], endsAt: null };
const at = (day: number, time = '07:00:00') => new Date(`2027-03-0${day}T${time}Z`);
const ROWS = 4;

let fixture: BatchFixture;
let id: RecurrenceId;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
  await moveClock(fixture.pool, at(1, '06:00:00'));
  const source = await uploaded(fixture, goodFile(ROWS), { reference: 'first', start: 'manual' });
  const wanted = {
    id: newId('rec'),
    accountId: fixture.client.accountId,
    reference: 'daily',
    sourceId: asBatchId(source.id),
    calendar: DAILY,
    approvedCost: 10 * PRICE,
    currency: 'NGN',
    duplicateWindowHours: 0,
  };
  const created = await createRecurrence(fixture.pool, wanted, CLIENT);
  if (created.kind !== 'created') throw new Error(created.kind);
  id = created.recurrence.id;
});
afterEach(() => fixture.close());

const run = () => runDue({ ...fixture.release, turns: createTurns() }, id);
const change = (to: 'paused' | 'deleted') =>
  setRecurrenceStatus(fixture.pool, fixture.client.accountId, id, to, CLIENT);

/** Of the last run: why it was skipped, and the status of its batch. */
async function lastRun(): Promise<readonly [string | null, string | null]> {
  const [last] = await listRuns(fixture.pool, fixture.client.accountId, id, 1);
  return [
    last?.skipCode ?? null,
    last?.batchId == null ? null : (await getBatch(fixture, last.batchId)).status,
  ];
}

it('[recurring.skip] a run that was taken, and whose recurring batch was then deleted, makes no batch', async () => {
  await moveClock(fixture.pool, at(1));
  expect(await takeDueRun(fixture.pool, id)).toMatchObject({ kind: 'starting' });
  expect(await change('deleted')).toBe('deleted');
  await moveClock(fixture.pool, at(4));
  await fixture.pool.query('DELETE FROM outbox');
  expect(await requeueOverdueRuns(fixture.pool, 60_000)).toBe(1);
  await run();
  expect(await lastRun()).toEqual(['ended', null]);
  await fixture.pool.query('DELETE FROM outbox');
  expect(await requeueOverdueRuns(fixture.pool, 60_000)).toBe(0);
});

it('a run whose recurring batch is paused while its batch is made does not start it', async () => {
  await fixture.pool.query(`
    CREATE FUNCTION pause_all() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN UPDATE recurrences SET status = 'paused', next_run_at = NULL; RETURN NULL; END $$;
    CREATE TRIGGER pause_all AFTER UPDATE OF status ON batches FOR EACH ROW WHEN (NEW.status = 'ready')
      EXECUTE FUNCTION pause_all()`);
  await moveClock(fixture.pool, at(1));
  await run();
  expect(await lastRun()).toEqual(['ended', 'canceled']);
});

it('a run that was taken, and is finished more than an hour after its time, buys nothing', async () => {
  await moveClock(fixture.pool, at(1));
  expect(await takeDueRun(fixture.pool, id)).toMatchObject({ kind: 'starting' });
  await moveClock(fixture.pool, at(1, '08:01:00'));
  await run();
  expect(await lastRun()).toEqual(['missed', 'canceled']);
});

it('a run above the limit of the account for one campaign is skipped, and the next may start', async () => {
  const limit = (campaign: number | null) =>
    replaceSpendingLimits(
      fixture.pool,
      fixture.client.accountId,
      { campaign, day: null, month: null },
      CLIENT,
    );
  await limit((ROWS - 1) * PRICE);
  await moveClock(fixture.pool, at(1));
  await run();
  expect(await lastRun()).toEqual(['over_limit', 'canceled']);

  await limit(null);
  await moveClock(fixture.pool, at(2));
  await run();
  expect(await lastRun()).toEqual([null, 'running']);
});
