import { SECTIONS, slugOf } from './pages.ts';

/** The file `llms.txt` of the site: every page in one line, for programs that read documentation. */
export function renderLlms(): string {
  const sections = SECTIONS.map(({ title, pages }) =>
    [
      `## ${title}`,
      '',
      ...pages.map((page) => `- [${page.title}](${slugOf(page.path)}.html): ${page.about}`),
      '',
    ].join('\n'),
  );
  return [
    '# Bundlewire',
    '',
    '> Buy prepaid mobile data bundles for phone numbers: exactly once, or your money back by a promised time.',
    '',
    '## API',
    '',
    '- [OpenAPI document](../../openapi.json): every operation, schema, error and webhook, with examples',
    '- [API reference](../): the same document as a page',
    '',
    ...sections,
  ].join('\n');
}
