import type { Offer } from '../purchase/accept.ts';

/** What a text such as `1 GB 30 days` says about a bundle. */
export interface BundleText {
  /** Amounts that it can mean, in MB: a gigabyte is 1,000 or 1,024 MB. */
  readonly dataMb: readonly number[];
  /** Validities that it can mean, in hours: a month has 30 or 31 days. Null if the text has none. */
  readonly hours: readonly number[] | null;
}

export type BundleTextMatch =
  | { readonly kind: 'one'; readonly offer: Offer }
  /** `nearest` are those that come closest, best first: all that match, or, if none does, some others. */
  | { readonly kind: 'several' | 'none'; readonly nearest: readonly Offer[] };

/** Reads a text for a network; null if it does not say an amount of data, or says more than data and validity. */
export type BundleTextReader = (networkId: string, text: string) => BundleTextMatch | null;

const TEXT_CHARS_MAX = 60;
const NEAREST_SHOWN = 3;
const MATCHES_SHOWN = 6;
/** Texts that are remembered: a file has few different ones. */
const KEPT_MAX = 1_000;

const DAY = 24;
/** How many thousands of MB a unit has, as a power. */
const UNITS: Readonly<Record<string, number>> = { mb: 0, mo: 0, gb: 1, go: 1, gig: 1, gigs: 1, tb: 2, to: 2 };
const AMOUNT = /(?<![\p{L}\p{N}.,])(\d{1,6}(?:[.,]\d{1,2})?)\s*(mb|mo|gb|go|gigs?|tb|to)(?![\p{L}\p{N}])/giu;
const PERIOD =
  /(?<![\p{L}\p{N}.,])(\d{1,4})\s*-?\s*(hours?|hrs?|h|heures?|days?|d|jours?|j|weeks?|wks?|w|semaines?|months?|mths?|mois)(?![\p{L}\p{N}])/giu;
const PERIOD_WORDS = new Map<string, readonly number[]>([
  ...['daily', 'journalier', 'quotidien'].map((word) => [word, [DAY]] as const),
  ...['weekly', 'hebdomadaire', 'hebdo'].map((word) => [word, [7 * DAY]] as const),
  ...['monthly', 'mensuel'].map((word) => [word, [30 * DAY, 31 * DAY]] as const),
]);
/** Words that say nothing about which bundle it is. */
const FILLERS = new Set(
  'data bundle bundles plan package pack internet net forfait pass for pour valid valable validity validité de of per pendant'.split(
    ' ',
  ),
);

/** Reads the data and the validity that a text says; null if it says no data, several amounts, or anything else. */
export function readBundleText(text: string, networkId: string): BundleText | null {
  if (text.length > TEXT_CHARS_MAX) return null;
  const amounts = [...text.matchAll(AMOUNT)];
  const [amount] = amounts;
  if (amount === undefined || amounts.length > 1) return null;
  const rest = text.replaceAll(AMOUNT, ' ');
  const periods = [...rest.matchAll(PERIOD)].map(([, count, unit]): readonly number[] =>
    hoursOf(Number(count), unit ?? ''),
  );
  for (const word of wordsOf(rest.replaceAll(PERIOD, ' '))) {
    const named = PERIOD_WORDS.get(word);
    if (named !== undefined) periods.push(named);
    else if (!FILLERS.has(word) && !networkId.split('_').slice(1).includes(word)) return null;
  }
  if (periods.length > 1) return null;
  const [, size = '', unit = ''] = amount;
  return { dataMb: amountsOf(Number(size.replace(',', '.')), unit), hours: periods[0] ?? null };
}

/** Reads texts as bundles that an account may buy. Only a text that exactly one bundle of the network fits is clear. */
export function createBundleTextReader(offers: ReadonlyMap<string, Offer>): BundleTextReader {
  const kept = new Map<string, BundleTextMatch | null>();
  const match = (networkId: string, text: string): BundleTextMatch | null => {
    const said = readBundleText(text, networkId);
    if (said === null) return null;
    const there = [...offers.values()].filter((offer) => offer.networkId === networkId);
    const fitting = there.filter((offer) => fitsText(offer, said)).sort((a, b) => a.price - b.price);
    const [offer] = fitting;
    if (offer === undefined) return { kind: 'none', nearest: listNearest(there, said) };
    return fitting.length === 1
      ? { kind: 'one', offer }
      : { kind: 'several', nearest: fitting.slice(0, MATCHES_SHOWN) };
  };
  return (networkId, text) => {
    const key = `${networkId} ${text}`;
    const known = kept.get(key);
    if (known !== undefined) return known;
    const found = match(networkId, text);
    if (kept.size >= KEPT_MAX) kept.clear();
    kept.set(key, found);
    return found;
  };
}

function fitsText({ dataMb, validityHours }: Offer, said: BundleText): boolean {
  return said.dataMb.includes(dataMb) && (said.hours === null || said.hours.includes(validityHours));
}

function listNearest(offers: readonly Offer[], { dataMb }: BundleText): Offer[] {
  const distance = (offer: Offer) => Math.min(...dataMb.map((size) => Math.abs(offer.dataMb - size)));
  return offers.toSorted((a, b) => distance(a) - distance(b) || a.price - b.price).slice(0, NEAREST_SHOWN);
}

/** Marketing counts in thousands, networks in 1,024. */
function amountsOf(size: number, unit: string): number[] {
  const power = UNITS[unit.toLowerCase()] ?? 0;
  const amounts = [1000, 1024].map((base) => size * base ** power);
  return [...new Set(amounts)].filter(Number.isInteger);
}

function hoursOf(count: number, unit: string): number[] {
  const letter = unit.charAt(0).toLowerCase();
  if (letter === 'h') return [count];
  if (letter === 'd' || letter === 'j') return [count * DAY];
  if (letter === 'w' || letter === 's') return [count * 7 * DAY];
  return [count * 30 * DAY, count * 31 * DAY];
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
