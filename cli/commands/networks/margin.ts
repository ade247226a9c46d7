import type { Command } from 'commander';
import { MARGIN_BY, type MarginBy, readMargins } from '../../../db/costs/margins.ts';
import { addRate, listRates } from '../../../db/costs/rates.ts';
import { formatAmount } from '../../../domain/money/amount.ts';
import { isUtcDay } from '../../../domain/money/statement.ts';
import { listBelowCost, renderBelowCost, renderMargin } from '../../../services/staff/margins.ts';
import { EXIT, wrongUsage } from '../../failure.ts';
import type { Frame } from '../../frame.ts';
import { type Shown, table, time } from '../../layout.ts';
import type { Session } from '../../session.ts';

const DAY_MS = 86_400_000;

const SHOW_HELP = `
The days are UTC days; without a second one, the first day only. A delivery counts on the day on which the gateway confirmed it.
Only live deliveries count. See docs/operating/costs.md.

  bundlewire margin show 2026-11-01 2026-11-30 --by account`;

/** `margin`: what deliveries earned and cost. */
export function addMarginCommands(program: Command, frame: Frame): void {
  const margin = program.command('margin').description('What deliveries earned, and what gateways took.');
  frame
    .reads(margin, 'show <from> [to]', 'Shows revenue, cost and margin of the deliveries of some days.')
    .option('--by <what>', MARGIN_BY.join(', '), 'network')
    .addHelpText('after', SHOW_HELP)
    .action(frame.does<{ readonly by: string }, [string, string | undefined]>(show));
  frame
    .reads(margin, 'below-cost', 'Lists bundles that cost more than an account pays for them.')
    .action(frame.does<object, []>(belowCost));
  frame
    .changes(margin, 'rate <currency> <into> <rate>', 'Sets the exchange rate of a currency from now on.')
    .addHelpText(
      'after',
      '\nOne unit of the first currency is worth <rate> units of the second. Orders that were sent keep their rate.\n\n  bundlewire margin rate USD NGN 1532.50 --reason "bank of the day"',
    )
    .action(frame.does<object, [string, string, string]>(rate));
  frame.reads(margin, 'rates', 'Lists the current exchange rates.').action(frame.does<object, []>(rates));
}

async function show(
  session: Session,
  { by }: { readonly by: string },
  from: string,
  to: string = from,
): Promise<Shown> {
  if (!isMarginBy(by)) throw wrongUsage(`--by must be ${MARGIN_BY.join(', ')}, not "${by}".`);
  const wrong = [from, to].find((day) => !isUtcDay(day));
  if (wrong !== undefined) throw wrongUsage(`${wrong} is not a date. Write it as YYYY-MM-DD.`);
  if (to < from) throw wrongUsage(`${to} is before ${from}.`);
  const span = { from: new Date(from), to: new Date(new Date(to).getTime() + DAY_MS) };
  const margins = (await readMargins(session.pool(), span, by)).map(renderMargin);
  const head = [by, 'Deliveries', 'Second', 'Cost unknown', 'Revenue', 'Cost', 'Margin', 'Percent'];
  const money = ({ amount, currency }: (typeof margins)[number]['cost']) => formatAmount(amount, currency);
  const rows = margins.map((one) => [
    one.key ?? 'not known',
    String(one.deliveries),
    String(one.second_deliveries),
    String(one.without_cost),
    money(one.revenue),
    money(one.cost),
    money(one.margin),
    one.margin_percent === null ? '–' : one.margin_percent.toFixed(2),
  ]);
  return { json: margins, text: table(head, rows, 'Nothing was delivered.') };
}

function isMarginBy(text: string): text is MarginBy {
  return (MARGIN_BY as readonly string[]).includes(text);
}

async function belowCost(session: Session): Promise<Shown> {
  const found = await listBelowCost(session.pool());
  const rows = found.map(({ networkId, bundleId, price, currency, accountId, cost, route }) => [
    networkId,
    bundleId,
    formatAmount(price, currency),
    accountId,
    `${cost} ${currency}`,
    route,
  ]);
  return {
    json: found.map(renderBelowCost),
    text: table(
      ['Network', 'Bundle', 'Lowest price', 'Paid by', 'Cost', 'Gateway'],
      rows,
      'No bundle with a known cost is sold below it.',
    ),
    exitCode: found.length === 0 ? EXIT.done : EXIT.notDone,
  };
}

async function rate(
  session: Session,
  _options: object,
  currency: string,
  into: string,
  worth: string,
): Promise<Shown> {
  const wrong = [currency, into].find((code) => !/^[A-Z]{3}$/.test(code));
  if (wrong !== undefined)
    throw wrongUsage(`${wrong} is not a currency. Write three capital letters such as USD.`);
  if (currency === into) throw wrongUsage('The two currencies are the same.');
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(worth) || Number(worth) === 0)
    throw wrongUsage(`${worth} is not a rate. Write a number above 0, such as 1532.50.`);
  await addRate(session.pool(), { currency, into, rate: worth }, await session.actor());
  return { json: { currency, into, rate: worth }, text: `1 ${currency} is ${worth} ${into} from now on.` };
}

async function rates(session: Session): Promise<Shown> {
  const found = await listRates(session.pool());
  const rows = found.map(({ currency, into, rate: worth, validFrom }) => [
    `1 ${currency}`,
    `${worth} ${into}`,
    time(validFrom),
  ]);
  return { json: found, text: table(['Currency', 'Worth', 'Since'], rows, 'No rate is set.') };
}
