import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';

export const ROOT = join(import.meta.dirname, '..', '..', '..');

/** A code block of a page. */
export interface DocBlock {
  /** `docs/webhooks.md:34`: the line of its first fence. */
  readonly place: string;
  readonly path: string;
  /** Empty where the block names none. */
  readonly language: string;
  readonly code: string;
}

/** A code span that is a command. */
export interface DocCommand {
  readonly place: string;
  readonly command: string;
}

/** Every Markdown file of the repository. */
export function listPages(): string[] {
  return globSync('**/*.md', {
    cwd: ROOT,
    exclude: (name) => ['node_modules', 'dist', 'vendor'].includes(name) || name.startsWith('.'),
  }).toSorted();
}

/** The code blocks of a page, in order, with those that are indented. */
export function readBlocks(path: string, source = readFileSync(join(ROOT, path), 'utf8')): DocBlock[] {
  return new MarkdownIt()
    .parse(source, {})
    .filter(({ type }) => type === 'fence' || type === 'code_block')
    .map(({ map, info, content }) => ({
      place: `${path}:${(map?.[0] ?? 0) + 1}`,
      path,
      language: info.trim(),
      code: content,
    }));
}

/** The code spans of a page that begin with one of our commands. */
export function readCommands(path: string): DocCommand[] {
  const tokens = new MarkdownIt().parse(readFileSync(join(ROOT, path), 'utf8'), {});
  let line = 1;
  return tokens.flatMap(({ map, children }) => {
    // A cell has no place, but its row has.
    if (map !== null) line = map[0] + 1;
    return (children ?? [])
      .filter(
        ({ type, content }) =>
          type === 'code_inline' && /^(npx|npm|bundlewire|bundlewire-client) \S/.test(content),
      )
      .map(({ content }) => ({ place: `${path}:${line}`, command: content }));
  });
}
