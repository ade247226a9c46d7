import MarkdownIt, { type Token } from 'markdown-it';
import { CODE, type Passage } from './passage.ts';

const parser = new MarkdownIt({ html: true });

/** The prose of a Markdown file: paragraphs, list items, headings and cells, without code and without addresses of links. */
export function readMarkdown(source: string): Passage[] {
  const passages: Passage[] = [];
  let within = '';
  let line = 1;
  for (const token of parser.parse(source, {})) {
    if (token.type.endsWith('_open')) within = token.type;
    // A cell has no place, but its row has.
    if (token.map !== null) line = token.map[0] + 1;
    if (token.type !== 'inline') continue;
    passages.push({
      line,
      text: (token.children ?? []).map(textOf).join(''),
      kind: within === 'paragraph_open' ? 'paragraph' : 'phrase',
      spelled: true,
    });
  }
  return passages;
}

function textOf({ type, content }: Token): string {
  if (type === 'text') return content;
  if (type === 'softbreak' || type === 'hardbreak') return '\n';
  return type === 'code_inline' || type === 'image' ? CODE : '';
}
