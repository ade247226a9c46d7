import type { Command } from 'commander';
import { type LimitsNow, readSpendingLimits, replaceSpendingLimits } from '../../../db/rules/limits.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import type { MinorUnits } from '../../../domain/money/money.ts';
import type { SpendingLimits, SpendingScope } from '../../../domain/rules/purchase-rules.ts';
import { knownAccount, readAmount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
Days and months are in UTC. What you leave out stays as it is; none removes a limit. What is pending or successful counts.

  bundlewire rules limits acc_… --campaign 500,000.00 --day 2,000,000.00 --month none --reason "at their request"`;

type LimitOptions = Readonly<Partial<Record<SpendingScope, string>>>;

/** `rules limits`: the most that an account spends. */
export function addLimitsCommand(rules: Command, frame: Frame): void {
  frame
    .changes(rules, 'limits <account>', 'Sets the most that an account spends per campaign, day and month.')
    .option('--campaign <amount>', 'for one campaign, or none')
    .option('--day <amount>', 'for one UTC day, or none')
    .option('--month <amount>', 'for one UTC month, or none')
    .addHelpText('after', HELP)
    .action(frame.does<LimitOptions, [string]>(setLimits));
}

async function setLimits(session: Session, options: LimitOptions, accountText: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const { campaign, day, month } = options;
  if ((campaign ?? day ?? month) === undefined) throw wrongUsage('Give --campaign, --day or --month.');
  const before = await readSpendingLimits(session.pool(), account.id);
  const read = (scope: SpendingScope) => readLimit(options[scope], before.limits[scope], account.currency);
  const wanted = { campaign: read('campaign'), day: read('day'), month: read('month') };
  await replaceSpendingLimits(session.pool(), account.id, wanted, await session.actor());
  const { limits, spent } = await readSpendingLimits(session.pool(), account.id);
  return {
    json: { account_id: account.id, limits, spent },
    text: fields(limitFields(limits, spent, account.currency)),
  };
}

function readLimit(text: string | undefined, before: MinorUnits | null, currency: string): MinorUnits | null {
  if (text === undefined) return before;
  if (text === 'none') return null;
  const limit = readAmount(text, currency);
  if (limit <= 0) throw wrongUsage(`${text} is not a limit: it must be above zero.`);
  return limit;
}

/** The limits with what counts against them. */
export function limitFields(
  limits: SpendingLimits,
  spent: LimitsNow['spent'],
  currency: string,
): (readonly [string, string])[] {
  const line = (limit: MinorUnits | null, used: MinorUnits | null) => {
    if (limit === null) return 'no limit';
    const text = formatAmount(limit, currency);
    return used === null ? text : `${text}, ${formatAmount(used, currency)} spent`;
  };
  return [
    ['Limit per campaign', line(limits.campaign, null)],
    ['Limit per day (UTC)', line(limits.day, spent?.day ?? null)],
    ['Limit per month (UTC)', line(limits.month, spent?.month ?? null)],
  ];
}
