import type { Command } from 'commander';
import { EmailAddress } from '../../../contract/settings.ts';
import { setLowBalanceAlert } from '../../../db/accounts/low-balance.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { knownAccount, readAmount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
Sends one alert each time the available balance falls below the amount: by e-mail if the workers have SMTP_URL, and
always in their log and metrics. If the balance is below the amount already, the first alert comes the next time.

  bundlewire account alert acc_… --below 50,000.00 --email finance@client.example --reason "at their request"
  bundlewire account alert acc_… --off --reason "contract ended"`;

interface AlertOptions {
  readonly below?: string;
  readonly email?: string;
  readonly off?: boolean;
}

/** `account alert`: who gets an e-mail when an account's balance is low. */
export function addAlertCommand(account: Command, frame: Frame): void {
  frame
    .changes(account, 'alert <account>', 'Sets or removes the low-balance alert of an account.')
    .option('--below <amount>', 'alert when less than this is available, for example 50,000.00')
    .option('--email <address>', 'where to send the alert')
    .option('--off', 'remove the alert')
    .addHelpText('after', HELP)
    .action(frame.does<AlertOptions, [string]>(setAlert));
}

async function setAlert(session: Session, options: AlertOptions, accountText: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const terms = readTerms(options, account.currency);
  if (!(await setLowBalanceAlert(session.pool(), account.id, terms, await session.actor()))) {
    throw new CliError(`There is no account ${account.id}. List the accounts with: bundlewire account list`);
  }
  return {
    json: {
      account_id: account.id,
      below: terms === null ? null : { amount: terms.threshold, currency: account.currency },
      email: terms?.email ?? null,
    },
    text:
      terms === null
        ? `${account.name} no longer has a low-balance alert.`
        : `${terms.email} gets an alert when ${account.name} falls below ${formatAmount(terms.threshold, account.currency)}. It has ${formatAmount(account.available, account.currency)} now.`,
  };
}

function readTerms({ below, email, off }: AlertOptions, currency: string) {
  if (off === true) {
    if (below !== undefined || email !== undefined)
      throw wrongUsage('--off removes the alert. Do not combine it with --below or --email.');
    return null;
  }
  if (below === undefined || email === undefined) throw wrongUsage('Give --below and --email, or --off.');
  const threshold = readAmount(below, currency);
  if (threshold <= 0) throw wrongUsage(`${below} is not a threshold: it must be above zero.`);
  if (!EmailAddress.safeParse(email).success) throw wrongUsage(`${email} is not an e-mail address.`);
  return { threshold, email };
}
