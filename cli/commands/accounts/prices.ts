import type { Command } from 'commander';
import { changePrices, listPrices, type PriceChange } from '../../../db/accounts/terms.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { knownAccount, readAmount } from '../../account.ts';
import { readRecords } from '../../csv-rows.ts';
import { CliError, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table } from '../../layout.ts';
import type { Session } from '../../session.ts';

const HELP = `
Without an option, this shows the prices. A new price applies to purchases that are accepted from now on. An account
cannot buy a bundle that has no price. A price file is CSV with the columns bundle_id and price (1,500.00; leave the
price empty to stop selling). All changes of one command are made, or none.

  bundlewire account prices acc_… --set bnd_mtn_ng_1gb_30d=1,000.00 --stop bnd_glo_ng_1gb_30d --reason "new contract"
  bundlewire account prices acc_… --file prices.csv --reason "contract 2026-114"`;

interface PriceOptions {
  readonly set: readonly string[];
  readonly stop: readonly string[];
  readonly file?: string;
}

/** `account prices`: what an account may buy, and at what price. */
export function addPriceCommands(account: Command, frame: Frame): void {
  const collect = (value: string, before: readonly string[]) => [...before, value];
  frame
    .changes(account, 'prices [account]', "Shows or changes an account's prices.")
    .option('--set <bundle=price>', 'sell a bundle at this price; repeatable', collect, [])
    .option('--stop <bundle>', 'stop selling a bundle to the account; repeatable', collect, [])
    .option('--file <path>', 'a CSV file of prices')
    .addHelpText('after', HELP)
    .action(frame.does<PriceOptions>(prices));
}

async function prices(session: Session, options: PriceOptions, accountText?: string): Promise<Shown> {
  const account = await knownAccount(session, accountText);
  const changes = await readChanges(options, account.currency);
  if (changes.length > 0) {
    const changed = await changePrices(session.pool(), account.id, changes, await session.actor());
    if (changed.kind === 'unknown_bundles') {
      throw new CliError(`There is no bundle ${changed.bundleIds.join(', ')}. Nothing was changed.`);
    }
  }
  const listed = await listPrices(session.pool(), account.id);
  return {
    json: listed.map(({ bundleId, bundleName, networkId, price, withdrawn }) => ({
      bundle_id: bundleId,
      name: bundleName,
      network_id: networkId,
      price: { amount: price, currency: account.currency },
      withdrawn,
    })),
    text: table(
      ['Bundle', 'Name', 'Price', ''],
      listed.map(({ bundleId, bundleName, price, withdrawn }) => [
        bundleId,
        bundleName,
        formatAmount(price, account.currency),
        withdrawn ? 'withdrawn' : '',
      ]),
      'The account has no prices yet, so it cannot buy anything.',
    ),
  };
}

async function readChanges(options: PriceOptions, currency: string): Promise<PriceChange[]> {
  const set = options.set.map((text) => {
    const [bundleId = '', price = ''] = text.split('=');
    return { bundleId, price: readPrice(price, currency) };
  });
  const stopped = options.stop.map((bundleId) => ({ bundleId, price: null }));
  const changes = [
    ...set,
    ...stopped,
    ...(options.file === undefined ? [] : await readPriceFile(options.file, currency)),
  ];
  const twice = changes.find(
    ({ bundleId }, at) => changes.findIndex((other) => other.bundleId === bundleId) !== at,
  );
  if (twice !== undefined)
    throw wrongUsage(`${twice.bundleId} is given twice. Give it once. Nothing was changed.`);
  return changes;
}

async function readPriceFile(path: string, currency: string): Promise<PriceChange[]> {
  const records = await readRecords(path);
  return records.map(({ bundle_id: bundleId, price }, at) => {
    if (bundleId === undefined || price === undefined)
      throw wrongUsage(`${path} needs the columns bundle_id and price.`);
    try {
      return { bundleId, price: price === '' ? null : readPrice(price, currency) };
    } catch (error) {
      throw wrongUsage(`${path}, line ${at + 2}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}

function readPrice(text: string, currency: string): number {
  const price = readAmount(text, currency);
  if (price <= 0) throw wrongUsage(`${text} is not a price: it must be above zero.`);
  return price;
}
