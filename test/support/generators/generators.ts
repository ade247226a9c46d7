import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../../tools/run-tool.ts';

const PAGE = join(import.meta.dirname, '..', '..', '..', 'docs', 'guides', 'generate-a-client.md');

/** The generators of the page, by heading, with the programs that each needs and the packages that have them. */
export const GENERATORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'openapi-typescript': {},
  'openapi-python-client': {},
  'datamodel-code-generator': {},
  'oapi-codegen': { go: 'Go 1.25 or later' },
  java: { java: 'default-jdk-headless', javac: 'default-jdk-headless', mvn: 'maven' },
  php: { java: 'default-jdk-headless', php: 'php-cli php-curl php-mbstring php-guzzlehttp-guzzle' },
  python: { java: 'default-jdk-headless' },
  go: { java: 'default-jdk-headless', go: 'Go 1.25 or later' },
  'typescript-fetch': { java: 'default-jdk-headless' },
};

/** What comes before the sections of the generators. */
export const PREPARATION = 'Before you start';

/** The commands of a section of the page, as a reader copies them. */
export function readCommands(heading: string): string {
  const page = readFileSync(PAGE, 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const [, commands] = /^```sh\n(.*?)^```/ms.exec(section) ?? [];
  if (commands === undefined)
    throw new Error(`docs/guides/generate-a-client.md has no commands for ${heading}`);
  return commands;
}

/** The headings of the table, in its order. */
export function listTable(): string[] {
  return [...readFileSync(PAGE, 'utf8').matchAll(/^\| \[[^\]]+\]\(#([^)]+)\)/gm)].map(
    ([, anchor = '']) => anchor,
  );
}

/** One sentence per missing program, with what to install. */
export function listMissing(programs: Readonly<Record<string, string>>): string[] {
  return Object.entries({ python3: 'python3 python3-venv', ...programs })
    .filter(([program]) => findOnPath(program) === null)
    .map(([program, from]) => `${program} is missing. Install ${from}.`);
}
