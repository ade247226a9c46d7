import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, Option } from 'commander';
import type { Document } from '../../../api/documentation/document.ts';
import { createProgram } from '../../../cli/program.ts';
import { COMMANDS } from '../../../clients/typescript/command/commands/commands.ts';
import { readGiven } from '../../../clients/typescript/command/given.ts';
import { COMMON_OPTIONS } from '../../../clients/typescript/command/help.ts';
import { ROOT } from './blocks.ts';
import { checkCurl } from './curl.ts';
import type { ShellCommand } from './shell.ts';

/** Programs of the reader's machine that these tests do not run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  export: 'sets a variable',
  cd: 'changes the folder',
  echo: 'prints',
  printf: 'prints',
  cat: 'prints a file of the reader',
  cp: 'copies files of the reader',
  date: 'prints the day',
  id: 'prints the number of the user',
  mkdir: 'makes a folder of the reader',
  mv: 'moves files of the reader',
  awk: 'reads what another command printed',
  jq: 'reads what another command printed',
  source: 'loads into the shell of the reader',
  docker: 'needs Docker, which the tests do without',
  helm: 'test/long/chart renders the chart',
  kubectl: 'needs a cluster',
  gunzip: 'unpacks a file of the reader',
  psql: 'needs the PostgreSQL server of the reader',
  pg_dump: 'needs the PostgreSQL server of the reader',
  pg_restore: 'needs the PostgreSQL server of the reader',
  pg_basebackup: 'needs the PostgreSQL server of the reader',
  sh: 'test/long/recovery runs the scripts of deploy/postgres/backup',
  cosign: 'needs the registry of the reader',
  openssl: 'makes secrets',
  promtool: 'needs Prometheus; test/deploy checks the rules',
  temporal: 'needs the Temporal server of the reader',
  'temporal-sql-tool': 'needs the Temporal server of the reader',
  pip: 'installs into the environment of the reader',
  go: 'installs into the module of the reader',
  git: 'needs the repository of the reader',
  composer: 'installs into the project of the reader; test/long/clients/php.test.ts does the same',
  php: 'runs the blocks of a page, which test/long/clients/php.test.ts runs',
  python3: 'run by test/long/generators',
  '.venv/bin/pip': 'run by test/long/generators',
  '.venv/bin/openapi-generator-cli': 'run by test/long/generators',
  '.venv/bin/openapi-python-client': 'run by test/long/generators',
  '.venv/bin/datamodel-codegen': 'run by test/long/generators',
};

/** Packages that `npx` runs, besides ours. */
const TOOLS = ['biome', 'tsc', 'vitest', 'oxlint', 'depcruise', 'openapi-typescript'];

const nothing = () => undefined;
const PROGRAM = createProgram(
  {
    environment: {},
    userName: () => null,
    out: nothing,
    err: nothing,
    isInteractive: false,
    ask: async () => '',
  },
  nothing,
);
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
);

/**
 * Checks a command of the documentation against the program that it calls.
 * @returns what is wrong with it, or null
 */
export function checkCommand(words: ShellCommand, document: Document): string | null {
  const at = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  if (at === -1) return null;
  const [program = '', ...args] = words.slice(at);
  switch (program) {
    case 'bundlewire':
      return checkOurs(PROGRAM, args);
    case 'bundlewire-client':
      return checkClient(args);
    case 'npx':
      if (args[0] === 'bundlewire-client') return checkClient(args.slice(1));
      if (args[0] === 'bundlewire') return checkOurs(PROGRAM, args.slice(1));
      return TOOLS.includes(args[0] ?? '') ? null : `npx ${args[0]} is not known`;
    case 'npm':
      return checkNpm(args);
    case 'node':
      return checkNode(args);
    case 'curl':
      return checkCurl(args, document);
    default:
      return program in NOT_RUN ? null : `${program} is neither checked nor listed as not run`;
  }
}

/** Follows the subcommands, then compares options and arguments with what the command takes. */
function checkOurs(command: Command, args: readonly string[]): string | null {
  const [first] = args;
  const next = command.commands.find((one) => one.name() === first || one.aliases().includes(first ?? ''));
  if (next !== undefined) return checkOurs(next, args.slice(1));
  const name = `bundlewire ${nameOf(command)}`.trim();
  if (first !== undefined && !first.startsWith('-') && command.commands.length > 0)
    return isPlaceholder(first) ? null : `${name} has no command ${first}`;

  let given = 0;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    const [flag = ''] = arg.split('=', 1);
    if (!arg.startsWith('-') || arg === '-') given += 1;
    else if (!['--help', '-h'].includes(flag)) {
      const option = findOption(command, flag);
      if (option === undefined) return `${name} has no option ${flag}`;
      if ((option.required || option.optional) && !arg.includes('=')) at += 1;
    }
  }
  const { registeredArguments } = command;
  const most = registeredArguments.some(({ variadic }) => variadic)
    ? args.length
    : registeredArguments.length;
  return given > most ? `${name} takes ${most} arguments, not ${given}` : null;
}

/** Reads the words as the clients' command does. A mention of its name alone is complete. */
function checkClient(args: readonly string[]): string | null {
  const [first = '--help'] = args;
  if (first.startsWith('--')) return null;
  const named = (count: number) => COMMANDS.find(({ name }) => name === args.slice(0, count).join(' '));
  const command = named(2) ?? named(1);
  if (command === undefined) return `bundlewire-client has no command ${first}`;
  const words = args.slice(command.name.split(' ').length);
  if (words.length === 0 || words.includes('--help')) return null;
  try {
    readGiven(command, { ...command.options, ...COMMON_OPTIONS }, words);
    return null;
  } catch (error) {
    return `bundlewire-client ${command.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** What a command of a block lacks: a mention in a sentence may leave it out. */
export function checkComplete(words: ShellCommand): string | null {
  const args = words[0] === 'npx' ? words.slice(1) : words;
  if (args[0] !== 'bundlewire' || args.includes('--help')) return null;
  let command: Command = PROGRAM;
  let at = 1;
  for (; ; at++) {
    const next = command.commands.find((one) => one.name() === args[at]);
    if (next === undefined) break;
    command = next;
  }
  const missing = command.options.find(({ mandatory, long }) => mandatory && !args.includes(long ?? ''));
  if (missing !== undefined) return `bundlewire ${nameOf(command)} needs ${missing.long}`;
  const needed = command.registeredArguments.filter(({ required }) => required).length;
  return args.length - at < needed ? `bundlewire ${nameOf(command)} needs ${needed} arguments` : null;
}

function findOption(command: Command, flag: string): Option | undefined {
  const own = command.options.find(({ long, short }) => long === flag || short === flag);
  return own ?? (command.parent === null ? undefined : findOption(command.parent, flag));
}

function nameOf(command: Command): string {
  return command.parent === null ? '' : `${nameOf(command.parent)} ${command.name()}`.trim();
}

/** `…`, `<command>` and `COMMAND` stand for what the reader puts there. */
function isPlaceholder(word: string): boolean {
  return /^(…|<.*>|[A-Z][A-Z_]*|\[.*)$/.test(word);
}

function checkNpm([action = '', ...args]: readonly string[]): string | null {
  const [script = '', ...rest] = action === 'run' ? args : [action, ...args];
  if (action !== 'run' && ['ci', 'install', 'audit', 'pack', 'publish'].includes(action)) return null;
  if (!(script in scripts) && !isPlaceholder(script)) return `package.json has no script ${script}`;
  // The words after `--` are parts of the paths of test files.
  if (!['test', 'test:long'].includes(script)) return null;
  const tests = globSync('test/**/*.test.ts', { cwd: ROOT });
  const words = rest.slice(rest.indexOf('--') + 1).filter((word) => !isPlaceholder(word));
  const unknown = rest.includes('--')
    ? words.find((word) => !tests.some((path) => path.includes(word)))
    : undefined;
  return unknown === undefined ? null : `no test file has ${unknown} in its path`;
}

function checkNode(args: readonly string[]): string | null {
  const file = args.find((arg) => !arg.startsWith('-'));
  if (file === undefined || ['-p', '-e'].includes(args[0] ?? '')) return null;
  return existsSync(join(ROOT, file)) ? null : `${file} does not exist`;
}
