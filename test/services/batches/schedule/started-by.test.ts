import { afterAll, beforeAll, expect, it } from 'vitest';
import { commandBatch } from '../../../../db/batches/commands.ts';
import { orderSchedule } from '../../../../db/batches/schedule.ts';
import { NOTHING_AGREED } from '../../../../domain/batch/agreement.ts';
import type { BatchCommand } from '../../../../domain/batch/life.ts';
import { newId } from '../../../../domain/crypto/new-id.ts';
import { type BatchId, idFromUuid, type KeyId, uuidOf } from '../../../../domain/ids.ts';
import {
  asBatchId,
  type BatchFixture,
  createBatchFixture,
  goodFile,
  PRICE,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { CLIENT } from '../../../support/client-actor.ts';

let fixture: BatchFixture;
beforeAll(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterAll(() => fixture.close());

const KEY = newId('key');
const PERSON = null;

async function ready(): Promise<BatchId> {
  return asBatchId((await uploaded(fixture, goodFile(2), { reference: newId('bat'), start: 'manual' })).id);
}

async function order(id: BatchId, command: BatchCommand, keyId: KeyId | null): Promise<void> {
  const { pool, client } = fixture;
  const done = await commandBatch(pool, client.accountId, id, command, CLIENT, NOTHING_AGREED, keyId);
  expect(done.kind).toBe('moved');
}

/** The key whose caps count for the batch. */
async function keyOf(id: BatchId): Promise<KeyId | null> {
  const { rows } = await fixture.pool.query<{ key: string | null }>({
    text: 'SELECT key_id AS key FROM batches WHERE id = $1',
    values: [uuidOf('bat', id)],
  });
  return rows[0]?.key == null ? null : idFromUuid('key', rows[0].key);
}

it('a batch that a key started and a person resumes is in the caps of no key', async () => {
  const id = await ready();
  await order(id, 'start', KEY);
  await order(id, 'pause', PERSON);
  expect(await keyOf(id)).toBe(KEY);
  await order(id, 'resume', PERSON);
  expect(await keyOf(id)).toBeNull();
});

it('a batch that a person started and a key resumes is in the caps of that key', async () => {
  const id = await ready();
  await order(id, 'start', PERSON);
  await order(id, 'pause', PERSON);
  await order(id, 'resume', KEY);
  expect(await keyOf(id)).toBe(KEY);
});

it('a batch that a key scheduled and a person starts earlier is in the caps of no key', async () => {
  const id = await ready();
  const { pool, client } = fixture;
  const startAt = new Date(Date.now() + 3_600_000);
  const scheduled = { kind: 'schedule', startAt } as const;
  await orderSchedule(pool, client.accountId, id, scheduled, CLIENT, NOTHING_AGREED, KEY);
  expect(await keyOf(id)).toBe(KEY);
  await orderSchedule(pool, client.accountId, id, { kind: 'start_now' }, CLIENT);
  expect(await keyOf(id)).toBeNull();
});
