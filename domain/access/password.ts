/** Characters of a password, as people count them: an emoji is one. */
export const PASSWORD_CHARS = { min: 12, max: 128 } as const;

/** Whether a password is long enough. Several spaces in a row count as one. */
export function isLongEnough(password: string): boolean {
  return [...password.replaceAll(/\s+/g, ' ')].length >= PASSWORD_CHARS.min;
}

/** Fewer different characters than this are guessed soon, however long the password is. */
const DIFFERENT_CHARS_MIN = 5;
/** So much must be left when everything that guessing programs try first is taken away. */
const UNEXPECTED_MIN = 4;
/** A digit or a sign is worth less than a letter, because programs try them before and after every word. */
const SIGN_WORTH = 1 / 3;
/** A part of a sequence counts from this length. */
const RUN_CHARS = 3;

/** Keys and letters in the order in which people type them, also backwards. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
].flatMap((keys) => [keys, [...keys].toReversed().join('')]);

/** What the lists of leaked passwords of this length are made of, longest first so that none hides in another. */
const WORDS = [
  'password pass admin administrator root user login welcome change let in default secret',
  'access master superman batman spiderman pokemon dragon monkey football baseball basketball soccer hockey princess',
  'sunshine shadow michael jordan jessica jennifer ashley daniel charlie thomas robert andrew matthew joshua anthony',
  'lovely love forever always whatever trust no hello freedom computer internet google facebook',
  'samsung iphone android windows linked star wars liverpool arsenal chelsea barcelona manchester united jesus christ',
  'blessed blessing god money summer winter spring autumn monday friday january december flower butterfly',
  'chocolate killer hunter ranger cookie pepper ginger buster ninja mustang corvette ferrari mercedes company',
  'business office temp temporary test testing guest demo server database system support service security account',
  'nigeria lagos abuja ghana kenya africa mtn glo airtel mobile bundle bundlewire data naira kobo',
  'word the and for you your my is not are this that new old one two three number best great big super me',
]
  .flatMap((line) => line.split(' '))
  .toSorted((a, b) => b.length - a.length);

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/**
 * Whether programs that guess passwords try this one early: few different characters, a repeated piece, runs of keys, or common
 * words with digits and signs around them, such as P@ssw0rd2026!!.
 */
export function isPredictable(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  if (new Set(text).size < DIFFERENT_CHARS_MIN || isRepeated(text)) return true;
  const asWords = text.replaceAll(/[@431!0$57]/g, (sign) => LOOKS_LIKE[sign] ?? sign);
  return [text, asWords].some((spelling) => countUnexpected(spelling) < UNEXPECTED_MIN);
}

/** Whether a text is one piece, two times or more, perhaps with the beginning of it at the end. */
function isRepeated(text: string): boolean {
  for (let piece = 1; piece <= text.length / 2; piece += 1)
    if (text.startsWith(text.slice(piece))) return true;
  return false;
}

/** What is left beside common words and runs of keys: the different letters, and a part of each digit and sign. */
function countUnexpected(text: string): number {
  let rest = withoutRuns(text);
  for (const word of WORDS) rest = rest.replaceAll(word, ' ');
  const signs = rest.match(/[!-@[-`{-~]/g) ?? [];
  return new Set(rest.replaceAll(/[!-@[-`{-~\s]/g, '')).size + signs.length * SIGN_WORTH;
}

function withoutRuns(text: string): string {
  let rest = '';
  let from = 0;
  while (from < text.length) {
    const length = runAt(text, from);
    const isRun = length >= RUN_CHARS;
    rest += isRun ? ' ' : (text[from] ?? '');
    from += isRun ? length : 1;
  }
  return rest;
}

/** The length of the longest part of a sequence that begins here. */
function runAt(text: string, from: number): number {
  let length = 1;
  while (
    from + length < text.length &&
    SEQUENCES.some((keys) => keys.includes(text.slice(from, from + length + 1)))
  )
    length += 1;
  return length;
}
