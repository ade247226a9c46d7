import type { Command } from 'commander';
import { listStaffRules, replaceStaffRule, type StaffRule } from '../../../db/approvals/staff/rules.ts';
import { isOrdered, NO_APPROVAL_RULE, VALID_HOURS_MAX } from '../../../domain/approvals/rule.ts';
import { hasAmount, isStaffKind, STAFF_KINDS, type StaffKind } from '../../../domain/approvals/staff.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import type { MinorUnits } from '../../../domain/money/money.ts';
import { readAmount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';

const KINDS = Object.keys(STAFF_KINDS).filter(isStaffKind);

const HELP = `
Kinds: ${KINDS.join(', ')}.
Without a rule, no approval is needed. Only ${KINDS.filter(hasAmount).join(', ')} have an amount.
For the other kinds, write any or none.
What you leave out stays as it is. With a rule for approval_rules, changes of rules need another operator too.

  bundlewire approval rule account_fund --currency NGN --one-from 1,000,000.00 --reason "policy 7"
  bundlewire approval rule approval_rules --one-from any --reason "policy 7"`;

interface RuleOptions {
  readonly currency?: string;
  readonly oneFrom?: string;
  readonly twoFrom?: string;
  readonly validHours?: string;
}

/** `approval rules` and `approval rule`: from which amounts operators need another operator. */
export function addApprovalRuleCommands(approval: Command, frame: Frame): void {
  frame
    .reads(approval, 'rules', 'Lists from which amounts operators need another operator.')
    .action(frame.does<object>((session) => list(session)));
  frame
    .changes(approval, 'rule <kind>', 'Sets from which amount operators need another operator.')
    .option('--currency <currency>', 'the currency of the amounts, for example NGN')
    .option('--one-from <amount>', 'from this amount, one other operator must approve; any, or none')
    .option('--two-from <amount>', 'from this amount, two others must; any, or none')
    .option('--valid-hours <hours>', 'how long a request and its approval can be used, 72 for a new rule')
    .addHelpText('after', HELP)
    .action(frame.does<RuleOptions, [string]>(set));
}

async function list(session: Session): Promise<Shown> {
  const rules = await listStaffRules(session.pool());
  return {
    json: rules.map(toJson),
    text: table(
      ['Kind', 'Command', 'One from', 'Two from', 'Hours'],
      rules.map((rule) => [
        rule.kind,
        STAFF_KINDS[rule.kind],
        formatFrom(rule.oneFrom, rule),
        formatFrom(rule.twoFrom, rule),
        String(rule.validHours),
      ]),
      'There are no rules, so no command needs an approval.',
    ),
  };
}

async function set(session: Session, options: RuleOptions, kind: string): Promise<Shown> {
  if (!isStaffKind(kind)) throw wrongUsage(`${kind} is not a kind. Use one of: ${KINDS.join(', ')}.`);
  const { oneFrom, twoFrom, validHours } = options;
  if ((oneFrom ?? twoFrom ?? validHours) === undefined)
    throw wrongUsage('Give --one-from, --two-from or --valid-hours.');
  const currency = readCurrency(kind, options.currency);
  const rules = await listStaffRules(session.pool());
  const before = rules.find((rule) => rule.kind === kind && rule.currency === currency) ?? NO_APPROVAL_RULE;
  const rule = {
    kind,
    currency,
    oneFrom: readFrom(oneFrom, before.oneFrom, currency),
    twoFrom: readFrom(twoFrom, before.twoFrom, currency),
    validHours: validHours === undefined ? before.validHours : readHours(validHours),
  };
  if (!isOrdered(rule)) throw wrongUsage('--two-from must not be less than --one-from.');
  await replaceStaffRule(session.pool(), rule, await session.actor());
  return list(session);
}

function readCurrency(kind: StaffKind, text: string | undefined): string {
  if (!hasAmount(kind)) {
    if (text !== undefined) throw wrongUsage(`${kind} has no amount. Leave --currency out.`);
    return '';
  }
  if (text === undefined || !/^[A-Z]{3}$/.test(text))
    throw wrongUsage('Give the currency of the amounts, for example --currency NGN.');
  return text;
}

function readFrom(text: string | undefined, before: MinorUnits | null, currency: string): MinorUnits | null {
  if (text === undefined) return before;
  if (text === 'none') return null;
  if (text === 'any') return 1;
  if (currency === '')
    throw wrongUsage(`${text} is not possible here: this kind has no amount. Write any or none.`);
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

function formatFrom(from: MinorUnits | null, { kind, currency }: StaffRule): string {
  if (from === null) return 'never';
  return hasAmount(kind) ? formatAmount(from, currency) : 'any';
}

function toJson({ kind, currency, oneFrom, twoFrom, validHours }: StaffRule) {
  return {
    kind,
    currency: currency === '' ? null : currency,
    one_from: oneFrom,
    two_from: twoFrom,
    valid_hours: validHours,
  };
}
