import { type Comment, parseSync, Visitor } from 'oxc-parser';
import { CODE, hideCode, type Passage } from './passage.ts';

/** Strings in another language such as SQL, or data. */
const NOT_PROSE = /^\s*(-- |[A-Z]{3,} |[{<[(#.])|[={}<>|]|::|","|\b[a-z]+_[a-z]+\b/;

/** Values that rows have, and so the code cannot reword. */
const STORED_VALUES = ['taken back by the network'];

/**
 * The prose of a TypeScript or JavaScript file: comments, and strings of more than one word (messages, test titles).
 * @throws Error for a file that is not valid
 */
export function readCode(path: string, source: string): Passage[] {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path} cannot be read: ${errors[0].message}`);
  const lineAt = lineCounter(source);

  const strings: Passage[] = [];
  const add = (start: number, text: string) => {
    if (/\p{L}\s+\S*\p{L}/u.test(text) && !STORED_VALUES.includes(text))
      strings.push({ line: lineAt(start), ...phrase(text) });
  };
  new Visitor({
    Literal: ({ value, start }) => {
      if (typeof value === 'string') add(start, value);
    },
    TemplateLiteral: ({ quasis, start }) => add(start, quasis.map(({ value }) => value.raw).join(CODE)),
  }).visit(program);

  const blocks = groupLines(comments, source).map(({ start, text }) => ({
    line: lineAt(start),
    text: hideCode(text),
    kind: 'phrase' as const,
    spelled: true,
  }));
  return [...blocks, ...strings];
}

function phrase(text: string): Omit<Passage, 'line'> {
  const readable = hideCode(text);
  return { text: readable, kind: 'phrase', spelled: !NOT_PROSE.test(readable) };
}

/** Comments without their signs. Lines that follow each other are one comment. */
function groupLines(comments: readonly Comment[], source: string): { start: number; text: string }[] {
  const groups: { start: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const last = groups.at(-1);
    const text = type === 'Block' ? value.replaceAll(/^[ \t]*\*/gm, '') : value;
    if (type === 'Line' && last !== undefined && /^\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += `\n${text}`;
      last.end = end;
    } else groups.push({ start, end, text });
  }
  return groups;
}

/** A function from a position to its line, for positions in any order. */
function lineCounter(source: string): (position: number) => number {
  const starts = [...source.matchAll(/\n/g)].map(({ index }) => index + 1);
  return (position) => {
    const after = starts.findIndex((start) => start > position);
    return (after === -1 ? starts.length : after) + 1;
  };
}
