import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { forceResolve } from '../../../services/purchases/force-resolve.ts';
import { type PurchaseTimeline, QUERIES, UPDATES } from '../../../workflows/names.ts';
import { NETWORK, RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { createRunningFixture, type RunningFixture } from '../../support/relay/running.ts';

const WHO = { operator: 'ada', reason: 'ticket 4711' };
const EVIDENCE = { evidence: 'MTN support, case 88' };

let fixture: RunningFixture;
beforeAll(async () => {
  fixture = await createRunningFixture();
});
afterAll(() => fixture.close());

/** A purchase that the gateway accepted and never reports. */
async function stuck(): Promise<PurchaseId> {
  const relay = fixture.startRelay();
  const purchaseId = await fixture.buyTold({ end: null });
  const handle = fixture.handleOf(purchaseId);
  await expect
    .poll(
      () =>
        handle
          .query<PurchaseTimeline>(QUERIES.timeline)
          .then(({ stage }) => stage)
          .catch(() => null),
      {
        timeout: 60_000,
      },
    )
    .toBe('waiting');
  await relay.stop();
  return purchaseId;
}

async function actionsOn(purchaseId: PurchaseId) {
  const { rows } = await fixture.pool.query(
    `SELECT principal_id AS operator, action, reason, after AS details FROM audit_log WHERE subject = $1 ORDER BY at, id`,
    [purchaseId],
  );
  return rows;
}

it('a waiting purchase shows in its call stack where it waits', async () => {
  const purchaseId = await stuck();
  const callStack = await fixture.handleOf(purchaseId).query<string>('__stack_trace');
  expect(callStack).toContain('inquireUntilKnown');
});

describe('a stuck purchase', () => {
  it('is found by its attributes, says in a line what it is, and is resolved by hand with a record', async () => {
    const purchaseId = await stuck();
    const handle = fixture.handleOf(purchaseId);
    const described = await handle.describe();
    expect(await described.staticSummary()).toBe(`${NETWORK} · bnd_1gb · ${purchaseId}`);
    const { searchAttributes } = described;
    expect(searchAttributes).toMatchObject({
      NetworkId: [NETWORK],
      AccountId: [fixture.accountId],
      Stage: ['waiting'],
    });

    const args: [object] = [{ outcome: 'delivered', ...EVIDENCE, ...WHO, networkReference: 'NR-1' }];
    expect(await handle.executeUpdate(UPDATES.forceResolve, { args })).toEqual({
      status: 'successful',
      moved: true,
      refused: null,
    });
    expect(await handle.result()).toBe('settled');
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'successful',
      network_reference: 'NR-1',
    });
    expect(await actionsOn(purchaseId)).toMatchObject([
      { ...WHO, action: 'purchase_resolve', details: { outcome: 'delivered', ...EVIDENCE } },
    ]);
  });

  it('is inquired about when an operator asks, with a record of who asked', async () => {
    const purchaseId = await stuck();
    const handle = fixture.handleOf(purchaseId);
    const args: [object] = [WHO];
    const timeline = await handle.executeUpdate<PurchaseTimeline, [object]>(UPDATES.requery, { args });
    expect(timeline.inquiries).toBeGreaterThanOrEqual(1);
    expect(await actionsOn(purchaseId)).toMatchObject([{ ...WHO, action: 'purchase_requery' }]);
    await forceResolve(fixture.ports, { purchaseId, outcome: 'not_delivered', ...EVIDENCE, ...WHO });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'failed',
      failure_code: 'network_rejected',
    });
    await handle.signal('settled');
  });
});

describe('resolving by hand without a workflow', () => {
  const resolve = (purchaseId: PurchaseId, outcome: 'delivered' | 'not_delivered') =>
    forceResolve(fixture.ports, { purchaseId, outcome, ...EVIDENCE, ...WHO });

  it('moves a purchase once; a repeat changes and records nothing', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    expect(await resolve(purchaseId, 'not_delivered')).toMatchObject({ status: 'failed', moved: true });
    expect(await resolve(purchaseId, 'not_delivered')).toMatchObject({ status: 'failed', moved: false });
    expect(await actionsOn(purchaseId)).toHaveLength(1);
  });

  it('does not call a purchase delivered that was never sent', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    expect(await resolve(purchaseId, 'delivered')).toEqual({
      status: 'pending',
      moved: false,
      refused: 'never_sent',
    });
    expect(await actionsOn(purchaseId)).toEqual([]);
  });

  it('waits while a send may still be answered, and makes a delivery after resolve_by a late confirmation', async () => {
    const purchaseId = await fixture.buyTold({ end: null });
    const uuid = uuidOf('pur', purchaseId);
    const send = `INSERT INTO submissions (purchase_id, attempt, sent_at) VALUES ($1, 1, app_now())`;
    await fixture.pool.query(send, [uuid]);
    expect(await resolve(purchaseId, 'not_delivered')).toMatchObject({
      refused: 'send_under_way',
      moved: false,
    });

    await fixture.moveClock(RESOLVE_WITHIN_MS + 1_000);
    expect(await resolve(purchaseId, 'delivered')).toMatchObject({ status: 'failed', moved: true });
    const { rowCount } = await fixture.pool.query(`SELECT FROM late_confirmations WHERE purchase_id = $1`, [
      uuid,
    ]);
    expect(rowCount).toBe(1);
    expect(await actionsOn(purchaseId)).toMatchObject([
      { action: 'purchase_resolve', details: { outcome: 'delivered' } },
    ]);
    await fixture.moveClock(-RESOLVE_WITHIN_MS - 1_000);
  });
});
