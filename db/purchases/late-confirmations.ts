import type { Pool, PoolClient } from 'pg';
import { type AccountId, type ApprovalId, idFromUuid, type PurchaseId, uuidOf } from '../../domain/ids.ts';
import { formatAmount } from '../../domain/money/amount.ts';
import { type MinorUnits, minorUnits } from '../../domain/money/money.ts';
import { FundingRefused, postManualEntry } from '../accounts/accounts.ts';
import { type LockedAccount, lockOwnerAccount } from '../accounts/lock.ts';
import { clearStaffAction } from '../approvals/staff/clear.ts';
import { requireCleared, type StaffClearance } from '../approvals/staff/missing.ts';
import { readEvidence } from '../audit/evidence.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { inTransaction } from '../transaction.ts';

/** How a loss ended: the network paid, the client agreed to pay, or we bear it. */
export type LateResolution = 'settled_with_network' | 'charged_by_agreement' | 'written_off';

/** Delivered, not charged. */
export interface LateConfirmation {
  readonly purchaseId: PurchaseId;
  readonly accountId: AccountId;
  readonly accountName: string;
  readonly livemode: boolean;
  readonly networkId: string;
  readonly price: MinorUnits;
  readonly currency: string;
  readonly confirmedAt: Date;
  readonly networkReference: string | null;
  readonly recordedAt: Date;
  readonly resolvedAt: Date | null;
  readonly resolution: string | null;
  /** Where the confirmation came from: `operator` if a person recorded it on evidence; null if that is not on record. */
  readonly source: string | null;
  /** What the person gave as evidence; null if a gateway reported the delivery. */
  readonly evidence: string | null;
}

/** What is on record about the late confirmation of one purchase. */
export type RecordedLate = Pick<LateConfirmation, 'recordedAt' | 'resolution' | 'source'>;

/** The late confirmation of a purchase; null for none. */
export async function findLateConfirmation(
  db: Pool | PoolClient,
  purchaseId: PurchaseId,
): Promise<RecordedLate | null> {
  const { rows } = await db.query<RecordedLate>({
    name: 'find-late-confirmation',
    text: `
      SELECT l.recorded_at AS "recordedAt", l.resolution, c.source
        FROM late_confirmations l
        LEFT JOIN confirmations c ON c.purchase_id = l.purchase_id
       WHERE l.purchase_id = $1`,
    values: [uuidOf('pur', purchaseId)],
  });
  return rows[0] ?? null;
}

/** Late confirmations, oldest first; without `all` the undecided ones. @param after the last one of the page before */
export async function listLateConfirmations(
  db: Pool,
  filter: { readonly all: boolean; readonly networkId: string | null; readonly limit: number },
  after: PurchaseId | null = null,
): Promise<LateConfirmation[]> {
  const { rows } = await db.query<Omit<LateConfirmation, 'purchaseId' | 'accountId' | 'evidence'> & Uuids>({
    text: `
      SELECT c.purchase_id AS "purchaseUuid", p.account_id AS "accountUuid", a.name AS "accountName", p.livemode, p.network_id AS "networkId", p.price,
             p.currency, c.confirmed_at AS "confirmedAt", c.network_reference AS "networkReference",
             c.recorded_at AS "recordedAt", c.resolved_at AS "resolvedAt", c.resolution, f.source
        FROM late_confirmations c
        JOIN purchases p ON p.id = c.purchase_id
        JOIN accounts a ON a.id = p.account_id
        LEFT JOIN confirmations f ON f.purchase_id = c.purchase_id
       WHERE ($1 OR c.resolved_at IS NULL)
         AND ($2::text IS NULL OR p.network_id = $2)
         AND ($4::uuid IS NULL OR (c.recorded_at, c.purchase_id) >
              (SELECT recorded_at, purchase_id FROM late_confirmations WHERE purchase_id = $4))
       ORDER BY c.recorded_at, c.purchase_id
       LIMIT $3`,
    values: [filter.all, filter.networkId, filter.limit, after === null ? null : uuidOf('pur', after)],
  });
  const found = rows.map(({ purchaseUuid, accountUuid, ...row }) => ({
    ...row,
    purchaseId: idFromUuid('pur', purchaseUuid),
    accountId: idFromUuid('acc', accountUuid),
  }));
  const byHand = found.flatMap(({ source, purchaseId }) => (source === 'operator' ? [purchaseId] : []));
  const evidence = await readEvidence(db, byHand);
  return found.map((late) => ({ ...late, evidence: evidence.get(late.purchaseId) ?? null }));
}

interface Uuids {
  readonly purchaseUuid: string;
  readonly accountUuid: string;
}

/**
 * Decides a late confirmation, once; false when there is none that is open. The purchase stays failed in every case.
 * `charged_by_agreement` books an adjustment of its price in the same transaction; the others move no client's money.
 * @throws ApprovalMissing while another operator must approve an agreed charge.
 * @throws TransactionError around FundingRefused when the available balance does not cover an agreed charge.
 */
export async function resolveLateConfirmation(
  pool: Pool,
  purchaseId: PurchaseId,
  resolution: LateResolution,
  actor: Actor,
): Promise<boolean> {
  const { isDecided, clearance } = await inTransaction(pool, async (tx) => {
    const account = await lockOwnerAccount(tx, purchaseId);
    if (account === null) return { isDecided: false, clearance: NOT_NEEDED };
    const clearance =
      resolution === 'charged_by_agreement' ? await clearCharge(tx, account, purchaseId, actor) : NOT_NEEDED;
    if (clearance.kind === 'unapproved') return { isDecided: false, clearance };
    const { rows } = await tx.query<{ price: MinorUnits }>({
      text: `
        UPDATE late_confirmations c
           SET resolved_at = (SELECT app_now()), resolution = $2
          FROM purchases p
         WHERE c.purchase_id = $1 AND c.resolved_at IS NULL AND p.id = c.purchase_id
        RETURNING p.price`,
      values: [uuidOf('pur', purchaseId), resolution],
    });
    const price = rows[0]?.price;
    if (price === undefined) return { isDecided: false, clearance: NOT_NEEDED };

    const { approvalId } = clearance;
    if (resolution === 'charged_by_agreement') await charge(tx, account, price, actor, approvalId);
    await recordAction(tx, {
      ...actor,
      action: 'late_resolve',
      accountId: account.accountId,
      subject: purchaseId,
      details: { resolution, ...(approvalId === null ? {} : { approval: approvalId }) },
    });
    return { isDecided: true, clearance };
  });
  requireCleared(clearance);
  return isDecided;
}

const NOT_NEEDED = { kind: 'clear', approvalId: null } as const;

/** Whether the price may be charged. Without an open late confirmation, nothing is to be approved. */
async function clearCharge(
  tx: PoolClient,
  { accountId, currency }: LockedAccount & { readonly accountId: AccountId },
  purchaseId: PurchaseId,
  actor: Actor,
): Promise<StaffClearance> {
  const { rows } = await tx.query<{ price: MinorUnits }>({
    name: 'price-of-late-confirmation',
    text: `
      SELECT p.price
        FROM late_confirmations c
        JOIN purchases p ON p.id = c.purchase_id
       WHERE c.purchase_id = $1 AND c.resolved_at IS NULL`,
    values: [uuidOf('pur', purchaseId)],
  });
  const amount = rows[0]?.price;
  if (amount === undefined) return NOT_NEEDED;
  const terms = { purchase: purchaseId };
  return clearStaffAction(tx, { kind: 'late_charge', accountId, amount, currency, terms }, actor);
}

/** Books the price as an adjustment. @throws FundingRefused when the available balance does not cover it. */
async function charge(
  tx: PoolClient,
  { accountId, available, currency }: LockedAccount & { readonly accountId: AccountId },
  price: MinorUnits,
  actor: Actor,
  approvalId: ApprovalId | null,
): Promise<void> {
  if (available < price) {
    throw new FundingRefused(
      `${formatAmount(available, currency)} are available; ${formatAmount(price, currency)} cannot be charged.`,
    );
  }
  const adjustment = { ...actor, type: 'adjustment', amount: minorUnits(-price) } as const;
  await postManualEntry(tx, accountId, adjustment, approvalId);
}
