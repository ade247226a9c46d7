/** A piece of text that people read: a paragraph, a comment, a message. */
export interface Passage {
  /** The line of the file on which the text starts, from 1. Line breaks in the text are those of the file. */
  readonly line: number;
  readonly text: string;
  /** Paragraphs have sentences to measure; phrases are cells, headings, comments and messages. */
  readonly kind: 'paragraph' | 'phrase';
  /** False for text that is partly data, such as SQL: it is read for words to avoid, not for spelling. */
  readonly spelled: boolean;
}

/** Stands for code inside a passage: a capital that is no letter (the Roman numeral), so it begins sentences and spells nothing. */
export const CODE = '\u2169';

/** Replaces `code` in a text, without changing its line breaks. */
export function hideCode(text: string): string {
  return text.replaceAll(/(`+)[^`]+?\1/g, (code) => CODE + '\n'.repeat(code.split('\n').length - 1));
}
