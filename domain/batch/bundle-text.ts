import type { Offer } from '../purchase/accept.ts';
import { fits, groupByNetwork, listNearest } from './choose-bundle.ts';

/** What a text such as `1 GB 30 days` says about a bundle. */
export interface BundleText {
  /** Amounts that it can mean, in MB, the likeliest first: a gigabyte is 1,024 MB, or 1,000. Empty if that is not certain. */
  readonly dataMb: readonly number[];
  /** The shortest validity that it can mean, in hours; 0 if the text has none. */
  readonly hours: number;
  /** What it says besides data and validity, such as the name of a network. */
  readonly words: readonly string[];
}

/** What a row wants of its bundle besides its text. */
export interface TextWish {
  /** The text of its cell. */
  readonly text: string;
  readonly networkId: string;
  /** Names of the network, which the text may have. */
  readonly networkName: string;
  /** Null if only the text says the data. */
  readonly dataMb: number | null;
  /** 0 if only the text says it. */
  readonly validityHours: number;
}

/** Bundles that a person can choose for a text. Nothing is chosen without one. */
export interface TextMatch {
  /** Those that have all that the text says, the cheapest first. */
  readonly fitting: readonly Offer[];
  /** Those of the network that come closest, if none fits. */
  readonly nearest: readonly Offer[];
}

/** Reads texts for the bundles that an account may buy. */
export interface BundleTextReader {
  /** Whether a text says an amount of data, or is the name of a bundle. */
  isText(text: string): boolean;
  /** Finds the bundles for a text; null if it is none. */
  find(wish: TextWish): TextMatch | null;
}

const TEXT_CHARS_MAX = 60;
const FITTING_MAX = 6;
/** Texts that are remembered: a file has few different ones. */
const KEPT_MAX = 1_000;

const DAY = 24;
const MONTH = 30 * DAY;
/** How many times 1,024 a unit has of MB. */
const UNITS: Readonly<Record<string, number>> = { mb: 0, mo: 0, gb: 1, go: 1, gig: 1, gigs: 1, tb: 2, to: 2 };
const AMOUNT =
  /(?<![\p{L}\p{N}_.,])(\d{1,3}[.,]\d{3}|\d{1,6}(?:[.,]\d{1,2})?)\s*(mb|mo|gb|go|gigs?|tb|to)(?![\p{L}\p{N}_])/giu;
const PERIOD =
  /(?<![\p{L}\p{N}_.,])(\d{1,4})\s*-?\s*(hours?|hrs?|h|heures?|days?|d|jours?|j|weeks?|wks?|w|semaines?|months?|mths?|mois)(?![\p{L}\p{N}_])/giu;
const PERIOD_WORDS = new Map<string, number>([
  ...['daily', 'journalier', 'quotidien'].map((word) => [word, DAY] as const),
  ...['weekly', 'hebdomadaire', 'hebdo'].map((word) => [word, 7 * DAY] as const),
  ...['monthly', 'mensuel'].map((word) => [word, MONTH] as const),
]);
/** Words that say nothing about which bundle it is. */
const FILLERS = new Set(
  'data bundle bundles plan package pack internet net forfait pass for pour valid valable validity validité de of per pendant'.split(
    ' ',
  ),
);
/** Words in the name of a bundle that cannot be used for everything or at any time. */
const RESTRICTIONS = new Set(
  'night nite midnight nuit nocturne weekend sunday social whatsapp facebook instagram tiktok youtube netflix video streaming music game gaming student'.split(
    ' ',
  ),
);

/** Reads the data and the validity that a text says; null if it says no amount of data. */
export function readBundleText(text: string): BundleText | null {
  if (text.length > TEXT_CHARS_MAX) return null;
  const amounts = [...text.matchAll(AMOUNT)];
  const [amount] = amounts;
  if (amount === undefined) return null;
  const rest = text.replaceAll(AMOUNT, ' ');
  const said = wordsOf(rest.replaceAll(PERIOD, ' '));
  const periods = [
    ...[...rest.matchAll(PERIOD)].map(([, count, unit]) => Number(count) * hoursOf(unit ?? '')),
    ...said.flatMap((word) => PERIOD_WORDS.get(word) ?? []),
  ];
  const [, size = '', unit = ''] = amount;
  return {
    dataMb: amounts.length > 1 ? [] : amountsOf(size, unit.toLowerCase()),
    hours: Math.max(0, ...periods),
    words: said.filter((word) => !PERIOD_WORDS.has(word) && !FILLERS.has(word)),
  };
}

/** Reads texts for these bundles. */
export function createBundleTextReader(offers: ReadonlyMap<string, Offer>): BundleTextReader {
  const byNetwork = groupByNetwork(offers);
  const kept = new Map<string, TextMatch | null>();
  const names = new Set([...offers.values()].map(({ name }) => plain(name)));
  const isText = (text: string) => readBundleText(text) !== null || (text !== '' && names.has(plain(text)));
  const find = (wish: TextWish) => {
    const { text, networkId, dataMb, validityHours } = wish;
    const key = `${networkId} ${dataMb} ${validityHours} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const said = readBundleText(text) ?? NOTHING_SAID;
    const found = isText(text) ? match(byNetwork.get(networkId) ?? [], said, wish) : null;
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, found);
    return found;
  };
  return { isText, find };
}

/** Of a name without an amount. */
const NOTHING_SAID: BundleText = { dataMb: [], hours: 0, words: [] };

function match(there: readonly Offer[], said: BundleText, wish: TextWish): TextMatch {
  const validityHours = Math.max(said.hours, wish.validityHours);
  const networkWords = new Set([...wordsOf(wish.networkId), ...wordsOf(wish.networkName)]);
  const words = said.words.filter((word) => !networkWords.has(word));
  const own = (text: string) => plain(text, networkWords);
  const isNamed = (offer: Offer) =>
    own(offer.name) === own(wish.text) &&
    fits(offer, { dataMb: wish.dataMb ?? offer.dataMb, validityHours: wish.validityHours });
  const wanted = said.dataMb.filter((dataMb) => wish.dataMb === null || wish.dataMb === dataMb);
  const hasData = (dataMb: number) => (offer: Offer) =>
    fits(offer, { dataMb, validityHours }) && fitsWords(offer, words);
  for (const isFitting of [...wanted.map(hasData), () => false]) {
    const fitting = there.filter((offer) => isFitting(offer) || isNamed(offer));
    if (fitting.length > 0) return { fitting: fitting.slice(0, FITTING_MAX), nearest: [] };
  }
  // A bundle of 512 MB may be called 500 MB.
  const isCalled = (offer: Offer) =>
    hasData(wish.dataMb ?? offer.dataMb)(offer) && saysSame(offer.name, said.dataMb);
  const called = there.filter(isCalled);
  if (called.length > 0) return { fitting: called.slice(0, FITTING_MAX), nearest: [] };
  const dataMb = said.dataMb[0] ?? wish.dataMb ?? 0;
  return { fitting: [], nearest: listNearest(there, { dataMb, validityHours }) };
}

/** Whether the name of a bundle says one of these amounts. */
function saysSame(name: string, amounts: readonly number[]): boolean {
  return readBundleText(name)?.dataMb.some((dataMb) => amounts.includes(dataMb)) ?? false;
}

/** A bundle has all words of the text in its name, and none that restricts it without the text. */
function fitsWords({ name }: Offer, words: readonly string[]): boolean {
  const own = wordsOf(name);
  const isSaid = (word: string) => words.some((said) => stem(said) === stem(word));
  return (
    words.every((said) => own.some((word) => stem(word) === stem(said))) &&
    own.every((word) => !RESTRICTIONS.has(stem(word)) || isSaid(word))
  );
}

/** Networks count in 1,024, marketing in thousands. */
function amountsOf(size: string, unit: string): number[] {
  const power = UNITS[unit] ?? 0;
  // Three digits after the separator: thousands, or a fraction of a gigabyte.
  if (/[.,]\d{3}$/.test(size)) return power === 0 ? [Number(size.replace(/[.,]/, ''))] : [];
  const amounts = [1024, 1000].map((base) => Number(size.replace(',', '.')) * base ** power);
  return [...new Set(amounts)].filter(Number.isInteger);
}

function hoursOf(unit: string): number {
  const letter = unit.charAt(0).toLowerCase();
  if (letter === 'h') return 1;
  if (letter === 'd' || letter === 'j') return DAY;
  return letter === 'w' || letter === 's' ? 7 * DAY : MONTH;
}

function stem(word: string): string {
  return word.replace(/s$/, '');
}

/** A name without case, signs and these words. */
function plain(name: string, left: ReadonlySet<string> = new Set()): string {
  return wordsOf(name)
    .filter((word) => !left.has(word))
    .join(' ');
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
