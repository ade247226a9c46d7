import MarkdownIt from 'markdown-it';
import type { Passage } from './passage.ts';

/** Words that we do not use. */
export interface Avoided {
  readonly pattern: RegExp;
  /** What to write in their place, as docs/writing.md has it. */
  readonly instead: string;
}

export interface Finding {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The longest sentence of a paragraph, in words. */
const SENTENCE_WORDS = 35;

const sentences = new Intl.Segmenter('en-GB', { granularity: 'sentence' });

/**
 * Reads the table "Words" of docs/writing.md: code in the first column is avoided, the second column says what to write.
 * A number in a phrase stands for any number.
 * @throws Error for a page without this table
 */
export function readWords(page: string): Avoided[] {
  const begin = page.indexOf('\n## Words\n');
  const table = page.slice(begin, page.indexOf('\n## ', begin + 1));
  const cells = new MarkdownIt()
    .parse(table, {})
    .filter(({ type }, at, tokens) => type === 'inline' && tokens[at - 1]?.type === 'td_open');
  const words = cells.flatMap((cell, at) => {
    if (at % 2 === 1) return [];
    const phrases = (cell.children ?? []).filter(({ type }) => type === 'code_inline');
    const instead = cells[at + 1]?.content ?? '';
    return phrases.map(({ content }) => ({ pattern: toPattern(content), instead }));
  });
  if (begin === -1 || words.length === 0) throw new Error('docs/writing.md has no table of words');
  return words;
}

/** Whole words, across line breaks, but not parts of names such as `late-news.ts`. */
function toPattern(phrase: string): RegExp {
  const words = phrase
    .replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\d+/g, String.raw`\d+`)
    .replaceAll(' ', String.raw`\s+`);
  return new RegExp(String.raw`(?<![\p{L}\p{N}_/.-])${words}(?![\p{L}\p{N}_/-]|\.\p{L})`, 'giu');
}

/** Finds words to avoid, and sentences that are too long. */
export function checkPassage(path: string, passage: Passage, avoided: readonly Avoided[]): Finding[] {
  const { text } = passage;
  const findings = avoided.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      path,
      line: lineAt(passage, index),
      text: `"${found.replaceAll(/\s+/g, ' ')}": write ${instead}`,
    })),
  );
  return passage.kind === 'paragraph' ? [...findings, ...longSentences(path, passage)] : findings;
}

function longSentences(path: string, passage: Passage): Finding[] {
  // A line break in a paragraph is a space; its length stays the same.
  return [...sentences.segment(passage.text.replaceAll('\n', ' '))].flatMap(({ segment, index }) => {
    const words = segment.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
    if (words.length <= SENTENCE_WORDS) return [];
    const begin = words.slice(0, 6).join(' ');
    return [
      {
        path,
        line: lineAt(passage, index),
        text: `"${begin} …" has ${words.length} words, more than ${SENTENCE_WORDS}: make two sentences of it`,
      },
    ];
  });
}

/** The line of the file on which a position of a passage is. */
export function lineAt({ line, text }: Passage, position: number): number {
  return line + (text.slice(0, position).match(/\n/g)?.length ?? 0);
}
