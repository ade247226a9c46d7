import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { GUIDES_DIR } from '../../../api/documentation/guides.ts';
import { INDEX, PAGES } from './pages.ts';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** The hash of what the site in its folder was built from. */
const STAMP = `${GUIDES_DIR}.sha256`;

/** Every Markdown file that is a page. */
export const PAGE_PATHS: ReadonlySet<string> = new Set([INDEX, ...PAGES.map(({ path }) => path)]);

/** Whether the site was built from the files as they are now. */
export function isSiteFresh(): boolean {
  return existsSync(GUIDES_DIR) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hashInputs();
}

/** Records what the site was built from. */
export function stampSite(): void {
  writeFileSync(STAMP, hashInputs());
}

function hashInputs(): string {
  const { version } = createRequire(import.meta.url)('vitepress/package.json');
  const code = globSync('{.vitepress/**/*.ts,*.ts}', { cwd: import.meta.dirname }).map((path) =>
    join(import.meta.dirname, path),
  );
  const files = globSync(['clients/*.json', 'clients/typescript/src/**/*.ts', 'docs/examples/*'], {
    cwd: ROOT,
  });
  const hash = createHash('sha256').update(String(version));
  for (const path of [...code, ...[...PAGE_PATHS, ...files].map((page) => join(ROOT, page))].toSorted()) {
    hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  }
  return hash.digest('hex');
}
