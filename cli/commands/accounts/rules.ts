import type { Command } from 'commander';
import { readApprovalRule } from '../../../db/approvals/rules.ts';
import { readNoticeAddresses } from '../../../db/notices/notices.ts';
import { readAllowedBundles, replaceAllowedBundles } from '../../../db/rules/allowed-bundles.ts';
import { readBlocklist } from '../../../db/rules/blocklist.ts';
import { readSpendingLimits } from '../../../db/rules/limits.ts';
import { isE164 } from '../../../domain/network/number-plan.ts';
import { lookUpBlocked } from '../../../services/rules/blocklist.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addApprovalsCommand, approvalFields } from './approval-rules.ts';
import { addBlockCommands } from './blocklist.ts';
import { addLimitsCommand, limitFields } from './limits.ts';
import { addNoticesCommand, noticeFields } from './notices.ts';

/** `rules`: what an account allows itself to buy, and who is mailed about it. Its client sets the same over the API. */
export function addRuleCommands(program: Command, frame: Frame): void {
  const rules = program
    .command('rules')
    .description('What an account may spend and buy: limits, bundles, numbers. Clients set the same rules.');
  frame.reads(rules, 'show [account]', 'Shows the rules of an account.').action(frame.does(show));
  frame
    .changes(rules, 'bundles <account> [bundles...]', 'Sets the only bundles that an account buys.')
    .option('--all', 'allow every bundle that is sold to the account')
    .action(frame.does<{ readonly all?: boolean }, [string, string[]]>(setBundles));
  addLimitsCommand(rules, frame);
  addApprovalsCommand(rules, frame);
  addNoticesCommand(rules, frame);
  frame
    .reads(rules, 'blocked <account> <number>', 'Shows whether a number is blocked.')
    .action(frame.does<object, [string, string]>(showBlocked));
  addBlockCommands(rules, frame);
}

async function show(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const [bundles, blocklist, { limits, spent }, approvals, notices] = await Promise.all([
    readAllowedBundles(session.pool(), account.id),
    readBlocklist(session.pool(), account.id),
    readSpendingLimits(session.pool(), account.id),
    readApprovalRule(session.pool(), account.id, 'campaign_start'),
    readNoticeAddresses(session.pool(), account.id),
  ]);
  return {
    json: {
      account_id: account.id,
      limits,
      spent,
      allowed_bundles: bundles,
      blocked_numbers: blocklist.count,
      approvals,
      notices,
    },
    text: fields([
      ...limitFields(limits, spent, account.currency),
      ...approvalFields(approvals, account.currency),
      ['Allowed bundles', bundles === null ? 'all that are sold to it' : bundles.join(', ')],
      ['Blocked numbers', String(blocklist.count)],
      ['Last blocked', blocklist.lastAddedAt === null ? '–' : time(blocklist.lastAddedAt)],
      ...noticeFields(notices),
    ]),
  };
}

async function setBundles(
  session: Session,
  { all }: { readonly all?: boolean },
  accountText: string,
  bundles: readonly string[],
): Promise<Shown> {
  if ((all === true) === bundles.length > 0) throw wrongUsage('Give the ids of bundles, or --all.');
  const account = await knownAccount(session, accountText);
  const wanted = all === true ? null : bundles;
  const replaced = await replaceAllowedBundles(session.pool(), account.id, wanted, await session.actor());
  if (replaced.kind === 'not_sold') {
    throw new CliError(
      `These bundles are not sold to ${account.name}: ${replaced.bundleIds.join(', ')}. Nothing was changed.`,
    );
  }
  return {
    json: { account_id: account.id, allowed_bundles: wanted },
    text:
      wanted === null
        ? `${account.name} buys every bundle that is sold to it.`
        : `${account.name} buys only ${wanted.join(', ')}.`,
  };
}

async function showBlocked(
  session: Session,
  _options: object,
  accountText: string,
  number: string,
): Promise<Shown> {
  if (!isE164(number)) throw wrongUsage(`${number} is not a phone number. Write it as +2348031234567.`);
  const account = await knownAccount(session, accountText);
  const at = await lookUpBlocked(session.pool(), session.secretsKeys(), account.id, number);
  return {
    json: { account_id: account.id, phone_number: number, blocked: at !== null, added_at: at },
    text: at === null ? `${number} is not blocked.` : `${number} has been blocked since ${time(at)}.`,
  };
}
