import { parseArgs } from 'node:util';
import { wrongUsage } from './failure.ts';
import type { Command, Given, Options } from './spec.ts';

/**
 * Reads the words after the name of a command.
 * @throws CommandError for an unknown option, a missing value or argument, and one argument too many.
 */
export function readGiven(command: Command, options: Options, words: readonly string[]): Given {
  const parsed = parse(command, options, words);
  const missing = Object.entries(options).find(
    ([name, { required }]) => required && !(name in parsed.values),
  );
  if (missing !== undefined) throw wrongUsage(`--${missing[0]} is missing. ${usageHint(command)}`);
  const { length } = parsed.positionals;
  const least = command.args.filter((name) => !name.startsWith('[')).length;
  if (length < least) throw wrongUsage(`${command.args[length]} is missing. ${usageHint(command)}`);
  if (length > command.args.length)
    throw wrongUsage(
      `${parsed.positionals[command.args.length]} is one argument too many. ${usageHint(command)}`,
    );
  return { args: parsed.positionals, ...readers(parsed.values) };
}

type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;

function parse({ name }: Command, options: Options, words: readonly string[]) {
  const known = Object.entries(options).map(([option, { kind }]) => [
    option,
    { type: kind === 'flag' ? ('boolean' as const) : ('string' as const), multiple: kind === 'values' },
  ]);
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(known),
      allowPositionals: true,
    });
    return { values: values as Values, positionals };
  } catch (error) {
    // Node's first sentence says what is wrong; the second, how to escape it.
    const [sentence] = error instanceof Error ? error.message.split(/\.?\n|\. /, 1) : [String(error)];
    throw wrongUsage(`${sentence}. ${usageHint({ name })}`);
  }
}

function readers(values: Values): Omit<Given, 'args'> {
  return {
    value(name) {
      const value = values[name];
      if (typeof value !== 'string') return undefined;
      if (value === '') throw wrongUsage(`--${name} is empty. Give a value, or leave the option out.`);
      return value;
    },
    values(name) {
      const found = values[name];
      return Array.isArray(found) ? found.map(String) : [];
    },
    flag: (name) => values[name] === true,
  };
}

function usageHint({ name }: Pick<Command, 'name'>): string {
  return `See bundlewire-client ${name} --help.`;
}
