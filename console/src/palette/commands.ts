/** Something that the palette can do. */
export interface Command {
  readonly id: string;
  /** The heading under which it stands. */
  readonly section:
    | 'search'
    | 'screens'
    | 'accounts'
    | 'campaigns'
    | 'people'
    | 'purchases'
    | 'clientAccounts'
    | 'theme'
    | 'language';
  /** What people read, and what their words are compared with. */
  readonly text: string;
  readonly run: () => void;
}

/** Commands of which each word of the text begins a word; all of them without a text. */
export function matching(commands: readonly Command[], typed: string): readonly Command[] {
  const wanted = wordsOf(typed);
  return commands.filter(({ text }) => {
    const words = wordsOf(text);
    return wanted.every((one) => words.some((word) => word.startsWith(one)));
  });
}

/** Whether a text is more likely a number, a reference or an id than the name of a screen. */
export function looksLikeKey(typed: string): boolean {
  return /\d/.test(typed) || /^[a-z]{2,4}_/.test(typed.trim());
}

/** Words without accents and signs, so that people can leave them out. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}
