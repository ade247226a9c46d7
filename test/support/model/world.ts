import type { Pool } from 'pg';
import { createPool } from '../../../db/pool.ts';
import { openSubmission } from '../../../db/purchases/fence.ts';
import { storeConfirmation } from '../../../db/purchases/submissions.ts';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { isUtcDay, type UtcDay } from '../../../domain/money/statement.ts';
import {
  createLaneFixture,
  type LaneFixture,
  lanesOn,
  openAccount,
  PRICE,
} from '../purchases/lane-fixture.ts';
import { moveClock } from '../purchases/outcome-reports.ts';
import { openBooks } from './books.ts';
import type { ModelAccount, ModelPurchase, Standing } from './model.ts';
import { ACCOUNTS, type ClockStep, type Preparation } from './rounds.ts';

const DAY_MS = 86_400_000;
/** Between two sums of the clock's steps, so that only they make a purchase overdue. */
const RESOLVE_WITHIN_MS = 4.5 * DAY_MS;
const STEPS_MS: Readonly<Record<ClockStep, number>> = {
  over_deadlines: 8 * DAY_MS,
  over_midnight: DAY_MS,
  back: -600_000,
  back_over_midnight: -DAY_MS,
};

/** The lanes of two processes over one database. */
export interface World {
  readonly fixture: LaneFixture;
  readonly lanes: readonly [ReturnType<typeof lanesOn>, ReturnType<typeof lanesOn>];
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const fixture = await createLaneFixture();
  const pools = ['one', 'two'].map((name) =>
    createPool(fixture.databaseUrl, { max: 5, applicationName: `test-${name}`, use: 'lanes' }),
  );
  const [one, two] = pools;
  if (one === undefined || two === undefined) throw new Error('two pools');
  return {
    fixture,
    lanes: [lanesOn(one, new Set(), RESOLVE_WITHIN_MS), lanesOn(two, new Set(), RESOLVE_WITHIN_MS)],
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await fixture.close();
    },
  };
}

/** An account in the model and in the database. */
export interface Subject {
  readonly id: AccountId;
  readonly model: ModelAccount;
}

/** New accounts at the next noon, so that steps of whole days never end at a midnight. */
export async function openSubjects({ fixture }: World): Promise<Subject[]> {
  await toNextNoon(fixture.pool);
  const { day } = await readClock(fixture.pool);
  const ids = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(fixture, 12)));
  return ids.map((id) => ({
    id,
    model: { funded: 12, purchases: new Map(), books: openBooks(day, 12) },
  }));
}

/** The purchase that a number picks, if there is any. */
export function picked({ model }: Subject, pick: number): ModelPurchase | null {
  return [...model.purchases.values()][pick % Math.max(1, model.purchases.size)] ?? null;
}

export function asPurchaseId(id: string): PurchaseId {
  return `pur_${id.slice('pur_'.length)}`;
}

/** Applies a preparation to database and model. */
export async function prepare(
  { fixture: { pool } }: World,
  subjects: readonly Subject[],
  preparation: Preparation,
): Promise<void> {
  if (preparation.kind === 'clock') {
    const { offsetMs } = await readClock(pool);
    const movedMs = offsetMs + STEPS_MS[preparation.step];
    await moveClock(pool, movedMs);
    for (const { model } of subjects) {
      for (const purchase of model.purchases.values()) {
        purchase.overdue = movedMs - purchase.acceptedAtMs > RESOLVE_WITHIN_MS;
      }
    }
    return;
  }
  const subject = subjects[preparation.account];
  const purchase = subject === undefined ? null : picked(subject, preparation.pick);
  if (purchase === null) return;

  const isOpen = purchase.standing.status === 'pending' && !purchase.overdue;
  if (preparation.kind === 'store') {
    if (!isOpen) return;
    const delivery = { confirmedAt: new Date(), networkReference: null };
    await storeConfirmation(pool, asPurchaseId(purchase.id), delivery, 'inquiry');
    purchase.stored = true;
    return;
  }
  const fence = await openSubmission(pool, asPurchaseId(purchase.id), 1);
  const isFirst = isOpen && !purchase.sent && !purchase.stored;
  if ((fence.kind === 'open') !== isFirst) throw new Error(`the fence of ${purchase.id} is ${fence.kind}`);
  purchase.sent ||= isFirst;
}

export interface Seen {
  readonly available: number;
  readonly held: number;
  readonly standings: ReadonlyMap<string, Standing>;
}

/** An account as the database has it now; money in units of a price. */
export async function look(pool: Pool, accountId: AccountId): Promise<Seen> {
  const values = [uuidOf('acc', accountId)];
  const { rows: balances } = await pool.query<{ available: number; held: number }>({
    text: 'SELECT available, held FROM accounts WHERE id = $1',
    values,
  });
  const { rows } = await pool.query<Standing & { id: string }>({
    text: `
      SELECT p.id, p.status, p.failure_code AS failure,
             EXISTS (SELECT FROM late_confirmations WHERE purchase_id = p.id) AS "lateConfirmation",
             EXISTS (SELECT FROM late_inquiries WHERE purchase_id = p.id) AS "lateInquiry"
        FROM purchases p
       WHERE p.account_id = $1`,
    values,
  });
  const [balance] = balances;
  if (balance === undefined) throw new Error(`no account ${accountId}`);
  const standings = rows.map(({ id, ...standing }) => [idFromUuid('pur', id), standing] as const);
  return { available: balance.available / PRICE, held: balance.held / PRICE, standings: new Map(standings) };
}

/** The time of the database clock. */
export interface ClockReading {
  readonly offsetMs: number;
  readonly day: UtcDay;
}

export async function readClock(pool: Pool): Promise<ClockReading> {
  const { rows } = await pool.query<{ offset: number; day: string }>(
    `SELECT offset_ms AS offset, (app_now() AT TIME ZONE 'UTC')::date::text AS day FROM app_clock`,
  );
  const { offset: offsetMs = 0, day = '' } = rows[0] ?? {};
  if (!isUtcDay(day)) throw new TypeError(`not a day: ${day}`);
  return { offsetMs, day };
}

async function toNextNoon(pool: Pool): Promise<void> {
  await pool.query(`
    UPDATE app_clock
       SET offset_ms = offset_ms + round(1000 * extract(epoch FROM
             date_trunc('day', app_now(), 'UTC') + interval '36 hours' - app_now()))`);
}
