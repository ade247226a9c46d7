import type { PoolClient } from 'pg';
import { identityOf } from '../../domain/access/identity.ts';
import type { Principal } from '../../domain/access/principal.ts';
import { judgeApproval } from '../../domain/approvals/approval.ts';
import { areSameTerms, type CampaignTerms, isWithin } from '../../domain/approvals/campaign-terms.ts';
import { type ApprovalRule, countSteps, isOn, type Steps } from '../../domain/approvals/rule.ts';
import type { StoredApproval } from '../../domain/approvals/stored.ts';
import type { SendBetween } from '../../domain/batch/quiet-hours.ts';
import { type AccountId, type ApprovalId, type BatchId, idFromUuid, uuidOf } from '../../domain/ids.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { recordExpired, storeExpired } from './expire.ts';
import { readApprovalRule } from './rules.ts';
import { findApproval, insertApproval, lockOpenApproval, storeStatus, voidApproval } from './store.ts';

/** How a batch is to run from now on. */
export interface RunWish {
  /** The most that it may spend; null: as it was agreed before, or its cost. */
  readonly ceiling: MinorUnits | null;
  /** Null to start immediately; absent to leave it as it is. */
  readonly notBefore?: Date | null;
  /** Absent to leave them as they are. */
  readonly sendBetween?: SendBetween | null;
}

/** Whether a batch may run. */
export type Clearance =
  /** `ceiling`: what it may spend at most; null where the account has no rule. `approvalId`: null if it needed none. */
  | { readonly kind: 'clear'; readonly ceiling: MinorUnits | null; readonly approvalId: ApprovalId | null }
  | { readonly kind: 'unapproved'; readonly approval: StoredApproval };

/**
 * Decides whether a batch may start, resume or be scheduled as is wished: because no rule wants an approval, because nothing is
 * bought beyond what was decided before, or by using its approval up. Otherwise it requests one, unless the same is requested
 * already. The caller holds the locks of the account and the batch, commits in each case, and stores what is cleared in the batch.
 */
export async function clearCampaign(
  tx: PoolClient,
  accountId: AccountId,
  batchId: BatchId,
  by: Principal,
  wish: RunWish,
): Promise<Clearance> {
  const rule = await readApprovalRule(tx, accountId, 'campaign_start');
  const facts = await readFacts(tx, accountId, batchId);
  const begun = facts.status !== 'ready';
  if (!isOn(rule)) {
    await voidApproval(tx, accountId, batchId);
    return { kind: 'clear', ceiling: null, approvalId: null };
  }
  const used =
    begun && facts.approvalId !== null ? await findApproval(tx, accountId, facts.approvalId) : null;
  const terms = toTerms(facts, wish, used?.terms ?? null);
  const isCovered = used === null ? begun && isUnchanged(facts, wish, terms) : isWithin(terms, used.terms);
  const steps = isCovered ? 0 : countSteps(rule, terms.costCeiling);
  if (steps === 0) {
    await voidApproval(tx, accountId, batchId);
    return { kind: 'clear', ceiling: terms.costCeiling, approvalId: isCovered ? facts.approvalId : null };
  }
  const requesterChanged = changesTimes(wish) || (begun && wish.ceiling !== null);
  return useOrRequest(tx, { accountId, batchId, by, requesterChanged, rule, steps, terms, now: facts.now });
}

interface Request {
  readonly accountId: AccountId;
  readonly batchId: BatchId;
  readonly by: Principal;
  readonly requesterChanged: boolean;
  readonly rule: ApprovalRule;
  readonly steps: Steps;
  readonly terms: CampaignTerms;
  readonly now: Date;
}

async function useOrRequest(tx: PoolClient, request: Request): Promise<Clearance> {
  const { accountId, batchId, terms, steps, rule, by, requesterChanged, now } = request;
  const open = await lockOpenApproval(tx, accountId, batchId);
  if (open !== null) {
    const isSame = areSameTerms(open.terms, terms);
    const verdict = judgeApproval(open, isSame ? { kind: 'use', steps } : { kind: 'void' }, now);
    if (!('approval' in verdict)) throw new TypeError(`approval ${open.id} is open and did not move`);
    if (verdict.kind === 'expired') await storeExpired(tx, open, verdict.approval);
    else await storeStatus(tx, open, verdict.approval);
    if (verdict.kind === 'incomplete')
      return { kind: 'unapproved', approval: { ...open, ...verdict.approval } };
    if (verdict.approval.status === 'used')
      return { kind: 'clear', ceiling: terms.costCeiling, approvalId: open.id };
  }
  const { validHours } = rule;
  const wanted = {
    accountId,
    batchId,
    kind: 'campaign_start',
    steps,
    terms,
    requesterChanged,
    validHours,
  } as const;
  const approval = await insertApproval(tx, { ...wanted, requestedBy: identityOf(by) });
  // Last, because the head of the audit log is the last lock.
  if (open !== null && open.expiresAt <= now) await recordExpired(tx, open);
  return { kind: 'unapproved', approval };
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

/** Once it has begun, its start time stays as it was approved, unless the wish changes it. */
function toTerms(facts: CampaignFacts, wish: RunWish, used: CampaignTerms | null): CampaignTerms {
  const { approvedCost, cost, sendFrom, sendUntil } = facts;
  const notBefore = used === null ? (facts.notBefore?.toISOString() ?? null) : used.notBefore;
  const hours = sendFrom === null || sendUntil === null ? null : { from: sendFrom, until: sendUntil };
  return {
    fileSha256: facts.fileSha256,
    revision: facts.revision,
    costCeiling: wish.ceiling ?? approvedCost ?? cost,
    currency: facts.currency,
    notBefore: wish.notBefore === undefined ? notBefore : (wish.notBefore?.toISOString() ?? null),
    sendBetween: wish.sendBetween === undefined ? hours : wish.sendBetween,
    onInvalid: facts.onInvalid,
    onInsufficientBalance: facts.onInsufficientBalance,
    onDuplicate: facts.onDuplicate,
    duplicateWindowHours: facts.duplicateWindowHours,
  };
}

interface CampaignFacts extends Omit<CampaignTerms, 'costCeiling' | 'notBefore' | 'sendBetween'> {
  readonly status: string;
  readonly cost: MinorUnits;
  readonly approvedCost: MinorUnits | null;
  readonly approvalId: ApprovalId | null;
  readonly notBefore: Date | null;
  readonly sendFrom: number | null;
  readonly sendUntil: number | null;
  readonly now: Date;
}

async function readFacts(tx: PoolClient, accountId: AccountId, batchId: BatchId): Promise<CampaignFacts> {
  const { rows } = await tx.query<Omit<CampaignFacts, 'approvalId'> & { approval: string | null }>({
    name: 'read-campaign-facts',
    text: `
      SELECT b.status, b.cost, b.approved_cost AS "approvedCost", b.approval_id AS approval, b.currency, b.revision,
             encode(b.content_hash, 'hex') AS "fileSha256", b.not_before AS "notBefore", b.send_from AS "sendFrom",
             b.send_until AS "sendUntil", b.on_invalid AS "onInvalid", b.on_insufficient_balance AS "onInsufficientBalance",
             b.on_duplicate AS "onDuplicate", b.duplicate_window_hours AS "duplicateWindowHours", clock.at AS now
        FROM batches b, (SELECT app_now() AS at) clock
       WHERE b.account_id = $1 AND b.id = $2`,
    values: [uuidOf('acc', accountId), uuidOf('bat', batchId)],
  });
  if (rows[0] === undefined) throw new TypeError(`batch ${batchId} vanished under its lock`);
  const { approval, ...facts } = rows[0];
  return { ...facts, approvalId: approval === null ? null : idFromUuid('apr', approval) };
}
