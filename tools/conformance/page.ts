import { idsIn, type Section, withoutIds } from './rule.ts';
import type { Title } from './titles.ts';

/** The page docs/conformance.md: the rules, and the tests whose titles carry their ids. */
export function renderConformance(sections: readonly Section[], titles: readonly Title[]): string {
  const rules = sections.flatMap((section) => section.rules).length;
  return [
    '# The contract, rule by rule',
    '',
    `${rules} rules, and for each the tests that carry its id in their titles. \`npm run docs\` writes this page from the code of the tests; it`,
    'shows no results. After each whole run, `npm test` fails where a rule has no test that passed, and where this page is stale.',
    'How a rule is added: [`tools/conformance/README.md`](../tools/conformance/README.md).',
    '',
    ...sections.flatMap(({ title, rules }) => [
      `## ${title}`,
      '',
      '| Rule | | Tests |',
      '|---|---|---|',
      ...rules.map(({ id, says }) => `| \`${id}\` | ${says} | ${testsOf(id, titles).join('<br>')} |`),
      '',
    ]),
  ].join('\n');
}

function testsOf(id: string, titles: readonly Title[]): string[] {
  return titles
    .filter(({ title }) => idsIn(title).includes(id))
    .map(({ file, title }) => `\`${file}\` ${withoutIds(title).replaceAll('|', '\\|')}`);
}
