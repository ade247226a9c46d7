import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createPool } from '../../../db/pool.ts';
import { storeConfirmation } from '../../../db/purchases/submissions.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { AccountId, PurchaseId } from '../../../domain/ids.ts';
import { renderReport } from '../../../services/invariants/print.ts';
import { verifyInvariants } from '../../../services/invariants/verify.ts';
import { createSettleLane, type SettleLane } from '../../../services/purchases/settle-lane.ts';
import {
  addClient,
  type BatchFixture,
  createBatchFixture,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
} from '../../support/batches/fixture.ts';
import '../../support/faults/table-setup.ts';
import { type Random, seeded } from '../../support/faults/seed.ts';
import { addRow } from '../../support/faults/table.ts';

const ROUNDS = 20;
const ACCOUNTS = 5;
const PER_ROUND = 10;
/** Confirmation and guard both act within this time of the deadline. */
const SPREAD_MS = 60;

describe('a confirmation that races the deadline', () => {
  const random = seeded(import.meta.url);
  let fixture: BatchFixture;
  let guardPool: Pool;
  let guardLane: SettleLane;
  beforeAll(async () => {
    fixture = await createBatchFixture(0);
    await fixture.pool.query("UPDATE networks SET resolve_within_ms = 5000 WHERE id = 'net_mtn'");
    // As in another process: only PostgreSQL stands between the two.
    guardPool = createPool(fixture.url, { max: 5, applicationName: 'test-guard', use: 'lanes' });
    guardLane = createSettleLane({ pool: guardPool, onOutbox: () => undefined, resolveMarginMs: 0 });
  });
  afterAll(async () => {
    await guardLane.idle();
    await guardPool.end();
    await fixture.close();
  });

  it(`ends in one final state in each of ${ROUNDS * ACCOUNTS * PER_ROUND} races, successful if it was stored in time`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const bought = await buyRound(fixture);
      await moveClockBefore(fixture, random.between(SPREAD_MS / 2, 2 * SPREAD_MS));
      await Promise.all(bought.map((purchase) => race(fixture, guardLane, purchase, random)));
    }
    const { successful, timedOut, wrong } = await judge(fixture);
    expect(wrong).toEqual([]);
    expect(successful + timedOut).toBe(ROUNDS * ACCOUNTS * PER_ROUND);
    const { pool } = fixture;
    const report = await verifyInvariants({ pool, temporal: null, books: null, recheckAfterMs: 0 });
    expect(
      report.results.filter(({ kind }) => kind === 'broken'),
      renderReport(report),
    ).toEqual([]);
    addRow(inject('faultTable'), {
      fault: 'confirmation races resolve_by',
      broken: `${successful + timedOut} races, confirmation and guard within ${SPREAD_MS} ms`,
      held: `one final state each: ${successful} successful, ${timedOut} timed out and listed as late confirmations`,
      seconds: null,
    });
  });
});

interface Bought {
  readonly accountId: AccountId;
  readonly purchaseId: PurchaseId;
}

async function buyRound(fixture: BatchFixture): Promise<Bought[]> {
  const clients = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => addClient(fixture.pool, PRICE * PER_ROUND)),
  );
  await fixture.catalogue.networks();
  const buying = clients.flatMap(({ accountId }) =>
    Array.from({ length: PER_ROUND }, (_, index) => buy(fixture, accountId, index)),
  );
  return Promise.all(buying);
}

async function buy(
  { acceptLane, catalogue }: BatchFixture,
  accountId: AccountId,
  index: number,
): Promise<Bought> {
  const number = phoneNumber(index);
  const result = await acceptLane.buy(accountId, {
    purchaseId: newId('pur'),
    reference: `race-${index}`,
    fingerprint: '00'.repeat(32),
    phoneNumber: number,
    bundleId: MTN_BUNDLE,
    requestedNetworkId: null,
    offer: (await catalogue.offers(accountId)).get(MTN_BUNDLE) ?? null,
    offers: await catalogue.offers(accountId),
    prefixNetworkId: await catalogue.prefixNetwork(number),
    metadata: {},
    repeatWindowHours: 0,
    release: null,
  });
  if (result.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(result)}`);
  return { accountId, purchaseId: result.purchase.order.id };
}

/** Sets the database clock to this long before the earliest open deadline. */
async function moveClockBefore({ pool }: BatchFixture, ms: number): Promise<void> {
  await pool.query({
    text: `
      UPDATE app_clock
         SET offset_ms = offset_ms + extract(milliseconds FROM p.until - app_now()) - $1
        FROM (SELECT min(resolve_by) AS until FROM purchases WHERE status = 'pending') p`,
    values: [ms],
  });
}

/** Stores and settles the confirmation as an inquiry does; the guard tries again until the purchase is final. */
async function race(
  fixture: BatchFixture,
  guardLane: SettleLane,
  bought: Bought,
  random: Random,
): Promise<void> {
  const { accountId, purchaseId } = bought;
  const delivery = { confirmedAt: new Date(), networkReference: null };
  const confirm = async (afterMs: number) => {
    await sleep(afterMs);
    await storeConfirmation(fixture.pool, purchaseId, delivery, 'inquiry');
    const report = { kind: 'confirmed', delivery } as const;
    await fixture.settleLane.settle(accountId, { purchaseId, report, endWorkflow: false });
  };
  const guard = async (afterMs: number) => {
    await sleep(afterMs);
    for (;;) {
      const request = { purchaseId, report: { kind: 'expired' }, endWorkflow: true } as const;
      const outcome = await guardLane.settle(accountId, request);
      if (outcome?.state.status !== 'pending') return;
      await sleep(1);
    }
  };
  await Promise.all([confirm(random.between(0, SPREAD_MS)), guard(random.between(0, SPREAD_MS))]);
}

/**
 * A confirmation stored before `resolve_by` makes the purchase successful; a later one is listed as late. One that arrived in
 * time but waited for a lock past `resolve_by` may end either way: the guard may have held that lock.
 */
async function judge({
  pool,
}: BatchFixture): Promise<{ successful: number; timedOut: number; wrong: unknown[] }> {
  const { rows } = await pool.query<{
    id: string;
    stored_in_time: boolean;
    came_in_time: boolean;
    status: string;
    late: boolean;
    events: number;
  }>(`
    SELECT p.id, c.stored_at < p.resolve_by AS stored_in_time, c.received_at < p.resolve_by AS came_in_time, p.status, l.purchase_id IS NOT NULL AS late,
           (SELECT count(*)::int FROM events e WHERE e.subject_id = p.id) AS events
      FROM purchases p
      JOIN confirmations c ON c.purchase_id = p.id
      LEFT JOIN late_confirmations l ON l.purchase_id = p.id`);
  const isRight = (row: (typeof rows)[number]) =>
    row.events === 1 &&
    row.late === (row.status === 'failed') &&
    (row.stored_in_time ? row.status === 'successful' : row.came_in_time || row.status === 'failed');
  return {
    successful: rows.filter(({ status }) => status === 'successful').length,
    timedOut: rows.filter(({ status }) => status === 'failed').length,
    wrong: rows.filter((row) => !isRight(row)),
  };
}
