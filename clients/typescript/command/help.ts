import { ACCESS_OPTIONS } from './access.ts';
import type { Command, Option, Options } from './spec.ts';

/** The options that every command has. */
export const COMMON_OPTIONS: Options = {
  ...ACCESS_OPTIONS,
  json: { kind: 'flag', help: 'print JSON instead of text, for errors too' },
  help: { kind: 'flag', help: 'show this help' },
};

const EXIT_CODES = `Exit codes:
  0  done
  1  not done: something was refused, failed, or is wrong in your file or statement
  2  wrong usage, settings or key; nothing was bought
  3  the outcome is not known, and something may have been bought; the message says what to do
  4  the service cannot answer now, and nothing was bought; run the command again later`;

/** The help of the program. */
export function programHelp(commands: readonly Command[]): string {
  return [
    'Usage: bundlewire-client COMMAND [OPTIONS]',
    '',
    'Buys prepaid data bundles through the Bundlewire API, and follows them.',
    '',
    'Commands:',
    ...columns(commands.map((command) => [usageOf(command), command.summary])),
    '',
    'Settings:',
    ...columns([
      ['BUNDLEWIRE_BASE_URL', 'address of the API, for example https://api.example.com'],
      ['BUNDLEWIRE_API_KEY', 'your API key, or put it in a file and add --key-file; it is never printed'],
    ]),
    '',
    EXIT_CODES,
    '',
    'bundlewire-client COMMAND --help shows the options of a command.',
    '',
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  return [
    `Usage: bundlewire-client ${usageOf(command)} [OPTIONS]`,
    '',
    command.summary,
    ...(command.notes === undefined ? [] : ['', command.notes]),
    '',
    'Options:',
    ...columns(Object.entries({ ...command.options, ...COMMON_OPTIONS }).map(optionHelp)),
    '',
    EXIT_CODES,
    '',
  ].join('\n');
}

function usageOf({ name, args }: Command): string {
  return [name, ...args].join(' ');
}

function optionHelp([name, { kind, value = 'VALUE', required, help }]: [string, Option]): [string, string] {
  const shown = kind === 'flag' ? `--${name}` : `--${name} ${value}${kind === 'values' ? ' …' : ''}`;
  return [shown, required ? `${help} (required)` : help];
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const wide = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(wide)}  ${right}`);
}
