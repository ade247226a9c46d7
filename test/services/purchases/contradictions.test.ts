import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countOpenNews } from '../../../db/networks/gateway-alerts.ts';
import { closeContradictions } from '../../../db/purchases/contradictions.ts';
import { resolveLateConfirmation } from '../../../db/purchases/late-confirmations.ts';
import { readTrace } from '../../../db/purchases/trace.ts';
import { diagnose } from '../../../domain/purchase/diagnosis.ts';
import { RESOLVE_WITHIN_MS } from '../../support/purchases/fixture.ts';
import { createGatewayFixture, type GatewayFixture } from '../../support/purchases/gateway.ts';
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

describe('a report that contradicts what was booked', () => {
  const REFUSED = { kind: 'refused', code: 'number_barred', gatewayCode: 'X', supplierFault: false } as const;
  const REVERSED = {
    ...CONFIRMED,
    kind: 'reversed',
    deliveryKnown: true,
    reversedAt: new Date(),
    reason: 'r',
  } as const;

  it('is recorded and counted for an operator, and moves nothing', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, CONFIRMED), purchaseId);
    const before = await countOpenNews(fixture.pool);
    await inquire(scripted(fixture, REFUSED), purchaseId);
    await inquire(scripted(fixture, REFUSED), purchaseId);
    expect(await contradictionsOf(fixture, purchaseId)).toEqual([
      { kind: 'refused_after_confirmed', times: 2 },
    ]);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'successful' });
    expect((await countOpenNews(fixture.pool)).contradictions).toBe(before.contradictions + 1);
  });

  it('of a success after a refusal is a late confirmation as well', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, REFUSED), purchaseId);
    await inquire(scripted(fixture, CONFIRMED), purchaseId);
    expect(await contradictionsOf(fixture, purchaseId)).toEqual([
      { kind: 'confirmed_after_refused', times: 1 },
    ]);
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ status: 'failed' });
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([{ resolution: null }]);
  });

  it('is no contradiction when a late delivery is reversed: no one has lost anything', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, { kind: 'accepted', gatewayId: null }), purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await inquire(scripted(fixture, CONFIRMED), purchaseId);
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([{ resolution: null }]);
    await inquire(scripted(fixture, REVERSED), purchaseId);
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([
      { resolution: 'taken back by the network' },
    ]);
    expect(await contradictionsOf(fixture, purchaseId)).toEqual([]);
  });

  it('is one when the client had agreed to pay for the late delivery: an operator decides on the refund', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    await submit(scripted(fixture, { kind: 'accepted', gatewayId: null }), purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    await inquire(scripted(fixture, CONFIRMED), purchaseId);
    const actor = { operator: 'ada@example.com', reason: 'agreed by mail' };
    await resolveLateConfirmation(fixture.pool, purchaseId, 'charged_by_agreement', actor);
    await inquire(scripted(fixture, REVERSED), purchaseId);
    expect(await lateConfirmationsOf(fixture, purchaseId)).toEqual([{ resolution: 'charged_by_agreement' }]);
    expect(await contradictionsOf(fixture, purchaseId)).toEqual([
      { kind: 'reversed_after_agreed_charge', times: 1 },
    ]);
    const causeNow = async () => {
      const traced = await readTrace(fixture.pool, fixture.accountId, purchaseId);
      return traced === null ? null : diagnose(traced);
    };
    expect(await causeNow()).toMatchObject({
      cause: 'late_refund_due',
      sentence: expect.stringContaining('must get a refund'),
    });
    await closeContradictions(fixture.pool, purchaseId, actor);
    expect(await causeNow()).toMatchObject({
      cause: 'late_settled',
      sentence: expect.stringMatching(/was charged .* The network has reversed the delivery\.$/),
    });
  });
});

describe('an order that waits for our confirmation', () => {
  const UNCONFIRMED = { kind: 'unconfirmed', gatewayId: '77' } as const;

  it('is submitted again while its purchase may be sent', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    const ports = scripted(
      fixture,
      { kind: 'unknown', reason: 'timed_out', detail: '' },
      UNCONFIRMED,
      CONFIRMED,
    );
    expect(await submit(ports, purchaseId)).toMatchObject({ kind: 'unknown' });
    expect(await inquire(ports, purchaseId)).toMatchObject({ kind: 'resendable', afterMs: 0 });
    expect(await submit(ports, purchaseId, 2)).toEqual({ kind: 'settled', report: 'confirmed' });
  });

  it('is cancelled once its purchase has failed, which ends the inquiry', async () => {
    const purchaseId = await fixture.buy(fixture.accountId);
    const cancelled = {
      kind: 'refused',
      code: 'cancelled',
      gatewayCode: 'CANCELLED',
      supplierFault: false,
    } as const;
    const ports = scripted(
      fixture,
      { kind: 'unknown', reason: 'timed_out', detail: '' },
      UNCONFIRMED,
      cancelled,
    );
    await submit(ports, purchaseId);
    await fixture.moveClock(RESOLVE_WITHIN_MS);
    const expired = { purchaseId, report: { kind: 'expired' }, endWorkflow: false } as const;
    await fixture.settleLane.settle(fixture.accountId, expired);
    expect(await inquire(ports, purchaseId)).toEqual({ kind: 'settled', report: 'refused' });
    expect(await fixture.statusOf(purchaseId)).toMatchObject({ failure_code: 'network_timeout' });
  });
});
