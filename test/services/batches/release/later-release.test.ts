import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { beginRelease } from '../../../../db/batches/release.ts';
import { createPool } from '../../../../db/pool.ts';
import { type Released, releaseNextPage } from '../../../../services/batches/release/page.ts';
import type { AcceptLane } from '../../../../services/purchases/accept-lane.ts';
import {
  asBatchId,
  type BatchFixture,
  createBatchFixture,
  GLO_BUNDLE,
  getBatch,
  goodFile,
  PRICE,
  phoneNumber,
  releaseOnce,
  uploaded,
} from '../../../support/batches/fixture.ts';
import { beginPatiently } from '../../../support/database.ts';
import { expectInvariants } from '../../../support/purchases/lane-fixture.ts';

const ROWS = 12;

let fixture: BatchFixture;
beforeEach(async () => {
  fixture = await createBatchFixture(100 * PRICE);
});
afterEach(() => fixture.close());

/** Begins a release and releases a page through a changed lane. */
async function releaseThrough(id: string, change: Partial<AcceptLane>): Promise<Released> {
  const acceptLane = { ...fixture.acceptLane, ...change };
  const release = await beginRelease(fixture.pool, asBatchId(id));
  return releaseNextPage({ ...fixture.release, acceptLane }, release, new AbortController().signal);
}

/** Runs `work` once, when the first row reaches it; all rows wait for that. */
function once(work: () => Promise<unknown>): () => Promise<unknown> {
  let running: Promise<unknown> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}

async function expectEachBoughtOnce(id: string): Promise<void> {
  const { rows } = await fixture.pool.query(
    `SELECT count(*)::int AS bought, count(DISTINCT reference)::int AS rows FROM purchases`,
  );
  expect(rows).toEqual([{ bought: ROWS, rows: ROWS }]);
  const counted = await fixture.pool.query(`
    SELECT b.released_count AS released, n.released AS by_network,
           (SELECT count(*)::int FROM batch_rows WHERE state = 'released') AS rows
      FROM batches b JOIN batch_networks n ON n.batch_id = b.id`);
  expect(counted.rows).toEqual([{ released: ROWS, by_network: ROWS, rows: ROWS }]);
  expect((await getBatch(fixture, id)).counts).toMatchObject({ pending: ROWS, waiting: 0, refused: 0 });
  await expectInvariants(fixture.pool);
}

describe('a release that a later one overtakes in the middle of a page', () => {
  it('buys nothing more, and each row is bought once', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), { reference: 'before' });
    const { buy } = fixture.acceptLane;
    const overtake = once(async () =>
      expect(await releaseOnce(fixture, id)).toMatchObject({ released: ROWS }),
    );
    const kinds: string[] = [];
    const page = await releaseThrough(id, {
      async buy(...request) {
        await overtake();
        const result = await buy(...request);
        kinds.push(result.kind);
        return result;
      },
    });

    expect(page).toMatchObject({ released: 0, remaining: ROWS, state: 'running' });
    expect(kinds).toEqual(Array(ROWS).fill('batch_stopped'));
    await expectEachBoughtOnce(id);
  });

  it('leaves it to the later one to record what it has bought', async () => {
    const { id } = await uploaded(fixture, goodFile(ROWS), { reference: 'after' });
    const overtake = once(async () =>
      expect(await releaseOnce(fixture, id)).toMatchObject({ released: ROWS }),
    );
    const page = await releaseThrough(id, {
      async buy(...request) {
        const result = await fixture.acceptLane.buy(...request);
        await fixture.acceptLane.idle();
        await overtake();
        return result;
      },
    });

    expect(page).toMatchObject({ released: 0, remaining: ROWS, state: 'running' });
    await expectEachBoughtOnce(id);
  });

  it('does not record as refused what the later one has bought', async () => {
    const parameters = { reference: 'refused', on_insufficient_balance: 'fail' };
    const { id } = await uploaded(fixture, goodFile(ROWS), parameters);
    await fixture.pool.query(`UPDATE accounts SET available = 0`);
    const { buy, idle } = fixture.acceptLane;
    const [bought, recorded] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const later: Promise<Released>[] = [];
    const overtake = once(async () => {
      await fixture.pool.query(`UPDATE accounts SET available = $1`, [100 * PRICE]);
      later.push(
        releaseThrough(id, {
          async buy(...request) {
            const result = await buy(...request);
            bought.resolve();
            await recorded.promise;
            return result;
          },
        }),
      );
      await bought.promise;
      await idle();
    });
    const page = await releaseThrough(id, {
      async buy(...request) {
        const result = await buy(...request);
        await overtake();
        return result;
      },
    });
    recorded.resolve();

    expect(page).toMatchObject({ released: 0 });
    expect(await Promise.all(later)).toMatchObject([{ released: ROWS }]);
    await expectEachBoughtOnce(id);
  });

  it('does not buy what the later one has recorded as refused', async () => {
    const parameters = { reference: 'bought', on_insufficient_balance: 'fail' };
    // A row that waits for its network keeps the batch running.
    const waiting = `${phoneNumber(1, '+234805')},${GLO_BUNDLE},c-glo\n`;
    const { id } = await uploaded(fixture, goodFile(ROWS) + waiting, parameters);
    await fixture.pool.query(`UPDATE networks SET status = 'unavailable' WHERE id = 'net_glo'`);
    const overtake = once(async () => {
      await fixture.pool.query(`UPDATE accounts SET available = 0`);
      await releaseOnce(fixture, id);
      await fixture.pool.query(`UPDATE accounts SET available = $1`, [100 * PRICE]);
    });
    await releaseThrough(id, {
      async buy(...request) {
        await overtake();
        return fixture.acceptLane.buy(...request);
      },
    });

    const { rowCount } = await fixture.pool.query(`SELECT FROM purchases`);
    expect(rowCount).toBe(0);
    expect((await getBatch(fixture, id)).counts).toMatchObject({ refused: ROWS, waiting: 1, pending: 0 });
    await expectInvariants(fixture.pool);
  });
});

it('a page whose connection breaks while it is recorded is repeated, and buys each row once', async () => {
  const { id } = await uploaded(fixture, goodFile(ROWS), { reference: 'cut' });
  const pool = createPool(fixture.databaseUrl, { max: 1, applicationName: 'test-cut' });
  const release = await beginRelease(pool, asBatchId(id));
  const holder = await fixture.pool.connect();
  await beginPatiently(holder);
  const holdBatch = once(async () => {
    await fixture.acceptLane.idle();
    await holder.query('SELECT FROM batches FOR UPDATE');
  });
  const acceptLane: AcceptLane = {
    ...fixture.acceptLane,
    async buy(...request) {
      const result = await fixture.acceptLane.buy(...request);
      await holdBatch();
      return result;
    },
  };
  const deps = { ...fixture.release, pool, acceptLane };
  const broken = releaseNextPage(deps, release, new AbortController().signal).catch(
    (error: unknown) => error,
  );
  await expect.poll(cutWaiting).toBe(1);
  await holder.query('ROLLBACK');
  holder.release();
  expect(await broken).toMatchObject({ name: 'TransactionError', outcome: 'rolled_back' });
  expect((await getBatch(fixture, id)).counts).toMatchObject({ pending: ROWS, waiting: 0 });

  const again = { ...fixture.release, pool };
  const page = await releaseNextPage(again, release, new AbortController().signal);
  expect(page).toMatchObject({ released: ROWS });
  await expectEachBoughtOnce(id);
  await pool.end();
});

/** Ends the connections of the page that wait for a lock; answers how many. */
async function cutWaiting(): Promise<number | null> {
  const { rowCount } = await fixture.pool.query(`
    SELECT pg_terminate_backend(pid)
      FROM pg_stat_activity
     WHERE application_name = 'test-cut' AND datname = current_database() AND wait_event_type = 'Lock'`);
  return rowCount;
}
