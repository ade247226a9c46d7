import type { Command } from 'commander';
import { setTopUpDetails, type TopUpDetails } from '../../../db/accounts/top-up.ts';
import { knownAccount } from '../../account.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import type { Shown } from '../../layout.ts';
import type { Session } from '../../session.ts';

const TEXT_CHARS_MAX = 100;
const INSTRUCTIONS_CHARS_MAX = 500;

const HELP = `
The client reads them in the console and with GET /v1/settings/top-up. Check the number of the bank account twice.

  bundlewire account top-up acc_… --bank "First Bank" --holder "Bundlewire Ltd" --number 2034567890 \\
    --payment-reference ACME-LIVE --reason "new client"
  bundlewire account top-up acc_… --off --reason "contract ended"`;

interface TopUpOptions {
  readonly bank?: string;
  readonly holder?: string;
  readonly number?: string;
  readonly paymentReference?: string;
  readonly instructions?: string;
  readonly off?: boolean;
}

/** `account top-up`: where the client of an account pays money in. */
export function addTopUpCommand(account: Command, frame: Frame): void {
  frame
    .changes(account, 'top-up <account>', 'Sets or removes the bank details for paying in.')
    .option('--bank <name>', 'the bank')
    .option('--holder <name>', 'the name of the bank account')
    .option('--number <text>', 'the number of the bank account')
    .option('--payment-reference <text>', 'what the client writes in the transfer')
    .option('--instructions <text>', 'more about paying in, such as times')
    .option('--off', 'remove the bank details')
    .addHelpText('after', HELP)
    .action(frame.does<TopUpOptions, [string]>(setTopUp));
}

async function setTopUp(session: Session, options: TopUpOptions, accountText: string): Promise<Shown> {
  const details = readDetails(options);
  const account = await knownAccount(session, accountText);
  if (!(await setTopUpDetails(session.pool(), account.id, details, await session.actor())))
    throw new CliError(`There is no account ${account.id}. List the accounts with: bundlewire account list`);
  return {
    json: { account_id: account.id, top_up: details },
    text:
      details === null
        ? `${account.name} no longer has bank details for paying in.`
        : `${account.name} pays in to ${details.number} (${details.holder}, ${details.bank}) with the reference ${details.reference}.`,
  };
}

function readDetails({ off, ...given }: TopUpOptions): TopUpDetails | null {
  if (off === true) {
    if (Object.keys(given).some((name) => OPTIONS.has(name)))
      throw wrongUsage('--off removes the bank details. Do not combine it with other details.');
    return null;
  }
  const { bank, holder, number, paymentReference, instructions } = given;
  if (bank === undefined || holder === undefined || number === undefined || paymentReference === undefined)
    throw wrongUsage('Give --bank, --holder, --number and --payment-reference, or --off.');
  return {
    bank: readText(bank, '--bank', TEXT_CHARS_MAX),
    holder: readText(holder, '--holder', TEXT_CHARS_MAX),
    number: readText(number, '--number', TEXT_CHARS_MAX),
    reference: readText(paymentReference, '--payment-reference', TEXT_CHARS_MAX),
    instructions:
      instructions === undefined ? null : readText(instructions, '--instructions', INSTRUCTIONS_CHARS_MAX),
  };
}

const OPTIONS = new Set(['bank', 'holder', 'number', 'paymentReference', 'instructions']);

/** @throws CliError if it is empty, too long, or has characters that are not shown. */
function readText(text: string, option: string, max: number): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > max || /\p{Cc}/u.test(trimmed))
    throw wrongUsage(`${option} must have 1 to ${max} characters on one line.`);
  return trimmed;
}
