import type { Blocks } from '../docs/blocks.ts';
import { idsIn, type Section, withoutIds } from './rule.ts';
import type { Title } from './titles.ts';

/** The tables of docs/conformance.md: the rules by section, and the tests whose titles carry their ids. */
export function conformanceTables(sections: readonly Section[], titles: readonly Title[]): Blocks {
  const rules = sections.flatMap(({ title, rules }) => [
    `## ${title}`,
    '',
    '| Rule | | Tests |',
    '|---|---|---|',
    ...rules.map(({ id, says }) => `| \`${id}\` | ${says} | ${testsOf(id, titles).join('<br>')} |`),
    '',
  ]);
  return { rules: rules.join('\n') };
}

function testsOf(id: string, titles: readonly Title[]): string[] {
  return titles
    .filter(({ title }) => idsIn(title).includes(id))
    .map(({ file, title }) => `\`${file}\` ${withoutIds(title).replaceAll('|', '\\|')}`);
}
