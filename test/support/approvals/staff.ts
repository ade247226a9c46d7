import type { Pool } from 'pg';
import { fundAccount, readBalance } from '../../../db/accounts/accounts.ts';
import { decideStaffApproval } from '../../../db/approvals/staff/decide.ts';
import { ApprovalMissing } from '../../../db/approvals/staff/missing.ts';
import { replaceStaffRule } from '../../../db/approvals/staff/rules.ts';
import { findStaffApproval } from '../../../db/approvals/staff/store.ts';
import { hasAmount, type StaffKind } from '../../../domain/approvals/staff.ts';
import type { AccountId, ApprovalId } from '../../../domain/ids.ts';
import type { LaneFixture } from '../purchases/lane-fixture.ts';

export const by = (operator: string) => ({ operator, reason: 'ticket 1' });
export const [ADA, BEN, CAL] = [by('ada'), by('ben'), by('cal')] as const;

/** From which amounts, in minor units, a staff command needs one approver or two; null for never. */
export function setStaffRule(
  pool: Pool,
  kind: StaffKind,
  oneFrom: number | null,
  twoFrom: number | null = null,
) {
  const currency = hasAmount(kind) ? 'NGN' : '';
  return replaceStaffRule(pool, { kind, currency, oneFrom, twoFrom, validHours: 72 }, by('setup'));
}

/** What operators do in tests of their approvals. */
export function staffCommands(of: () => LaneFixture) {
  const rule = (kind: StaffKind, oneFrom: number | null, twoFrom: number | null = null) =>
    setStaffRule(of().pool, kind, oneFrom, twoFrom);

  const fund = (accountId: AccountId, amount: number, actor = ADA) =>
    fundAccount(of().pool, accountId, { ...actor, type: 'funding', amount });
  const available = async (accountId: AccountId) => (await readBalance(of().pool, accountId)).available;

  /** The request that a command made when it was refused. */
  async function requested(command: Promise<unknown>): Promise<ApprovalId> {
    const refused: unknown = await command.then(
      () => null,
      (error: unknown) => error,
    );
    if (!(refused instanceof ApprovalMissing)) throw new Error(`not refused but ${String(refused)}`);
    return refused.approval.id;
  }

  const decide = (id: ApprovalId, verb: 'approve' | 'reject' | 'withdraw', actor = BEN) =>
    decideStaffApproval(of().pool, id, verb, actor, actor.reason);
  const statusOf = async (id: ApprovalId) => (await findStaffApproval(of().pool, id))?.stored.status;

  return { rule, fund, available, requested, decide, statusOf };
}
