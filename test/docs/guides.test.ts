import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PAGE_PATHS, ROOT } from '../../tools/docs/site/inputs.ts';
import { anchorOf, resolveLink } from '../../tools/docs/site/links.ts';
import { renderLlms } from '../../tools/docs/site/llms.ts';
import { INDEX, PAGES, SECTIONS, slugOf } from '../../tools/docs/site/pages.ts';

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('every page in docs/ is listed once, and every listed page exists', () => {
  const written = globSync('docs/**/*.md', { cwd: ROOT }).filter((path) => path !== INDEX);
  const listed = PAGES.map(({ path }) => path);
  expect(listed).toEqual(expect.arrayContaining(written));
  expect(new Set(listed).size).toBe(listed.length);
  expect(globSync('**/*.md', { cwd: ROOT, exclude: ['node_modules'] })).toEqual(
    expect.arrayContaining(listed),
  );
});

it('llms.txt lists the OpenAPI document and every page of the index', () => {
  const links = [...renderLlms().matchAll(/^- \[[^\]]+\]\(([^)]+)\): \S/gm)].map(([, link = '']) => link);
  const pages = SECTIONS.flatMap((section) => section.pages.map(({ path }) => `${slugOf(path)}.html`));
  expect(links).toEqual(['../../openapi.json', '../', ...pages]);
});

it('no two pages have the same address, and all are on one level', () => {
  const slugs = [...PAGE_PATHS].map(slugOf);
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9-]+$/);
});

/** Links outside code. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```.*?^```/gms, '').replaceAll(/(`+)[^`]*?\1(?!\])/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href = '']) => href);
}

describe.each([...PAGE_PATHS])('%s', (path) => {
  it('links only to files and headings that exist', () => {
    for (const href of linksOf(read(path))) {
      const link = resolveLink(ROOT, PAGE_PATHS, path, href);
      const [, file = '', anchor] = /^([^#]*)(?:#(.*))?$/.exec(href) ?? [];
      if (link.kind === 'kept' && !href.startsWith('#')) continue;
      if (anchor === undefined) continue;
      const target = file === '' ? path : join(path, '..', file);
      const headings = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, text = '']) => anchorOf(text));
      expect([href, headings]).toEqual([href, expect.arrayContaining([anchor])]);
    }
  });
});

it.each([
  ['invalid_request', 'invalid_request'],
  ['Many processes, one `npm start`', 'many-processes-one-npm-start'],
])('the anchor of %s is that of code hosts', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});

describe('a link', () => {
  const resolve = (from: string, href: string) => resolveLink(ROOT, PAGE_PATHS, from, href);

  it.each([
    ['README.md', 'docs/webhooks.md', '/webhooks.md'],
    ['docs/webhooks.md', '../ARCHITECTURE.md#limits', '/architecture.md#limits'],
    ['docs/glossary.md', '../README.md', '/overview.md'],
    ['docs/gateways.md', '../adapters/dtone', '/adapters-dtone.md'],
    ['CONTRIBUTING.md', 'docs/decisions', '/decisions.md'],
  ])('in %s to %s leads to the page %s', (from, href, expected) => {
    expect(resolve(from, href)).toEqual({ kind: 'page', href: expected });
  });

  it('to the OpenAPI document leads to that of the API', () => {
    expect(resolve('README.md', 'docs/openapi.json')).toEqual({ kind: 'file', href: '../../openapi.json' });
  });

  it('to a file that API users copy leads to its text', () => {
    expect(resolve('docs/webhooks.md', '../clients/typescript/src/verify-webhook.ts')).toEqual({
      kind: 'file',
      href: 'files/clients/typescript/src/verify-webhook.ts.txt',
    });
  });

  it('to other code is shown without a link', () => {
    expect(resolve('README.md', 'db/pool.ts')).toEqual({ kind: 'source' });
  });

  it('to a file that does not exist fails the build', () => {
    expect(() => resolve('README.md', 'docs/nothing.md')).toThrow('README.md links to docs/nothing.md');
  });
});
