import type { Command } from 'commander';
import { fundAccount } from '../../../db/accounts/accounts.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { knownAccount, readAmount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const AMOUNTS = `
Write every decimal of the currency (1,500.00 for NGN), so that naira cannot be mistaken for kobo.
A statement line cannot be removed. Correct a mistake with account adjust; the client sees both lines.`;

/** `account fund` and `account adjust`: manual entries. */
export function addMoneyCommands(account: Command, frame: Frame): void {
  frame
    .destroys(account, 'fund <account> <amount>', 'Adds money that the client has paid in.')
    .addHelpText('after', AMOUNTS)
    .action(frame.does<object, [string, string]>(fund));
  frame
    .destroys(
      account,
      'adjust <account> <amount>',
      'Books a correction, up or down, as agreed with the client.',
    )
    .addHelpText('after', `${AMOUNTS}\nWrite a negative amount without commas: account adjust acc_… -1500.00`)
    .action(frame.does<object, [string, string]>(adjust));
}

async function fund(
  session: Session,
  _options: object,
  accountText: string,
  amountText: string,
): Promise<Shown> {
  return move(session, 'funding', accountText, amountText);
}

async function adjust(
  session: Session,
  _options: object,
  accountText: string,
  amountText: string,
): Promise<Shown> {
  return move(session, 'adjustment', accountText, amountText);
}

async function move(
  session: Session,
  type: 'funding' | 'adjustment',
  accountText: string,
  amountText: string,
): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const { currency } = account;
  const amount = readAmount(amountText, currency);
  if (amount === 0) throw wrongUsage('The amount is zero. Give an amount above or below zero.');
  if (type === 'funding' && amount < 0)
    throw wrongUsage('Funding must be above zero. Use account adjust for corrections.');
  if (account.available + amount < 0) {
    throw new CliError(
      `${account.name} has ${formatAmount(account.available, currency)} available. ${formatAmount(amount, currency)} would bring it below zero.`,
    );
  }
  await session.confirm(
    `This books ${formatAmount(amount, currency)} as ${type} of ${account.name} (${account.id}).`,
  );
  const balance = await fundAccount(session.pool(), account.id, { type, amount, ...(await session.actor()) });
  return {
    json: {
      account_id: account.id,
      type,
      amount,
      currency,
      available: balance.available,
      held: balance.held,
    },
    text: `${formatAmount(amount, currency)} booked. ${account.name} has ${formatAmount(balance.available, currency)} available.`,
  };
}
