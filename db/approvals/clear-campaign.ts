import type { PoolClient } from 'pg';
import { identityOf } from '../../domain/access/identity.ts';
import { judgeApproval } from '../../domain/approvals/approval.ts';
import { areSameTerms, type CampaignTerms, isWithin } from '../../domain/approvals/campaign-terms.ts';
import { type ApprovalRule, countSteps, isOn, type Steps } from '../../domain/approvals/rule.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import type { AccountId, ApprovalId, BatchId } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { type Actor, recordAction } from '../audit/record.ts';
import { type CampaignFacts, type RunWish, readFacts, toTerms } from './campaign-facts.ts';
import { recordExpired, storeExpired } from './expire.ts';
import { preparerOf } from './preparers.ts';
import { readApprovalRule } from './rules.ts';
import { findApproval, insertApproval, lockOpenApproval, storeStatus } from './store.ts';
import { voidApproval } from './void.ts';
import { AS_WORKER } from './worker.ts';

/** Whether a batch may run. */
export type Clearance =
  /** `ceiling`: what it may spend at most; null where the account has no rule. `approvalId`: null if it needed none. */
  | { readonly kind: 'clear'; readonly ceiling: MinorUnits | null; readonly approvalId: ApprovalId | null }
  | { readonly kind: 'unapproved'; readonly approval: StoredApproval };

/**
 * Decides whether a batch may start, resume or be scheduled as is wished: because no rule wants an approval, because nothing is
 * bought beyond what was decided before, or by using its approval up. Otherwise it requests one, unless the same is requested
 * already. The caller holds the locks of the account and the batch, commits in each case, and stores what is cleared in the batch.
 * @param by null for a run of a recurring batch
 */
export async function clearCampaign(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  by: Actor | null,
  wish: RunWish,
): Promise<Clearance> {
  const rule = await readApprovalRule(tx, accountId, 'campaign_start');
  const facts = await readFacts(tx, accountId, batchId);
  const begun = facts.status !== 'ready';
  if (!isOn(rule)) {
    const terms = toTerms(facts, wish, null);
    const approvalId = await useOrVoid(tx, accountId, batchId, terms, facts.now);
    return { kind: 'clear', ceiling: approvalId === null ? null : terms.costCeiling, approvalId };
  }
  const used =
    begun && facts.approvalId !== null ? await findApproval(tx, accountId, facts.approvalId) : null;
  const terms = toTerms(facts, wish, used?.terms ?? null);
  const isCovered = used === null ? begun && isUnchanged(facts, wish, terms) : isWithin(terms, used.terms);
  const steps = isCovered ? 0 : countSteps(rule, terms.costCeiling);
  if (steps === 0) {
    const approvalId = await useOrVoid(tx, accountId, batchId, terms, facts.now);
    return {
      kind: 'clear',
      ceiling: terms.costCeiling,
      approvalId: isCovered ? facts.approvalId : approvalId,
    };
  }
  const requesterChanged = changesTimes(wish) || (begun && wish.ceiling !== null);
  return useOrRequest(tx, { accountId, batchId, by, requesterChanged, rule, steps, terms, now: facts.now });
}

/** Where no rule wants an approval: uses one that was asked for and given, and voids any other. Null if none is used. */
async function useOrVoid(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  terms: CampaignTerms,
  now: Date,
): Promise<ApprovalId | null> {
  const open = await lockOpenApproval(tx, accountId, batchId);
  if (open === null) return null;
  if (open.status === 'approved' && areSameTerms(open.terms, terms)) {
    const verdict = judgeApproval(open, { kind: 'use', steps: open.steps }, now);
    if (verdict.kind === 'moved') {
      await storeStatus(tx, open, verdict.approval);
      return open.id;
    }
  }
  await voidApproval(tx, accountId, batchId, 'started');
  return null;
}

interface Request {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly by: Actor | null;
  readonly requesterChanged: boolean;
  readonly rule: ApprovalRule;
  readonly steps: Steps;
  readonly terms: CampaignTerms;
  readonly now: Date;
}

async function useOrRequest(tx: PoolClient, request: Request): Promise<Clearance> {
  const { accountId, batchId, terms, steps, now } = request;
  const open = await lockOpenApproval(tx, accountId, batchId);
  if (open !== null) {
    const isSame = areSameTerms(open.terms, terms);
    const verdict = judgeApproval(open, isSame ? { kind: 'use', steps } : { kind: 'void' }, now);
    if (!('approval' in verdict)) throw new TypeError(`approval ${open.id} is open and did not move`);
    if (verdict.kind === 'expired') await storeExpired(tx, open, verdict.approval);
    else if (isSame) await storeStatus(tx, open, verdict.approval);
    else await voidApproval(tx, accountId, batchId, 'replaced');
    if (verdict.kind === 'incomplete')
      return { kind: 'unapproved', approval: { ...open, ...verdict.approval } };
    if (verdict.approval.status === 'used')
      return { kind: 'clear', ceiling: terms.costCeiling, approvalId: open.id };
  }
  const expired = open !== null && areSameTerms(open.terms, terms) ? open : null;
  return { kind: 'unapproved', approval: await ask(tx, request, expired) };
}

/** Requests an approval, and records that, after the end of the same request whose time was over. */
async function ask(
  tx: PoolClient,
  request: Request,
  expired: StoredApproval | null,
): Promise<StoredApproval> {
  const { accountId, batchId, by, steps, terms, requesterChanged, rule } = request;
  const kind = 'campaign_start';
  const approval = await insertApproval(tx, {
    accountId,
    batchId,
    kind,
    steps,
    terms,
    requesterChanged,
    validHours: rule.validHours,
    requestNote: null,
    requestedBy: identityOf(preparerOf(by)),
  });
  // Last, because the head of the audit log is the last lock.
  if (expired !== null) await recordExpired(tx, expired);
  await recordAction(tx, {
    ...(by ?? AS_WORKER),
    action: 'approval_request',
    accountId,
    subject: approval.id,
    details: { kind, batch: batchId, steps, amount: terms.costCeiling, currency: terms.currency },
  });
  return approval;
}

function changesTimes({ notBefore, sendBetween }: RunWish): boolean {
  return notBefore !== undefined || sendBetween !== undefined;
}

/** Whether a batch that has begun continues as it was started before a rule wanted its approval. */
function isUnchanged(
  { approvedCost }: CampaignFacts,
  wish: RunWish,
  { costCeiling }: CampaignTerms,
): boolean {
  return !changesTimes(wish) && approvedCost !== null && costCeiling <= approvedCost;
}
