/** A phone number, taken apart. */
export interface NumberParts {
  /** In E.164. */
  readonly phoneNumber: string;
  /** Digits of the country code; empty if the number's country is not known. */
  readonly callingCode: string;
  /** Digits behind the country code. */
  readonly national: string;
}

/** What people and spreadsheets put between the digits of a number. */
const GAP = "[\\s().\\-/'\\u00A0\\u2010-\\u2015\\u200B-\\u200F\\u2060]{0,3}";

/** Replaces a number wherever a text mentions it. */
export type ReplaceNumber = (text: string) => string;

/**
 * Makes the function that replaces a number in texts, written in any way that people write it: with `+`, `00` or a leading zero,
 * without its country code, with blanks and hyphens. Digits that are part of a longer number are not a mention.
 */
export function replaceMentions(number: NumberParts, replacement: string): ReplaceNumber {
  const spaced = (digits: string) => [...digits].join(GAP);
  const country = number.callingCode === '' ? '' : `(?:${spaced(number.callingCode)}${GAP})?`;
  const pattern = new RegExp(
    `(?<![0-9])(?:(?:\\+|00)${GAP})?${country}(?:\\(?0\\)?${GAP})?${spaced(number.national)}(?![0-9])`,
    'g',
  );
  return (text) => (text.length < number.national.length ? text : text.replace(pattern, replacement));
}

/** Fields that stay as they are: a reference buys only once, so a changed one could buy again. */
const KEPT: ReadonlySet<string> = new Set(['reference']);

/** A JSON value with the number replaced in each of its texts. Returns the value itself where it is not mentioned. */
export function replaceInJson<T>(value: T, replace: ReplaceNumber): T {
  return change(value, replace, () => false) as T;
}

/** As `replaceInJson`, for what clients were sent: purchases in it lose their metadata too. */
export function eraseResource<T>(value: T, replace: ReplaceNumber): T {
  return change(value, replace, (object) => object.object === 'purchase') as T;
}

function change(
  value: unknown,
  replace: ReplaceNumber,
  losesMetadata: (object: Readonly<Record<string, unknown>>) => boolean,
): unknown {
  if (typeof value === 'string') return replace(value);
  if (Array.isArray(value)) {
    const changed = value.map((each) => change(each, replace, losesMetadata));
    return changed.some((each, index) => each !== value[index]) ? changed : value;
  }
  if (!isObject(value)) return value;
  const loses = losesMetadata(value);
  const entries = Object.entries(value).map(([key, each]): [string, unknown] => {
    if (KEPT.has(key)) return [key, each];
    if (loses && key === 'metadata') return [key, isEmpty(each) ? each : {}];
    return [key, change(each, replace, losesMetadata)];
  });
  return entries.some(([key, each]) => each !== value[key]) ? Object.fromEntries(entries) : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
