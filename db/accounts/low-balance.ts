import type { Pool, PoolClient } from 'pg';
import { newUuid } from '../../domain/crypto/new-id.ts';
import { type AccountId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import { fellBelow } from '../../domain/money/low-balance.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { LOW_BALANCE_QUEUE } from '../../domain/network/queues.ts';
import type { Reader } from '../account-reads.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';
import type { LockedAccount } from './lock.ts';

/** Writes the alert and its outbox row where a transaction takes the balance below the threshold; otherwise nothing. */
export async function alertIfLow(
  tx: PoolClient,
  accountId: AccountId,
  { available, lowBalanceThreshold }: Pick<LockedAccount, 'available' | 'lowBalanceThreshold'>,
  after: MinorUnits,
): Promise<void> {
  if (!fellBelow(lowBalanceThreshold, available, after)) return;
  await tx.query({
    name: 'low-balance-alert',
    text: `
      WITH alert AS (
        INSERT INTO low_balance_alerts (id, account_id, threshold, available, at)
        SELECT $1, $2, $3, $4, app_now()
        RETURNING id, account_id, at
      )
      INSERT INTO outbox (id, queue, topic, subject_id, account_id, created_at)
      SELECT $5, $6, 'low_balance', id, account_id, at FROM alert`,
    values: [newUuid(), uuidOf('acc', accountId), lowBalanceThreshold, after, newUuid(), LOW_BALANCE_QUEUE],
  });
}

/** When and whom to notify. */
export interface LowBalanceTerms {
  readonly threshold: MinorUnits;
  readonly email: string;
}

/** An account's low-balance alert; null when it has none. */
export async function readLowBalanceAlert(db: Reader, accountId: AccountId): Promise<LowBalanceTerms | null> {
  const { rows } = await db.query<LowBalanceTerms>({
    name: 'read-low-balance-alert',
    text: `
      SELECT low_balance_threshold AS threshold, low_balance_email AS email
        FROM accounts
       WHERE id = $1 AND low_balance_threshold IS NOT NULL AND low_balance_email IS NOT NULL`,
    values: [uuidOf('acc', accountId)],
  });
  return rows[0] ?? null;
}

/**
 * Sets or, with null, ends an account's low-balance alerts, with its audit entry; false when there is no such account.
 * An account that is already below the threshold is notified the next time that it falls below it.
 */
export async function setLowBalanceAlert(
  db: Pool,
  accountId: AccountId,
  terms: LowBalanceTerms | null,
  actor: Actor,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.query<{ threshold: number | null }>({
      // A separate statement: an UPDATE that also locks the row in a CTE may end in a deadlock with those who wait for it.
      text: 'SELECT low_balance_threshold AS threshold FROM accounts WHERE id = $1 FOR NO KEY UPDATE',
      values: [uuidOf('acc', accountId)],
    });
    const former = rows[0];
    if (former === undefined) return false;
    await tx.query({
      text: 'UPDATE accounts SET low_balance_threshold = $2, low_balance_email = $3 WHERE id = $1',
      values: [uuidOf('acc', accountId), terms?.threshold ?? null, terms?.email ?? null],
    });
    await recordAction(tx, {
      ...actor,
      action: 'low_balance_set',
      accountId,
      subject: 'account',
      before: former,
      details: { threshold: terms?.threshold ?? null },
    });
    return true;
  });
}

/** An alert that is to be delivered. */
export interface LowBalanceAlert {
  readonly id: string;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly currency: string;
  readonly threshold: MinorUnits;
  /** Right after the movement that took it below. */
  readonly available: MinorUnits;
  readonly at: Date;
  /** Null if no one is to be notified any longer. */
  readonly email: string | null;
  /** This one included. */
  readonly attempts: number;
}

/** Reads an alert and counts an attempt; null when it has ended. */
export async function beginAlert(db: Pool, alertUuid: string): Promise<LowBalanceAlert | null> {
  const { rows } = await db.query<Omit<LowBalanceAlert, 'accountId'> & { account: string }>({
    name: 'begin-low-balance-alert',
    text: `
      UPDATE low_balance_alerts l
         SET attempts = attempts + 1
        FROM accounts a
       WHERE l.id = $1 AND l.outcome IS NULL AND a.id = l.account_id
      RETURNING l.id, a.id AS account, a.name AS "accountName", a.currency, l.threshold, l.available, l.at,
                a.low_balance_email AS email, l.attempts`,
    values: [alertUuid],
  });
  if (rows[0] === undefined) return null;
  const { account, ...alert } = rows[0];
  return { ...alert, accountId: idFromUuid('acc', account) };
}

export type AlertOutcome = 'sent' | 'given_up' | 'no_address';

/** Records how an alert ended, once. */
export async function endAlert(db: Pool, alertUuid: string, outcome: AlertOutcome): Promise<void> {
  await db.query({
    name: 'end-low-balance-alert',
    text: `
      UPDATE low_balance_alerts
         SET outcome = $2, ended_at = (SELECT app_now())
       WHERE id = $1 AND outcome IS NULL`,
    values: [alertUuid, outcome],
  });
}

/** Accounts whose available balance is below their threshold now, and alerts that were raised in all, by outcome. */
export async function readLowBalances(
  db: Pool,
): Promise<{ readonly below: number; readonly alerts: ReadonlyMap<string, number> }> {
  const [low, ended] = await Promise.all([
    db.query<{ below: number }>({
      name: 'accounts-below-threshold',
      text: `SELECT count(*) AS below FROM accounts WHERE available < low_balance_threshold`,
    }),
    db.query<{ outcome: string; alerts: number }>({
      name: 'low-balance-alerts-by-outcome',
      text: `SELECT coalesce(outcome, 'waiting') AS outcome, count(*) AS alerts FROM low_balance_alerts GROUP BY 1`,
    }),
  ]);
  return {
    below: low.rows[0]?.below ?? 0,
    alerts: new Map(ended.rows.map(({ outcome, alerts }) => [outcome, alerts])),
  };
}
