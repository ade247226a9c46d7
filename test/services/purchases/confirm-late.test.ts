import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_ENTRY, searchAudit } from '../../../db/audit/search.ts';
import { countOpenNews } from '../../../db/networks/gateway-alerts.ts';
import { storeCallback } from '../../../db/purchases/callbacks.ts';
import { listLateConfirmations, resolveLateConfirmation } from '../../../db/purchases/late-confirmations.ts';
import type { PurchaseId } from '../../../domain/ids.ts';
import { confirmLate } from '../../../services/purchases/confirm-late.ts';
import { NETWORK, RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { CALL, createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';
import { holdAccount, untilWaiting } from '../../support/purchases/holding.ts';
import { expectInvariants } from '../../support/purchases/lane-fixture.ts';
import {
  CONFIRMED,
  contradictionsOf,
  inquire,
  lateConfirmationsOf,
  scripted,
  submit,
} from '../../support/purchases/scripted-gateway.ts';

let fixture: GatewayFixture;
beforeAll(async () => {
  fixture = await createGatewayFixture();
});
afterAll(() => fixture.close());

const ADA = { operator: 'ada', reason: 'claim 12', evidence: 'letter of MTN of 20 November' };
const REFUSED = { kind: 'refused', code: 'number_barred', gatewayCode: 'X', supplierFault: false } as const;
const record = (purchaseId: PurchaseId) =>
  confirmLate(fixture.pool, { ...ADA, purchaseId, networkReference: 'MTN-77' });
const listed = async (purchaseId: PurchaseId) =>
  (await listLateConfirmations(fixture.pool, { all: true, networkId: null, limit: 100 })).filter(
    (late) => late.purchaseId === purchaseId,
  );
const entriesOf = (subject: string) =>
  searchAudit(fixture.pool, { ...ANY_ENTRY, subject, action: 'late_confirm' }, null, 10);

/** A purchase that was sent, and that failed at its deadline without an answer. */
async function timedOut(): Promise<PurchaseId> {
  const purchaseId = await fixture.buy(fixture.accountId);
  await submit(scripted(fixture, { kind: 'unknown', reason: 'timed_out', detail: '' }), purchaseId);
  await fixture.moveClock(RESOLVE_WITHIN_MS);
  const expired = { purchaseId, report: { kind: 'expired' }, endWorkflow: false } as const;
  await fixture.settleLane.settle(fixture.accountId, expired);
  return purchaseId;
}

const callback = (purchaseId: PurchaseId) => async () => {
  const outcome = { ...CONFIRMED, confirmedAt: new Date().toISOString() };
  const body = Buffer.from(JSON.stringify({ kind: 'verified', gatewayReference: purchaseId, outcome }));
  const stored = await storeCallback(fixture.pool, NETWORK, true, { body, headers: {} });
  if (stored === null) throw new Error('it was handled before');
  await scripted(fixture, CONFIRMED).callbacks.handle(stored, CALL);
};

describe('a delivery that a letter proves after its purchase has failed', () => {
  it('is recorded once, as a late confirmation of the gateway is, with the evidence', async () => {
    const purchaseId = await timedOut();
    const before = await countOpenNews(fixture.pool);
    expect(await record(purchaseId)).toEqual({
      status: 'failed',
      recorded: true,
      refused: null,
      late: { recordedAt: expect.any(Date), resolution: null, source: 'operator' },
    });
    expect(await listed(purchaseId)).toMatchObject([
      { networkReference: 'MTN-77', resolution: null, source: 'operator', evidence: ADA.evidence },
    ]);
    expect((await countOpenNews(fixture.pool)).lateConfirmations).toBe(before.lateConfirmations + 1);
    expect(await contradictionsOf(fixture, purchaseId)).toEqual([]);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({
      status: 'failed',
      failure_code: 'network_timeout',
    });

    const again = await confirmLate(fixture.pool, { ...ADA, purchaseId, evidence: 'another letter' });
    expect(again).toMatchObject({ recorded: false, refused: null, late: { resolution: null } });
    expect(await listed(purchaseId)).toMatchObject([{ evidence: ADA.evidence }]);
    expect(await entriesOf(purchaseId)).toMatchObject([
      {
        principalId: 'ada',
        reason: 'claim 12',
        after: { evidence: ADA.evidence, networkReference: 'MTN-77' },
      },
    ]);

    expect(await resolveLateConfirmation(fixture.pool, purchaseId, 'charged_by_agreement', ADA)).toBe(true);
    expect(await record(purchaseId)).toMatchObject({
      recorded: false,
      late: { resolution: 'charged_by_agreement' },
    });
    await expectInvariants(fixture.pool);
  });

  it('is also a contradiction if the network had refused the order', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, REFUSED), purchaseId);
    expect(await record(purchaseId)).toMatchObject({ recorded: true });
    expect(await contradictionsOf(fixture, purchaseId)).toEqual([
      { kind: 'confirmed_after_refused', times: 1 },
    ]);
  });

  it('is no longer a loss if the network then reverses it', async () => {
    const purchaseId = await timedOut();
    await record(purchaseId);
    const reversed = {
      ...CONFIRMED,
      kind: 'reversed',
      deliveryKnown: true,
      reversedAt: new Date(),
      reason: 'r',
    };
    await inquire(scripted(fixture, reversed as Parameters<typeof scripted>[1]), purchaseId);
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([
      { resolution: 'taken back by the network' },
    ]);
  });

  it.each(['the person', 'the callback'])(
    'is recorded once if a callback comes too, and %s is first',
    async (first) => {
      const purchaseId = await timedOut();
      const release = await holdAccount(fixture.pool, fixture.accountId);
      const both = [() => record(purchaseId), callback(purchaseId)];
      const running: Promise<unknown>[] = [];
      for (const [index, begin] of (first === 'the person' ? both : both.toReversed()).entries()) {
        running.push(begin());
        await untilWaiting(fixture.pool, index + 1);
      }
      await release();
      await Promise.all(running);
      const found = await listed(purchaseId);
      expect(found).toHaveLength(1);
      expect(await entriesOf(purchaseId)).toHaveLength(first === 'the person' ? 1 : 0);
      // Both may have stored their confirmation before: the first of the two tells the source.
      expect(['operator', 'callback']).toContain(found[0]?.source);
      expect(await contradictionsOf(fixture, purchaseId)).toEqual([]);
      await expectInvariants(fixture.pool);
    },
  );
});

describe('nothing is recorded of a purchase that', () => {
  it('is pending, and it stays pending', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, { kind: 'accepted', gatewayId: null }), purchaseId);
    expect(await record(purchaseId)).toEqual({
      status: 'pending',
      recorded: false,
      refused: 'pending',
      late: null,
    });
    expect(await listed(purchaseId)).toEqual([]);
    await inquire(scripted(fixture, CONFIRMED), purchaseId);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ network_reference: 'N1' });
  });

  it('is successful or reversed', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, CONFIRMED), purchaseId);
    expect(await record(purchaseId)).toMatchObject({ recorded: false, refused: 'successful' });
    const reversed = {
      ...CONFIRMED,
      kind: 'reversed',
      deliveryKnown: true,
      reversedAt: new Date(),
      reason: 'r',
    };
    await inquire(scripted(fixture, reversed as Parameters<typeof scripted>[1]), purchaseId);
    expect(await record(purchaseId)).toMatchObject({ recorded: false, refused: 'reversed' });
    expect([await listed(purchaseId), await entriesOf(purchaseId)]).toEqual([[], []]);
  });

  it('was never sent to the network', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    const expired = { purchaseId, report: { kind: 'expired' }, endWorkflow: false } as const;
    await fixture.settleLane.settle(fixture.accountId, expired);
    expect(await record(purchaseId)).toMatchObject({
      status: 'failed',
      recorded: false,
      refused: 'never_sent',
    });
    expect(await listed(purchaseId)).toEqual([]);
  });

  it('does not exist', async () => {
    await expect(record('pur_00000000000000000000000000' as PurchaseId)).rejects.toThrow('no purchase');
  });
});
