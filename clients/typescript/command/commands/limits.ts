import type { Client, Money, ReplaceSpendingLimits, SpendingLimits } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { fields, moneyText } from '../show/layout.ts';
import type { Command, Given, Options, Session, Shown } from '../spec.ts';
import { readMoney } from '../values.ts';

const NO_LIMIT = 'none';
const FIELDS = { campaign: 'per_campaign', day: 'per_day', month: 'per_month' } as const;
type Scope = keyof typeof FIELDS;

/** `limits`: the most that your account spends. */
export const LIMIT_COMMANDS: readonly Command[] = [
  {
    name: 'limits',
    args: [],
    summary: 'Shows the most that your account spends per campaign, day and month.',
    options: {},
    run: async ({ api }) => shown(await api().settings.spendingLimits()),
  },
  {
    name: 'limits set',
    args: [],
    summary: 'Changes the most that your account spends.',
    options: {
      campaign: amount('one campaign'),
      day: amount('one UTC day'),
      month: amount('one UTC month'),
    } satisfies Options,
    notes: `Limits that you leave out stay as they are; ${NO_LIMIT} removes a limit. Single purchases and campaigns count together.`,
    run: set,
  },
];

function amount(scope: string) {
  return { kind: 'value', value: 'AMOUNT', help: `for ${scope}, such as 500000.00, or none` } as const;
}

async function set({ api }: Session, given: Given): Promise<Shown> {
  const scopes = (Object.keys(FIELDS) as Scope[]).filter((scope) => given.value(scope) !== undefined);
  if (scopes.length === 0) throw wrongUsage('Nothing to change. Add for example --day 500000.00.');
  const client = api();
  const { per_campaign, per_day, per_month } = await client.settings.spendingLimits();
  const currency = await currencyOf(client, [per_campaign, per_day, per_month]);
  const changed = scopes.map((scope) => [FIELDS[scope], readLimit(scope, given, currency)] as const);
  const wanted: ReplaceSpendingLimits = { per_campaign, per_day, per_month, ...Object.fromEntries(changed) };
  return shown(await client.settings.replaceSpendingLimits(wanted));
}

/** The currency of the account; its limits name it, and otherwise its balance. */
async function currencyOf(client: Client, limits: readonly (Money | null)[]): Promise<string> {
  const known = limits.find((limit) => limit !== null);
  return known?.currency ?? (await client.balance()).available.currency;
}

function readLimit(scope: Scope, given: Given, currency: string): Money | null {
  const text = given.value(scope) ?? NO_LIMIT;
  return text === NO_LIMIT ? null : readMoney(scope, text, currency);
}

function shown(limits: SpendingLimits): Shown {
  const line = (limit: Money | null, spent: Money | null) => {
    if (limit === null) return 'no limit';
    return spent === null ? moneyText(limit) : `${moneyText(limit)}, ${moneyText(spent)} spent`;
  };
  const { per_campaign, per_day, per_month, spent_today, spent_this_month } = limits;
  const text = fields([
    ['Per campaign', line(per_campaign, null)],
    ['Per day (UTC)', line(per_day, spent_today)],
    ['Per month (UTC)', line(per_month, spent_this_month)],
  ]);
  return { json: limits, text };
}
