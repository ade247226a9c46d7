import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { storeConfirmation } from '../../../db/submissions.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import type { AccountId, PurchaseId } from '../../../domain/ids.ts';
import { createSettleLane, type SettleLane } from '../../../lanes/settle-lane.ts';
import { renderReport } from '../../../verify/print.ts';
import { verifyInvariants } from '../../../verify/verify.ts';
import {
  addClient,
  type BatchSetting,
  createBatchSetting,
  MTN_BUNDLE,
  PRICE,
  phoneNumber,
} from '../../batches/setting.ts';
import './harness/table-setup.ts';
import { type Random, seeded } from './harness/seed.ts';
import { addRow } from './harness/table.ts';

const ROUNDS = 20;
const ACCOUNTS = 5;
const A_ROUND = 10;
/** Both sides come within so long before or after the deadline. */
const SPREAD_MS = 60;

describe('a confirmation that races the deadline', () => {
  const random = seeded(import.meta.url);
  let setting: BatchSetting;
  let guardLane: SettleLane;
  beforeAll(async () => {
    setting = await createBatchSetting(0);
    await setting.pool.query("UPDATE networks SET resolve_within_ms = 5000 WHERE id = 'net_mtn'");
    // Of another process: nothing but PostgreSQL stands between the two.
    guardLane = createSettleLane({ pool: setting.pool, onOutbox: () => undefined });
  });
  afterAll(async () => {
    await guardLane.idle();
    await setting.close();
  });

  it(`leaves one final state each in ${ROUNDS * ACCOUNTS * A_ROUND} races, successful where it was stored in time`, async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const bought = await buyRound(setting);
      await moveClockBefore(setting, random.between(SPREAD_MS / 2, 2 * SPREAD_MS));
      await Promise.all(bought.map((purchase) => race(setting, guardLane, purchase, random)));
    }
    const { successful, timedOut, wrong } = await judge(setting);
    expect(wrong).toEqual([]);
    expect(successful + timedOut).toBe(ROUNDS * ACCOUNTS * A_ROUND);
    const { pool } = setting;
    const report = await verifyInvariants({ pool, temporal: null, books: null, recheckAfterMs: 0 });
    expect(
      report.results.filter(({ kind }) => kind === 'broken'),
      renderReport(report),
    ).toEqual([]);
    addRow(inject('faultTable'), {
      fault: 'confirmation racing resolve_by',
      broken: `${successful + timedOut} races, confirmation and guard within ${SPREAD_MS} ms`,
      held: `one final state each: ${successful} successful, ${timedOut} timed out with the late confirmation on record`,
      seconds: null,
    });
  });
});

interface Bought {
  readonly accountId: AccountId;
  readonly purchaseId: PurchaseId;
}

async function buyRound(setting: BatchSetting): Promise<Bought[]> {
  const clients = await Promise.all(
    Array.from({ length: ACCOUNTS }, () => addClient(setting.pool, PRICE * A_ROUND)),
  );
  await setting.catalogue.networks();
  const buying = clients.flatMap(({ accountId }) =>
    Array.from({ length: A_ROUND }, (_, index) => buy(setting, accountId, index)),
  );
  return Promise.all(buying);
}

async function buy(
  { acceptLane, catalogue }: BatchSetting,
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
    enabledNetworks: new Set(['net_mtn']),
    prefixNetworkId: await catalogue.prefixNetwork(number),
    metadata: {},
    batchId: null,
  });
  if (result.kind !== 'accepted') throw new Error(`not accepted: ${JSON.stringify(result)}`);
  return { accountId, purchaseId: result.purchase.order.id };
}

/** Puts the only clock in SQL so long before the earliest deadline that is still open. */
async function moveClockBefore({ pool }: BatchSetting, ms: number): Promise<void> {
  await pool.query({
    text: `
      UPDATE app_clock
         SET offset_ms = offset_ms + extract(milliseconds FROM p.until - app_now()) - $1
        FROM (SELECT min(resolve_by) AS until FROM purchases WHERE status = 'pending') p`,
    values: [ms],
  });
}

/** The confirmation is stored and settled as an inquiry does it; the guard asks again until the purchase is final. */
async function race(
  setting: BatchSetting,
  guardLane: SettleLane,
  bought: Bought,
  random: Random,
): Promise<void> {
  const { accountId, purchaseId } = bought;
  const delivery = { confirmedAt: new Date(), networkReference: null };
  const confirm = async (afterMs: number) => {
    await sleep(afterMs);
    await storeConfirmation(setting.pool, purchaseId, delivery, 'inquiry');
    const news = { kind: 'confirmed', delivery } as const;
    await setting.settleLane.settle(accountId, { purchaseId, news, endWorkflow: false });
  };
  const guard = async (afterMs: number) => {
    await sleep(afterMs);
    for (;;) {
      const request = { purchaseId, news: { kind: 'expired' }, endWorkflow: true } as const;
      const outcome = await guardLane.settle(accountId, request);
      if (outcome?.state.status !== 'pending') return;
      await sleep(1);
    }
  };
  await Promise.all([confirm(random.between(0, SPREAD_MS)), guard(random.between(0, SPREAD_MS))]);
}

/** What was stored before `resolve_by` is successful; what came later failed and is on record as late. */
async function judge({
  pool,
}: BatchSetting): Promise<{ successful: number; timedOut: number; wrong: unknown[] }> {
  const { rows } = await pool.query<{
    id: string;
    in_time: boolean;
    status: string;
    late: boolean;
    told: number;
  }>(`
    SELECT p.id, c.stored_at < p.resolve_by AS in_time, p.status, l.purchase_id IS NOT NULL AS late,
           (SELECT count(*)::int FROM events e WHERE e.subject_id = p.id) AS told
      FROM purchases p
      JOIN confirmations c ON c.purchase_id = p.id
      LEFT JOIN late_confirmations l ON l.purchase_id = p.id`);
  const isRight = (row: (typeof rows)[number]) =>
    row.told === 1 && row.status === (row.in_time ? 'successful' : 'failed') && row.late !== row.in_time;
  return {
    successful: rows.filter(({ status }) => status === 'successful').length,
    timedOut: rows.filter(({ status }) => status === 'failed').length,
    wrong: rows.filter((row) => !isRight(row)),
  };
}
