import type { Command } from 'commander';
import type { DecisionVerb } from '../../../db/approvals/decision.ts';
import { endExpired } from '../../../db/approvals/expire.ts';
import { decideStaffApproval, type StaffDecisionOutcome } from '../../../db/approvals/staff/decide.ts';
import { listStaffApprovals } from '../../../db/approvals/staff/read.ts';
import { findStaffApproval } from '../../../db/approvals/staff/store.ts';
import type { Identity } from '../../../domain/access/identity.ts';
import { hasAmount, STAFF_KINDS, type StaffApproval } from '../../../domain/approvals/staff.ts';
import { type ApprovalId, readId } from '../../../domain/ids.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addApprovalRuleCommands } from './rule.ts';

const LISTED_MAX = 1_000;

/** `approval`: what one operator wants to do, and another one approves. */
export function addApprovalCommands(program: Command, frame: Frame): void {
  const approval = program
    .command('approval')
    .description('Approvals: what one operator wants to do, and another one approves.');
  frame
    .reads(approval, 'list', 'Lists open approvals of operators, newest first.')
    .option('--all', 'include ended ones')
    .action(frame.does<{ readonly all?: boolean }>(list));
  frame
    .reads(approval, 'show <approval>', 'Shows what is to be approved, and what was decided.')
    .action(frame.does<object, [string]>(async (session, _options, id) => show(session, readApprovalId(id))));
  const decides = (verb: DecisionVerb, description: string) =>
    frame
      .changes(approval, `${verb} <approval>`, description)
      .action(frame.does<object, [string]>((session, _options, id) => decide(session, verb, id)));
  decides('approve', 'Approves exactly what another operator requested.');
  decides('reject', 'Ends what another operator requested.');
  decides('withdraw', 'Ends what you requested.');
  addApprovalRuleCommands(approval, frame);
}

async function list(session: Session, { all = false }: { readonly all?: boolean }): Promise<Shown> {
  await endExpired(session.pool(), null);
  const found = await listStaffApprovals(session.pool(), { all, limit: LISTED_MAX });
  return {
    json: found.map(toJson),
    text: table(
      ['Approval', 'Command', 'Amount', 'Status', 'Given', 'Requested by', 'Ends'],
      found.map((one) => [
        one.id,
        STAFF_KINDS[one.kind],
        amountOf(one),
        one.status,
        `${one.approvedBy.length} of ${one.steps}`,
        who(one.requestedBy),
        time(one.expiresAt),
      ]),
      'No approval is open.',
    ),
  };
}

async function show(session: Session, id: ApprovalId): Promise<Shown> {
  await endExpired(session.pool(), null);
  const found = await findStaffApproval(session.pool(), id);
  if (found === null) throw unknown(id);
  const { stored } = found;
  return {
    json: toJson(stored),
    text: fields([
      ['Approval', stored.id],
      ['Command', STAFF_KINDS[stored.kind]],
      ['Account', stored.accountId],
      ['Amount', amountOf(stored)],
      ...Object.entries(stored.terms).flatMap(toRows),
      ['Status', stored.status],
      ['Given', `${stored.approvedBy.length} of ${stored.steps}`],
      ['Requested by', `${who(stored.requestedBy)}, ${time(stored.requestedAt)}`],
      ['Reason', stored.requestReason],
      ['Ends', time(stored.endedAt ?? stored.expiresAt)],
      ...stored.decisions.map(
        ({ by, decision, reason, at }) =>
          [
            decision === 'approved' ? 'Approved by' : 'Rejected by',
            `${who(by)}, ${time(at)}: ${reason ?? '–'}`,
          ] as const,
      ),
    ]),
  };
}

async function decide(session: Session, verb: DecisionVerb, text: string): Promise<Shown> {
  const id = readApprovalId(text);
  const actor = await session.actor();
  const outcome = await decideStaffApproval(session.pool(), id, verb, actor, actor.reason);
  refuse(outcome, id);
  return show(session, id);
}

/** @throws CliError unless it was decided, now or before. */
function refuse(outcome: StaffDecisionOutcome, id: ApprovalId): void {
  switch (outcome.kind) {
    case 'moved':
    case 'already':
      return;
    case 'not_found':
      throw unknown(id);
    case 'expired':
      throw new CliError(`${id} has expired. Run the command again to request a new approval.`);
    case 'ended':
      throw new CliError(`${id} has ended: its status is ${outcome.status}. Nothing was changed.`);
    case 'own':
      throw new CliError(`You requested ${id}, so another operator must decide. Nothing was changed.`);
    case 'not_signed_in':
      throw new CliError(`A staff member requested ${id}. Sign in with bundlewire sign-in, then approve it.`);
    case 'not_requester':
      throw new CliError(`Only the operator who requested ${id} can withdraw it. Reject it instead.`);
  }
}

function toJson(one: StaffApproval) {
  const { id, kind, accountId, status, amount, currency, terms, steps } = one;
  return {
    id,
    kind,
    account_id: accountId,
    status,
    amount: hasAmount(kind) ? { amount, currency } : null,
    terms,
    steps_required: steps,
    steps_given: one.approvedBy.length,
    requested_by: one.requestedBy,
    reason: one.requestReason,
    decisions: one.decisions.map(({ by, decision, reason, at }) => ({
      by,
      decision,
      reason,
      decided_at: at,
    })),
    end_reason: one.endReason,
    requested_at: one.requestedAt,
    expires_at: one.expiresAt,
    ended_at: one.endedAt,
  };
}

function amountOf({ kind, amount, currency }: StaffApproval): string {
  return hasAmount(kind) ? formatAmount(amount, currency) : '–';
}

/** A list has one line for each of its values. */
function toRows([name, value]: readonly [string, StaffApproval['terms'][string]]): [string, string][] {
  const lines = Array.isArray(value) ? value : [String(value ?? '–')];
  return lines.map((line, at) => [at === 0 ? name : '', line]);
}

function who({ kind, id }: Identity): string {
  return kind === 'operator' ? id : `${kind} ${id}`;
}

function readApprovalId(text: string): ApprovalId {
  const id = readId('apr', text);
  if (id === null) throw wrongUsage(`${text} is not an approval id: apr_ and 26 characters.`);
  return id;
}

function unknown(id: ApprovalId): CliError {
  return new CliError(`Operators have no approval ${id}. List them with: bundlewire approval list`);
}
