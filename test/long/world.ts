import type { Pool } from 'pg';
import { openSubmission } from '../../db/fence.ts';
import { createPool } from '../../db/pool.ts';
import { storeConfirmation } from '../../db/submissions.ts';
import { type AccountId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { moveClock } from '../lanes/news.ts';
import { createLaneSetting, type LaneSetting, lanesOn, openAccount, PRICE } from '../lanes/setting.ts';
import type { ModelAccount, ModelPurchase, Standing } from './model.ts';
import { ACCOUNTS, type Preparation } from './rounds.ts';

/** So long that no purchase is overdue but by the steps of the clock. */
const DAY_MS = 86_400_000;
const BACK_MS = 600_000;

/** The lanes of two processes over one database. */
export interface World {
  readonly setting: LaneSetting;
  readonly lanes: readonly [ReturnType<typeof lanesOn>, ReturnType<typeof lanesOn>];
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const setting = await createLaneSetting();
  const pools = ['one', 'two'].map((name) =>
    createPool(setting.databaseUrl, { max: 5, applicationName: `test-${name}`, forLanes: true }),
  );
  const [one, two] = pools;
  if (one === undefined || two === undefined) throw new Error('two pools');
  return {
    setting,
    lanes: [lanesOn(one, new Set(), DAY_MS), lanesOn(two, new Set(), DAY_MS)],
    async close() {
      await Promise.all(pools.map((pool) => pool.end()));
      await setting.close();
    },
  };
}

/** An account as the model and as the database has it. */
export interface Subject {
  readonly id: AccountId;
  readonly model: ModelAccount;
}

export async function openSubjects({ setting }: World): Promise<Subject[]> {
  const ids = await Promise.all(Array.from({ length: ACCOUNTS }, () => openAccount(setting, 12)));
  return ids.map((id) => ({ id, model: { funded: 12, purchases: new Map() } }));
}

/** The purchase that a number picks, while there is any. */
export function picked({ model }: Subject, pick: number): ModelPurchase | null {
  return [...model.purchases.values()][pick % Math.max(1, model.purchases.size)] ?? null;
}

export function asPurchaseId(id: string): PurchaseId {
  return `pur_${id.slice('pur_'.length)}`;
}

/** Does to database and model what comes between rounds. */
export async function prepare(
  { setting: { pool } }: World,
  subjects: readonly Subject[],
  preparation: Preparation,
): Promise<void> {
  if (preparation.kind === 'clock') {
    const isOver = preparation.step === 'over_deadlines';
    await moveClock(pool, (await clockOffset(pool)) + (isOver ? 2 * DAY_MS : -BACK_MS));
    for (const { model } of isOver ? subjects : []) {
      for (const purchase of model.purchases.values()) purchase.overdue = true;
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
  const isFirst = isOpen && !purchase.sent;
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

async function clockOffset(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ offset: number }>('SELECT offset_ms AS offset FROM app_clock');
  return rows[0]?.offset ?? 0;
}
