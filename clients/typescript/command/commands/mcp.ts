import type { Money } from '../../src/index.ts';
import { wrongUsage } from '../failure.ts';
import { createBudget } from '../mcp/budget.ts';
import { decimals, moneyText } from '../show/layout.ts';
import type { Command, Given, Session } from '../spec.ts';

/** `mcp`: the API as tools for agents. */
export const MCP: Command = {
  name: 'mcp',
  args: [],
  summary:
    'Serves the API to AI agents as MCP tools, on standard input and output. By default, agents can only read.',
  options: {
    'allow-buying': { kind: 'flag', help: 'also offer the tool buy_bundle; needs --cap' },
    cap: {
      kind: 'value',
      value: 'AMOUNT',
      help: 'the most that may be bought while this runs, for example "5000.00 NGN"',
    },
  },
  notes: `An agent starts this command. Standard output carries only the protocol. Standard error has one line per call,
with masked phone numbers.

  bundlewire-client mcp
  bundlewire-client mcp --allow-buying --cap "5000.00 NGN"`,
  run: mcp,
};

async function mcp({ terminal, api }: Session, given: Given): Promise<null> {
  const cap = readCap(given);
  const budget = cap === null ? null : createBudget(cap);
  const client = api();
  const log = (line: string) => terminal.err(`${line}\n`);
  log(
    cap === null
      ? 'Serving tools that read.'
      : `Serving tools that read, and buying up to ${moneyText(cap)}.`,
  );
  // Other commands do not load the server.
  const { serve } = await import('../mcp/server.ts');
  await serve({ client, budget, log, signal: terminal.signal });
  return null;
}

/** In minor units; null when buying is not allowed. */
function readCap(given: Given): Money | null {
  const text = given.value('cap');
  if (!given.flag('allow-buying')) {
    if (text !== undefined) throw wrongUsage('--cap needs --allow-buying. Add it, or leave both out.');
    return null;
  }
  const example = 'Write it as --cap "5000.00 NGN".';
  if (text === undefined) throw wrongUsage(`--allow-buying needs the most that may be bought. ${example}`);
  const [, whole, fraction = '', currency = ''] = /^(\d{1,12})(?:\.(\d+))? ?([A-Z]{3})$/.exec(text) ?? [];
  if (whole === undefined) throw wrongUsage(`--cap ${text} is not an amount with its currency. ${example}`);
  const digits = decimals(currency);
  if (fraction.length > digits)
    throw wrongUsage(`--cap ${text} has more than ${digits} decimals. ${example}`);
  return { amount: Number(whole + fraction.padEnd(digits, '0')), currency };
}
