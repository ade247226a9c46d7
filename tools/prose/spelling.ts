import { spellCheckDocument } from 'cspell-lib';
import type { Passage } from './passage.ts';
import { type Finding, lineAt } from './rules.ts';

/** A word of three letters or more that is no part of a name: not `pgPool`, `resolve_by`, `db/outbox` or `v2`. */
const WORD = /(?<![\p{L}\p{N}_./\\@$#%&=+-])\p{L}\p{Ll}{2,}(?:n['’]t)?(?![\p{L}\p{N}_/\\@=]|\.\p{L}|-\d)/gu;

/** Dictionaries that the library adds by itself. */
const SOFTWARE = [
  'softwareTerms',
  'coding-compound-terms',
  'computing-acronyms',
  'software-tools',
  'software-term-suggestions',
  'web-services',
  'aws',
  'companies',
  'cryptocurrencies',
  'filetypes',
  'public-licenses',
];

export interface ReadFile {
  readonly path: string;
  readonly passages: readonly Passage[];
}

/**
 * Finds words that are neither in the British English dictionary nor in the project's list.
 * @param known the project's words
 */
export async function checkSpelling(
  files: readonly ReadFile[],
  known: readonly string[],
): Promise<Finding[]> {
  const places = files.flatMap(({ path, passages }) =>
    passages
      .filter(({ spelled }) => spelled)
      .flatMap((passage) =>
        [...passage.text.matchAll(WORD)].map(({ 0: word, index }) => ({ path, passage, word, index })),
      ),
  );
  const unknown = await findUnknown(new Set(places.map(({ word }) => word)), known);
  return places
    .filter(({ word }) => unknown.has(word))
    .map(({ path, passage, word, index }) => ({
      path,
      line: lineAt(passage, index),
      text: `"${word}" is not in the British English dictionary: correct it, or add it to tools/prose/words.txt`,
    }));
}

/** Looks each word up once, as a document with a word per line. */
async function findUnknown(words: ReadonlySet<string>, known: readonly string[]): Promise<Set<string>> {
  const { issues, errors } = await spellCheckDocument(
    { uri: 'words.txt', text: [...words].join('\n'), languageId: 'plaintext', locale: 'en-GB' },
    { generateSuggestions: false, noConfigSearch: true },
    {
      language: 'en-GB',
      words: [...known],
      // Those of software have American spellings as well.
      dictionaries: ['!en_us', ...SOFTWARE.map((name) => `!${name}`)],
      maxNumberOfProblems: words.size,
      maxDuplicateProblems: words.size,
    },
  );
  if (errors !== undefined && errors.length > 0) throw errors[0];
  return new Set(issues.map(({ text }) => text));
}
