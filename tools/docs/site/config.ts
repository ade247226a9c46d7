import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type DefaultTheme, defineConfig } from 'vitepress';
import { GUIDES_BASE, GUIDES_DIR } from '../../../api/documentation/guides.ts';
import { moveInlineScripts } from './inline-scripts.ts';
import { PAGE_PATHS, ROOT } from './inputs.ts';
import { anchorOf, linkPages } from './links.ts';
import { drawMermaid } from './mermaid.ts';
import { type GuidePage, INDEX, SECTIONS, slugOf } from './pages.ts';

const otherPages = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules' || name.startsWith('.'),
}).filter((path) => !PAGE_PATHS.has(path));

/** A page in the sidebar, with its parts folded below it. */
function toItem({ title, path, parts }: GuidePage): DefaultTheme.SidebarItem {
  const item = { text: title, link: `/${slugOf(path)}` };
  return parts === undefined ? item : { ...item, collapsed: true, items: parts.map(toItem) };
}

/** The guides, as VitePress builds them from the Markdown files of the repository. */
export const config = defineConfig({
  title: 'Bundlewire',
  description: 'Prepaid mobile data bundles, bought exactly once or paid back by a promised time.',
  lang: 'en-GB',
  base: GUIDES_BASE,
  srcDir: ROOT,
  // VitePress would run every config.ts of the code as its own.
  srcExclude: ['node_modules/**', '**/config.ts', ...otherPages],
  rewrites: Object.fromEntries([...PAGE_PATHS].map((path) => [path, `${slugOf(path)}.md`])),
  outDir: GUIDES_DIR,
  cacheDir: join(ROOT, '.bundlewire', 'vitepress'),
  // To switch without transitions, the theme would add a style element, which the policy forbids.
  appearance: { disableTransition: false },
  // A prefetch per link in view would exceed the limit on requests for pages.
  router: { prefetchLinks: false },
  markdown: {
    anchor: { slugify: anchorOf },
    config: (markdown) => {
      linkPages(markdown, ROOT, PAGE_PATHS);
      drawMermaid(markdown);
    },
  },
  transformHtml: moveInlineScripts,
  vite: { envDir: false },
  themeConfig: {
    outline: [2, 3],
    search: { provider: 'local' },
    nav: [
      ...SECTIONS.map(({ title, pages }) => ({ text: title, link: `/${slugOf(pages[0]?.path ?? INDEX)}` })),
      // The page above the site, which the router of the site does not know.
      { text: 'API reference', link: '../', target: '_self' },
    ],
    sidebar: SECTIONS.map(({ title, pages }) => ({
      text: title,
      collapsed: false,
      items: pages.map(toItem),
    })),
  },
});
