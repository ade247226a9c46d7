import type { FileNotice } from '../../../domain/batch/batch.ts';
import type { BundleTextReader } from '../../../domain/batch/bundle-text.ts';
import { shownCell } from '../../../domain/batch/phone-number.ts';

/** Notices of a file about its bundles; a file has few different texts. */
const NOTICES_MAX = 20;
const KEPT_MAX = 1_000;

/** Remembers which texts of a file were read as which bundle, so that people see it before anything is bought. */
export interface BundleGuesses {
  readonly read: BundleTextReader;
  /** The most frequent first. */
  notices(): readonly FileNotice[];
}

interface Guess {
  readonly text: string;
  readonly bundleId: string;
  readonly networkId: string;
  rows: number;
}

export function createBundleGuesses(reader: BundleTextReader): BundleGuesses {
  const guesses = new Map<string, Guess>();
  return {
    read(networkId, text) {
      const match = reader(networkId, text);
      if (match?.kind !== 'one') return match;
      const { bundleId } = match.offer;
      const key = `${text.toLowerCase().replaceAll(/\s+/g, '')} ${bundleId}`;
      const known = guesses.get(key);
      if (known !== undefined) known.rows += 1;
      else if (guesses.size < KEPT_MAX) guesses.set(key, { text, bundleId, networkId, rows: 1 });
      return match;
    },
    notices() {
      return [...guesses.values()]
        .sort((a, b) => b.rows - a.rows)
        .slice(0, NOTICES_MAX)
        .map(({ text, bundleId, networkId, rows }) => ({
          code: 'bundle_guessed',
          message: `${shownCell(text)} was read as the bundle ${bundleId} of ${networkId}, in ${rows === 1 ? '1 row' : `${rows} rows`}. Check that it is the right one.`,
        }));
    },
  };
}
