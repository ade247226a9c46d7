import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRecurrence, setRecurrenceStatus } from '../../../db/recurrence/recurrences.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import { addKey, send } from '../../support/batches/approvals.ts';
import {
  asBatchId,
  type BatchFixture,
  createBatchFixture,
  goodFile,
  PRICE,
  phoneNumber,
  uploaded,
} from '../../support/batches/fixture.ts';
import { CLIENT } from '../../support/client-actor.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterAll(() => fixture.close());

it('[recurring.run] only those who may start campaigns change the rows that a recurring batch buys', async () => {
  const { accountId } = fixture.client;
  const { id: source } = await uploaded(fixture, goodFile(2), { reference: 'first', start: 'manual' });
  const preparer = await addKey(fixture, ['batches:create', 'batches:read', 'numbers:read']);
  const starter = await addKey(fixture, ['batches:create', 'batches:read', 'batches:start', 'numbers:read']);
  const change = (key: string, to: number) =>
    send(fixture, key, 'PATCH', `/batches/${source}/rows/2`, { phone_number: phoneNumber(to) });
  expect((await change(preparer, 71)).status).toBe(200);

  const id = newId('rec');
  const calendar = { timeZone: 'Africa/Lagos', minute: 480, weekdays: [], monthDays: [], endsAt: null };
  const terms = { reference: 'daily', approvedCost: 2 * PRICE, currency: 'NGN', duplicateWindowHours: 0 };
  await createRecurrence(
    fixture.pool,
    { id, accountId, sourceId: asBatchId(source), calendar, ...terms },
    CLIENT,
  );
  const refused = await change(preparer, 72);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'permission_denied']);
  expect(refused.body.error.details).toEqual({ required_right: 'batches:start' });
  expect((await change(starter, 73)).status).toBe(200);

  await setRecurrenceStatus(fixture.pool, accountId, id, 'deleted', CLIENT);
  expect((await change(preparer, 74)).status).toBe(200);
});
