import type { Command } from 'commander';
import { readApprovalRule, replaceApprovalRule } from '../../../db/approvals/rules.ts';
import { type ApprovalRule, isOrdered, VALID_HOURS_MAX } from '../../../domain/approvals/rule.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import type { MinorUnits } from '../../../domain/money/money.ts';
import { knownAccount, readAmount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
What you leave out stays as it is; none ends it. The rule counts for every start, schedule and resume from now on.
Approvers need a key whose scopes name approvals:decide:

  bundlewire rules approvals acc_… --one-from 500,000.00 --two-from 2,000,000.00 --reason "at their request"
  bundlewire key issue acc_… --name approver --scopes read_only,batches:start,approvals:decide --reason "at their request"`;

interface ApprovalOptions {
  readonly oneFrom?: string;
  readonly twoFrom?: string;
  readonly validHours?: string;
}

/** `rules approvals`: from which amounts the campaigns of an account need approval. */
export function addApprovalsCommand(rules: Command, frame: Frame): void {
  frame
    .changes(rules, 'approvals <account>', 'Sets from which amounts campaigns need approval.')
    .option('--one-from <amount>', 'from this amount, one other key or person must approve, or none')
    .option('--two-from <amount>', 'from this amount, two others must, or none')
    .option('--valid-hours <hours>', 'how long a request and its approval can be used, 72 for a new rule')
    .addHelpText('after', HELP)
    .action(frame.does<ApprovalOptions, [string]>(setApprovals));
}

async function setApprovals(session: Session, options: ApprovalOptions, accountText: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const { oneFrom, twoFrom, validHours } = options;
  if ((oneFrom ?? twoFrom ?? validHours) === undefined)
    throw wrongUsage('Give --one-from, --two-from or --valid-hours.');
  const before = await readApprovalRule(session.pool(), account.id, 'campaign_start');
  const rule = {
    oneFrom: readFrom(oneFrom, before.oneFrom, account.currency),
    twoFrom: readFrom(twoFrom, before.twoFrom, account.currency),
    validHours: validHours === undefined ? before.validHours : readHours(validHours),
  };
  if (!isOrdered(rule)) throw wrongUsage('--two-from must not be less than --one-from.');
  await replaceApprovalRule(session.pool(), account.id, 'campaign_start', rule, await session.actor());
  return {
    json: { account_id: account.id, campaign_start: rule },
    text: fields(approvalFields(rule, account.currency)),
  };
}

function readFrom(text: string | undefined, before: MinorUnits | null, currency: string): MinorUnits | null {
  if (text === undefined) return before;
  if (text === 'none') return null;
  const from = readAmount(text, currency);
  if (from <= 0) throw wrongUsage(`${text} is not an amount above zero.`);
  return from;
}

function readHours(text: string): number {
  const hours = Number(text);
  if (!/^\d{1,3}$/.test(text) || hours < 1 || hours > VALID_HOURS_MAX)
    throw wrongUsage(`--valid-hours must be a whole number from 1 to ${VALID_HOURS_MAX}, not "${text}".`);
  return hours;
}

/** The rule as lines of a screen. */
export function approvalFields(rule: ApprovalRule, currency: string): (readonly [string, string])[] {
  const from = (amount: MinorUnits | null) => (amount === null ? 'never' : formatAmount(amount, currency));
  return [
    ['One approval from', from(rule.oneFrom)],
    ['Two approvals from', from(rule.twoFrom)],
    ['Approvals can be used for', `${rule.validHours} hours`],
  ];
}
