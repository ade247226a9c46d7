import type { Command } from 'commander';
import { renderAuditRecord } from '../../../contract/audit-entry.ts';
import { listKeys } from '../../../db/accounts/api-keys.ts';
import { searchAccounts } from '../../../db/accounts/search.ts';
import { type AccountSummary, openAccount, setRateLimit } from '../../../db/accounts/terms.ts';
import { ANY_ENTRY, searchAudit } from '../../../db/audit/search.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { knownAccount } from '../../account.ts';
import { wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { fields, type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';
import { addAlertCommand } from './alert.ts';
import { addMoneyCommands } from './money.ts';
import { addPriceLockCommand } from './price-lock.ts';
import { addPriceCommands } from './prices.ts';
import { addTopUpCommand } from './top-up.ts';

const ACTIONS_SHOWN = 10;
const NAME_CHARS_MAX = 200;

/** `account`: accounts with their money and prices. */
export function addAccountCommands(program: Command, frame: Frame): void {
  const account = program.command('account').description('Accounts, their money and their prices.');
  frame
    .changes(account, 'create <name>', 'Opens an account with a balance of zero.')
    .option('--currency <code>', 'ISO 4217 code of its money and prices', 'NGN')
    .option('--test', 'a test-mode account: its purchases go to simulators')
    .option('--rate <number>', 'most requests per second', '100')
    .addHelpText('after', '\nNext: account prices, account fund, key issue, webhook set.')
    .action(frame.does<CreateOptions, [string]>(create));
  frame.reads(account, 'list', 'Lists all accounts.').action(frame.does(list));
  frame
    .reads(
      account,
      'show [account]',
      'Shows the balance, keys, webhook endpoint and recent operator actions.',
    )
    .action(frame.does(show));
  frame
    .changes(account, 'rate <account> <number>', 'Sets how many requests per second an account may make.')
    .action(frame.does<object, [string, string]>(changeRate));
  addMoneyCommands(account, frame);
  addPriceCommands(account, frame);
  addPriceLockCommand(account, frame);
  addAlertCommand(account, frame);
  addTopUpCommand(account, frame);
}

interface CreateOptions {
  readonly currency: string;
  readonly test?: boolean;
  readonly rate: string;
}

async function create(session: Session, options: CreateOptions, nameText: string): Promise<Shown> {
  const name = nameText.trim();
  if (name === '' || name.length > NAME_CHARS_MAX)
    throw wrongUsage(`The name must have 1 to ${NAME_CHARS_MAX} characters.`);
  const currency = options.currency.toUpperCase();
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw wrongUsage(`${options.currency} is not an ISO 4217 currency code, such as NGN.`);
  }
  const account = {
    name,
    livemode: options.test !== true,
    currency,
    rateLimitPerSecond: readRate(options.rate),
  };
  const id = await openAccount(session.pool(), account, await session.actor());
  return {
    json: { id, name, livemode: account.livemode, currency },
    text: `Opened ${id}: ${name}, ${currency}, ${account.livemode ? 'live' : 'test'} mode.`,
  };
}

async function list(session: Session): Promise<Shown> {
  const accounts = await searchAccounts(session.pool(), { text: null }, null);
  return {
    json: accounts.map(accountJson),
    text: table(
      ['Account', 'Name', 'Mode', 'Available', 'Held', 'Pending'],
      accounts.map((account) => [
        account.id,
        account.name,
        account.livemode ? 'live' : 'test',
        formatAmount(account.available, account.currency),
        formatAmount(account.held, account.currency),
        String(account.pending),
      ]),
      'No accounts.',
    ),
  };
}

async function show(session: Session, _options: object, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const accountId = account.id;
  const [keys, actions] = await Promise.all([
    listKeys(session.pool(), accountId),
    searchAudit(session.pool(), { ...ANY_ENTRY, accountId }, null, ACTIONS_SHOWN),
  ]);
  const inUse = keys.filter(({ revokedAt }) => revokedAt === null).length;
  const text = fields([
    ['Account', account.id],
    ['Name', account.name],
    ['Mode', account.livemode ? 'live' : 'test'],
    ['Available', formatAmount(account.available, account.currency)],
    ['Held', `${formatAmount(account.held, account.currency)} for ${account.pending} pending purchases`],
    ['Active keys', String(inUse)],
    ['Requests per second', String(account.rateLimitPerSecond)],
    ['Price lock', account.priceLockHours === 0 ? 'off' : `${account.priceLockHours} hours`],
    ['Webhooks', account.webhookUrl],
    ['Opened', time(account.createdAt)],
  ]);
  const recent = table(
    ['When', 'Who', 'Action', 'Subject', 'Reason'],
    actions.map(({ at, principalId, action, subject, reason }) => [
      time(at),
      principalId,
      action,
      subject,
      reason ?? '–',
    ]),
    'No actions.',
  );
  return {
    json: { ...accountJson(account), keys_in_use: inUse, actions: actions.map(renderAuditRecord) },
    text: `${text}\n\n${recent}`,
  };
}

async function changeRate(
  session: Session,
  _options: object,
  accountText: string,
  rateText: string,
): Promise<Shown> {
  const perSecond = readRate(rateText);
  const account = await knownAccount(session, accountText);
  await setRateLimit(session.pool(), account.id, perSecond, await session.actor());
  return {
    json: { id: account.id, rate_limit_per_second: perSecond },
    text: `${account.name} may make ${perSecond} requests per second.`,
  };
}

function readRate(text: string): number {
  const rate = Number(text);
  if (!Number.isInteger(rate) || rate < 1 || rate > 1_000_000) {
    throw wrongUsage(`${text} is not a rate. Give a whole number of requests per second, from 1 to 1000000.`);
  }
  return rate;
}

function accountJson(account: AccountSummary): object {
  return {
    id: account.id,
    name: account.name,
    livemode: account.livemode,
    currency: account.currency,
    available: account.available,
    held: account.held,
    pending_purchases: account.pending,
    rate_limit_per_second: account.rateLimitPerSecond,
    price_lock_hours: account.priceLockHours,
    webhook_url: account.webhookUrl,
    created_at: account.createdAt,
  };
}
