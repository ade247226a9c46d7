import type { PoolClient } from 'pg';
import { identityOf } from '../../domain/access/identity.ts';
import type { Principal } from '../../domain/access/principal.ts';
import { judgeApproval } from '../../domain/approvals/approval.ts';
import { areSameTerms } from '../../domain/approvals/campaign-terms.ts';
import { stepsOfRequest } from '../../domain/approvals/rule.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import type { AccountId, BatchId } from '../../domain/ids.ts';
import { type RunWish, readFacts, toTerms } from './campaign-facts.ts';
import { recordExpired, storeExpired } from './expire.ts';
import { readApprovalRule } from './rules.ts';
import { insertApproval, lockOpenApproval } from './store.ts';
import { voidApproval } from './void.ts';

/** A request for the start of a batch; `already` if the same was requested before and still counts. */
export interface CampaignRequest {
  readonly kind: 'requested' | 'already';
  readonly approval: StoredApproval;
}

/**
 * Requests the approval of a start as is wished, also if no rule wants one. A request for anything else ends as voided. Who requests
 * it has set when it starts and what it may cost, so they may not approve it. The caller holds the locks of the account and the batch.
 */
export async function requestCampaign(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  by: Principal,
  wish: RunWish,
  note: string | null,
): Promise<CampaignRequest> {
  const rule = await readApprovalRule(tx, accountId, 'campaign_start');
  const facts = await readFacts(tx, accountId, batchId);
  const terms = toTerms(facts, wish, null);
  const open = await lockOpenApproval(tx, accountId, batchId);
  let expired: StoredApproval | null = null;
  if (open !== null) {
    const isSame = areSameTerms(open.terms, terms);
    const verdict = judgeApproval(open, { kind: isSame ? 'look' : 'void' }, facts.now);
    if (verdict.kind === 'already') return { kind: 'already', approval: open };
    if (!('approval' in verdict)) throw new TypeError(`approval ${open.id} is open and did not move`);
    if (verdict.kind === 'expired') {
      await storeExpired(tx, open, verdict.approval);
      expired = open;
    } else await voidApproval(tx, accountId, batchId, 'replaced');
  }
  const approval = await insertApproval(tx, {
    accountId,
    batchId,
    kind: 'campaign_start',
    steps: stepsOfRequest(rule, terms.costCeiling),
    terms,
    requestedBy: identityOf(by),
    requesterChanged: true,
    validHours: rule.validHours,
    requestNote: note,
  });
  // Last, because the head of the audit log is the last lock.
  if (expired !== null) await recordExpired(tx, expired);
  return { kind: 'requested', approval };
}
