import type { Command } from 'commander';
import { z } from 'zod';
import { setLowBalanceAlert } from '../../../db/accounts/low-balance.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { knownAccount, readAmount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
One alert each time that the available balance falls below the amount, by e-mail where workers have SMTP_URL, and always in
their log and metrics. An account that is below it already is told the next time that it falls below it.

  bundlewire account alert acc_… --below 50,000.00 --email finance@client.example --reason "their wish"
  bundlewire account alert acc_… --off --reason "contract ended"`;

const Email = z.email().max(254);

interface AlertOptions {
  readonly below?: string;
  readonly email?: string;
  readonly off?: boolean;
}

/** `account alert`: whom to tell when an account's money runs low. */
export function addAlertCommand(account: Command, frame: Frame): void {
  frame
    .changes(account, 'alert <account>', 'Sets or ends the warning of a low balance.')
    .option('--below <amount>', 'warn when less than this is available, for example 50,000.00')
    .option('--email <address>', 'whom to write to')
    .option('--off', 'warn no more')
    .addHelpText('after', HELP)
    .action(frame.does<AlertOptions, [string]>(setAlert));
}

async function setAlert(session: Session, options: AlertOptions, accountText: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const terms = readTerms(options, account.currency);
  if (!(await setLowBalanceAlert(session.pool(), account.id, terms, await session.actor()))) {
    throw new CliError(`There is no account ${account.id}.`);
  }
  return {
    json: {
      account_id: account.id,
      below: terms === null ? null : { amount: terms.threshold, currency: account.currency },
      email: terms?.email ?? null,
    },
    text:
      terms === null
        ? `Nobody is told any more when the balance of ${account.name} is low.`
        : `${terms.email} is told when ${account.name} falls below ${formatAmount(terms.threshold, account.currency)}; it has ${formatAmount(account.available, account.currency)}.`,
  };
}

function readTerms({ below, email, off }: AlertOptions, currency: string) {
  if (off === true) {
    if (below !== undefined || email !== undefined) throw wrongUsage('--off stands alone.');
    return null;
  }
  if (below === undefined || email === undefined) throw wrongUsage('Give --below and --email, or --off.');
  const threshold = readAmount(below, currency);
  if (threshold <= 0) throw wrongUsage(`${below} is no threshold: it must be above zero.`);
  if (!Email.safeParse(email).success) throw wrongUsage(`${email} is no e-mail address.`);
  return { threshold, email };
}
