import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUIDES_BASE, GUIDES_DIR } from '../../../api/documentation/guides.ts';

/** Moves each inline script of a page to a file of the site, so that the policy of the pages needs no exception. */
export function moveInlineScripts(html: string): string {
  return html.replaceAll(/<script([^>]*)>([^<]+)<\/script>/g, (_tag, attributes: string, code: string) => {
    const name = `inline.${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`;
    mkdirSync(join(GUIDES_DIR, 'assets'), { recursive: true });
    writeFileSync(join(GUIDES_DIR, 'assets', name), code);
    return `<script${attributes} src="${GUIDES_BASE}assets/${name}"></script>`;
  });
}
