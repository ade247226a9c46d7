import type { Section } from './rule.ts';

/** The page docs/conformance.md, as it is when every named test has passed. */
export function renderConformance(sections: readonly Section[]): string {
  const rules = sections.flatMap((section) => section.rules).length;
  return [
    '# The contract, rule by rule',
    '',
    `Each of ${rules} rules and the tests that prove it. \`npm test\` writes this page when all of them have passed, and fails where a`,
    'rule has no test, or a test named here is gone, skipped or red. How a rule is added: [`test/conformance/README.md`](../test/conformance/README.md).',
    '',
    ...sections.flatMap(({ title, rules }) => [
      `## ${title}`,
      '',
      '| Rule | | Proved by |',
      '|---|---|---|',
      ...rules.map(
        ({ id, says, shownBy }) => `| \`${id}\` | ${says} | ${shownBy.map(renderProof).join('<br>')} |`,
      ),
      '',
    ]),
  ].join('\n');
}

function renderProof(proof: string): string {
  const { file, names } = readProof(proof);
  return `✓ \`${file}\` ${names.join(' › ').replaceAll('|', '\\|')}`;
}

/** Takes `file: describe > name` apart. */
export function readProof(proof: string): { readonly file: string; readonly names: readonly string[] } {
  const [file = '', ...rest] = proof.split(': ');
  return { file, names: rest.join(': ').split(' > ') };
}
