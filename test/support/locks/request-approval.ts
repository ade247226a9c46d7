import type { Pool } from 'pg';
import { replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { insertApproval } from '../../../db/approvals/store.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { AccountId, ApprovalId, BatchId } from '../../../domain/ids.ts';
import { PRICE } from '../purchases/lane-fixture.ts';

const ACTOR = { operator: 'test', reason: 'test' };

/** A rule that changes nothing for the other transactions, and an open request. */
export async function requestApproval(
  pool: Pool,
  accountId: AccountId,
  batchId: BatchId,
): Promise<ApprovalId> {
  const rule = { oneFrom: Number.MAX_SAFE_INTEGER, twoFrom: null, validHours: 72 };
  await replaceApprovalRule(pool, accountId, 'campaign_start', rule, ACTOR);
  const { id } = await inTransaction(pool, async (tx) =>
    insertApproval(tx, {
      accountId,
      batchId,
      kind: 'campaign_start',
      steps: 1,
      terms: TERMS,
      requestedBy: { kind: 'operator', id: 'other' },
      requesterChanged: false,
      validHours: 72,
      requestNote: null,
    }),
  );
  return id;
}

const TERMS = {
  fileSha256: null,
  revision: 0,
  costCeiling: PRICE,
  currency: 'NGN',
  notBefore: null,
  sendBetween: null,
  onInvalid: 'skip',
  onInsufficientBalance: 'pause',
  onDuplicate: 'buy',
  duplicateWindowHours: 0,
};
