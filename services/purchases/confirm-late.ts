import type { Pool, PoolClient } from 'pg';
import { type LockedAccount, lockOwnerAccount, movementTime } from '../../db/accounts/lock.ts';
import { type OperatorActor, operatorOf, recordAction } from '../../db/audit/record.ts';
import { findLateConfirmation, type RecordedLate } from '../../db/purchases/late-confirmations.ts';
import { writeLateNews } from '../../db/purchases/late-news.ts';
import { lockPurchases, type PurchaseToSettle } from '../../db/purchases/purchases.ts';
import { storeConfirmation } from '../../db/purchases/submissions.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AccountId, PurchaseId } from '../../domain/ids.ts';
import type { LateRefusal } from '../../domain/purchase/late-evidence.ts';
import { type PurchaseStatus, transition } from '../../domain/purchase/purchase.ts';

/** A delivery that the network proved outside its gateway, after the purchase had failed. */
export interface LateEvidence extends OperatorActor {
  readonly purchaseId: PurchaseId;
  /** The proof, such as a letter or a ticket. No phone number. */
  readonly evidence: string;
  readonly networkReference?: string;
}

export interface LateRecording {
  readonly status: PurchaseStatus;
  /** Whether this request recorded the delivery; false if it was recorded before, or if it was refused. */
  readonly recorded: boolean;
  /** Why it was not recorded; null if it is on record now. */
  readonly refused: LateRefusal | null;
  /** What is on record; null if it was refused. */
  readonly late: RecordedLate | null;
}

/**
 * Records what a late confirmation of the gateway records: the confirmation, the late confirmation, and a contradiction if the network
 * had refused the order. It moves no money, so no one else must approve it. Who pays is decided afterwards. Under the account's and
 * the purchase's locks, so that a callback at the same time is recorded before or after it: there is one record in both cases.
 * @throws TypeError when there is no such purchase.
 */
export async function confirmLate(pool: Pool, request: LateEvidence): Promise<LateRecording> {
  const { purchaseId } = request;
  return inTransaction(pool, async (tx) => {
    const account = await lockOwnerAccount(tx, purchaseId);
    if (account === null) throw new TypeError(`no purchase ${purchaseId}`);
    const { clock, purchases } = await lockPurchases(tx, account.accountId, [purchaseId]);
    const known = purchases.get(purchaseId);
    if (known === undefined) throw new TypeError(`no purchase ${purchaseId}`);

    const { status } = known.purchase.state;
    const refused = whyRefused(status, known.everSent);
    if (refused !== null) return { status, recorded: false, refused, late: null };
    const before = await findLateConfirmation(tx, purchaseId);
    if (before !== null) return { status, recorded: false, refused: null, late: before };
    await write(tx, request, account, known, clock);
    return { status, recorded: true, refused: null, late: await findLateConfirmation(tx, purchaseId) };
  });
}

function whyRefused(status: PurchaseStatus, everSent: boolean): LateRefusal | null {
  if (status !== 'failed') return status;
  return everSent ? null : 'never_sent';
}

async function write(
  tx: PoolClient,
  request: LateEvidence,
  account: LockedAccount & { readonly accountId: AccountId },
  { purchase, confirmedAt }: PurchaseToSettle,
  clock: Date,
): Promise<void> {
  const { purchaseId, evidence, networkReference = null } = request;
  await storeConfirmation(tx, purchaseId, { networkReference }, 'operator');
  const { accountId } = account;
  const at = movementTime(account, clock);
  const delivery = { confirmedAt: confirmedAt ?? clock, networkReference };
  const known = { clock, at, timelyConfirmation: null, resolveMarginMs: 0 };
  const { lateConfirmation, contradiction } = transition(purchase, { kind: 'confirmed', delivery }, known);
  await writeLateNews(tx, {
    at,
    lateConfirmations: lateConfirmation === null ? [] : [{ purchaseId, delivery: lateConfirmation }],
    reversedLateConfirmations: [],
    contradictions: contradiction === null ? [] : [{ purchaseId, kind: contradiction }],
    lateInquiries: [],
  });
  await recordAction(tx, {
    ...operatorOf(request),
    action: 'late_confirm',
    accountId,
    subject: purchaseId,
    details: { evidence, networkReference },
  });
}
