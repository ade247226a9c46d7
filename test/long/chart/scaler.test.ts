import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { seedNigeria } from '../../../services/catalogue/demo/seed.ts';
import { findObject, renderObjects } from '../../support/chart/helm.ts';
import { openTestDatabase, type PooledDatabase } from '../../support/database.ts';

const Scaled = z.looseObject({
  minReplicaCount: z.int(),
  maxReplicaCount: z.int(),
  triggers: z.tuple([z.looseObject({ metadata: z.looseObject({ query: z.string() }) })]),
});

let database: PooledDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openTestDatabase();
  pool = database.pool;
  await seedNigeria(pool);
  await pool.query(`UPDATE network_queues SET rate_per_second = 10 WHERE queue = 'network.glo_ng'`);
});
afterAll(() => database.close());

async function queryOf(group: string): Promise<string> {
  const { spec } = findObject(await renderObjects(), 'ScaledObject', `bw-worker-${group}`);
  return Scaled.parse(spec).triggers[0].metadata.query;
}

/** What KEDA reads, as the role with which it connects. */
async function readWaiting(group: string): Promise<number> {
  const query = await queryOf(group);
  const client = await pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL ROLE bundlewire_read_only');
    const { rows } = await client.query<{ waiting: string }>(query);
    return Number(rows[0]?.waiting);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function enqueue(queue: string, count: number, claimedUntil = '-infinity'): Promise<void> {
  await pool.query(
    `INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at, claimed_until)
     SELECT uuidv7(), $1, 'start_purchase', uuidv7(), uuidv7(), app_now(), $3 FROM generate_series(1, $2)`,
    [queue, count, claimedUntil],
  );
}

describe('KEDA', () => {
  it('counts webhooks for every group, and purchases for the group of their network, as fast as the network takes them', async () => {
    expect([await readWaiting('mtn'), await readWaiting('others')]).toEqual([0, 0]);
    await enqueue('webhooks', 7);
    expect([await readWaiting('mtn'), await readWaiting('others')]).toEqual([7, 7]);
    await enqueue('network.glo_ng', 20);
    expect([await readWaiting('mtn'), await readWaiting('others')]).toEqual([7, 27]);
    // 5 s of 10 purchases per second: more workers would not send the others faster.
    await enqueue('network.glo_ng', 500);
    expect([await readWaiting('mtn'), await readWaiting('others')]).toEqual([7, 57]);
    // A worker has these already.
    await enqueue('webhooks', 5, 'infinity');
    expect(await readWaiting('mtn')).toBe(7);
  });

  it('keeps each group between its replicas and its maxReplicas', async () => {
    const { spec } = findObject(await renderObjects(), 'ScaledObject', 'bw-worker-mtn');
    expect(Scaled.parse(spec)).toMatchObject({ minReplicaCount: 2, maxReplicaCount: 3 });
  });
});
