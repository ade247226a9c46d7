import { createRecurrence } from '../../../db/recurrence/recurrences.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { RecurrenceId } from '../../../domain/ids.ts';
import { CLIENT } from '../client-actor.ts';
import { asBatchId, type BatchFixture, PRICE } from './fixture.ts';

/** Makes a batch recur on Mondays. */
export async function recurring(
  { pool, client }: BatchFixture,
  reference: string,
  batchId: string,
): Promise<RecurrenceId> {
  const created = await createRecurrence(
    pool,
    {
      id: newId('rec'),
      accountId: client.accountId,
      reference,
      sourceId: asBatchId(batchId),
      calendar: { timeZone: 'Africa/Lagos', minute: 480, weekdays: [1], monthDays: [], endsAt: null },
      approvedCost: 100 * PRICE,
      currency: 'NGN',
      duplicateWindowHours: 0,
    },
    CLIENT,
  );
  if (created.kind !== 'created') throw new Error(`${reference}: ${created.kind}`);
  return created.recurrence.id;
}
