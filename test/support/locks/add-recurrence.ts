import type { Pool } from 'pg';
import { createRecurrence } from '../../../db/recurrence/recurrences.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { AccountId, BatchId, RecurrenceId } from '../../../domain/ids.ts';
import { CLIENT } from '../client-actor.ts';
import { PRICE } from '../purchases/lane-fixture.ts';

/** A recurring campaign that buys the rows of a batch every day. */
export async function addRecurrence(
  pool: Pool,
  accountId: AccountId,
  sourceId: BatchId,
): Promise<RecurrenceId> {
  const wanted = {
    id: newId('rec'),
    accountId,
    reference: 'daily',
    sourceId,
    calendar: { timeZone: 'Africa/Lagos', minute: 0, weekdays: [], monthDays: [], endsAt: null },
    approvedCost: PRICE,
    currency: 'NGN',
    duplicateWindowHours: 0,
  };
  const created = await createRecurrence(pool, wanted, CLIENT);
  if (created.kind !== 'created') throw new Error(`the recurring campaign was not created: ${created.kind}`);
  return created.recurrence.id;
}
