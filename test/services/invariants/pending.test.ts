import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkPending, type WorkflowLookup } from '../../../services/invariants/pending.ts';
import { createHistoryFixture, type HistoryFixture } from '../../support/invariants/fixture.ts';
import { buy, succeed } from '../../support/invariants/history.ts';
import { at, TODAY } from '../../support/invariants/standard-history.ts';

let fixture: HistoryFixture;
beforeEach(async () => {
  fixture = await createHistoryFixture();
});
afterEach(() => fixture.close());

const check = (temporal: WorkflowLookup | null) => checkPending(fixture.pool, temporal, null, 0);
const nothingRuns: WorkflowLookup = { isRunning: async () => new Set() };

describe('a pending purchase', () => {
  it('is broken when nothing will start it and no workflow runs', async () => {
    expect(await check(nothingRuns)).toMatchObject({
      kind: 'broken',
      checked: 2,
      total: 1,
      broken: [{ row: fixture.history.running }],
    });
  });

  it('is not asked of Temporal while its start waits in the outbox', async () => {
    const asked: string[] = [];
    await check({
      async isRunning(ids) {
        asked.push(...ids);
        return new Set(ids);
      },
    });
    expect(asked).toEqual([fixture.history.running]);
  });

  it('is right when the second look finds its workflow', async () => {
    let looks = 0;
    const finding = await check({ isRunning: async (ids) => (++looks === 1 ? new Set() : new Set(ids)) });
    expect([finding.kind, looks]).toEqual(['holds', 2]);
  });

  it('is right when it is settled while Temporal is asked for the second time', async () => {
    let looks = 0;
    const finding = await check({
      async isRunning() {
        if (++looks === 2) await succeed(fixture.pool, fixture.history.running, at(TODAY, '17:00'));
        return new Set();
      },
    });
    expect(finding.kind).toBe('holds');
  });

  it('is right when the sweep queues its start between the looks', async () => {
    const finding = await check({
      async isRunning() {
        await fixture.pool.query({
          text: `
            INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
            SELECT gen_random_uuid(), 'network.mtn_ng', 'start_purchase', id, account_id, app_now()
              FROM purchases
             WHERE status = 'pending'
               AND NOT EXISTS (SELECT FROM outbox WHERE subject_id = purchases.id)`,
        });
        return new Set();
      },
    });
    expect(finding.kind).toBe('holds');
  });

  it('is found among more than one page of others', async () => {
    for (let nth = 0; nth < 502; nth++) {
      await buy(fixture.pool, fixture.history.account, { price: 1, at: at(TODAY, '15:00') });
    }
    expect(await check(nothingRuns)).toMatchObject({ kind: 'broken', checked: 504, total: 503 });
  });
});

describe('without an answer from Temporal', () => {
  it('nothing is checked, and nothing is called right', async () => {
    expect((await check(null)).kind).toBe('not_checked');
    const finding = await check({ isRunning: () => Promise.reject(new Error('no connection')) });
    expect(finding).toMatchObject({
      kind: 'not_checked',
      why: 'Temporal could not be asked: no connection',
    });
  });
});
