import { existsSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { MarkdownRenderer } from 'vitepress';
import { slugOf } from './pages.ts';

type Token = ReturnType<MarkdownRenderer['parse']>[number];

/** What a link in a Markdown file becomes on the site. */
export type SiteLink =
  | { readonly kind: 'kept' }
  | { readonly kind: 'page'; readonly href: string }
  /** Beside the pages: a file of the API, or a copy of a file for API users. Relative, as VitePress puts its base before a path. */
  | { readonly kind: 'file'; readonly href: string }
  /** A file of the repository that is not on the site: only its name is shown. */
  | { readonly kind: 'source' };

/** Copies of files that API users copy are served from here, as text. */
export const FILES = 'files/';

const OPENAPI = 'docs/openapi.json';

/**
 * Finds what a link becomes on the site. Links in Markdown files are relative to the file, so that they work on code hosts.
 * @param from the file with the link, from the root of the repository
 * @throws Error for a link to a file that does not exist
 */
export function resolveLink(root: string, pages: ReadonlySet<string>, from: string, href: string): SiteLink {
  if (/^([a-z]+:|\/\/|#)/i.test(href)) return { kind: 'kept' };
  const [, path = '', hash = ''] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const target = relative(root, join(root, dirname(from), decodeURI(path)));
  const page = findPage(root, pages, target);
  if (page !== null) return { kind: 'page', href: `/${slugOf(page)}.md${hash}` };
  if (target === OPENAPI) return { kind: 'file', href: '../../openapi.json' };
  if (!existsSync(join(root, target))) throw new Error(`${from} links to ${href}, which does not exist`);
  return /^(clients\/(typescript\/src\/)?|docs\/examples\/)[^/]+\.\w+$/.test(target)
    ? { kind: 'file', href: `${FILES}${target}.txt` }
    : { kind: 'source' };
}

/** The page at a path; the page of a folder is its README.md. */
function findPage(root: string, pages: ReadonlySet<string>, path: string): string | null {
  if (pages.has(path)) return path;
  const readme = join(path, 'README.md');
  const isFolder = existsSync(join(root, path)) && statSync(join(root, path)).isDirectory();
  return isFolder && pages.has(readme) ? readme : null;
}

/** The anchor of a heading, as code hosts make it, so that one link works there and on the site. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');
}

/** Rewrites the links of every page for the site. */
export function linkPages(markdown: MarkdownRenderer, root: string, pages: ReadonlySet<string>): void {
  markdown.core.ruler.push('repository_links', ({ tokens, env }) => {
    const from = relative(root, String(env.realPath ?? env.path));
    for (const { children } of tokens) {
      if (children !== null) rewriteLinks(children, (href) => resolveLink(root, pages, from, href));
    }
  });
}

function rewriteLinks(tokens: Token[], resolve: (href: string) => SiteLink): void {
  for (const [at, token] of tokens.entries()) {
    const href = token.type === 'link_open' ? token.attrGet('href') : null;
    if (typeof href !== 'string' || token.attrGet('class') === 'header-anchor') continue;
    const link = resolve(href);
    if (link.kind === 'source') removeLink(tokens, at);
    if (link.kind === 'page' || link.kind === 'file') token.attrSet('href', link.href);
    // The browser loads it; the router of the site would look for a page.
    if (link.kind === 'file') token.attrSet('target', '_self');
  }
}

/** Leaves the text of a link. */
function removeLink(tokens: Token[], at: number): void {
  const close = tokens.findIndex(({ type }, index) => index > at && type === 'link_close');
  for (const index of [at, close]) {
    const token = tokens[index];
    if (token === undefined) continue;
    token.type = 'text';
    token.tag = '';
    token.content = '';
  }
}
