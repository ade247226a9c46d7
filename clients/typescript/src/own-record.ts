import { UsageError } from './errors.ts';

/** A record in your books: a purchase that was charged on the day, or a reversal that was refunded on it. */
export interface OwnRecord {
  readonly type: 'purchase' | 'reversal';
  readonly reference: string;
  /** Price in minor units, a whole positive number: 100000 is ₦1,000.00. */
  readonly price: number;
}

/** Names a record or a line: both have a type and a reference. */
export function keyOf(type: string, reference: string): string {
  return `${type} ${reference}`;
}

/**
 * Your records by their keys. Records often come from a database or a file, which types do not check.
 * @throws UsageError that names the record, when it cannot be compared or comes twice.
 */
export function checkRecords(records: Iterable<OwnRecord>): Map<string, OwnRecord> {
  const byKey = new Map<string, OwnRecord>();
  let index = 0;
  for (const record of records) {
    const problem = problemOf(record);
    if (problem !== null) throw new UsageError(`records[${index}] ${named(record)}: ${problem}`);
    const key = keyOf(record.type, record.reference);
    if (byKey.has(key))
      throw new UsageError(
        `records[${index}] ${named(record)}: an earlier record has the same type and reference. Give each record once.`,
      );
    byKey.set(key, record);
    index += 1;
  }
  return byKey;
}

function problemOf({ type, reference, price }: OwnRecord): string | null {
  if (type !== 'purchase' && type !== 'reversal')
    return `type is ${shown(type)}. Use 'purchase' or 'reversal'.`;
  if (typeof reference !== 'string' || reference === '')
    return `reference is ${shown(reference)}. Use the text that you bought with.`;
  if (!Number.isSafeInteger(price) || price <= 0)
    return `price is ${shown(price)}. Use a whole positive number in minor units: 100000 is ₦1,000.00.`;
  return null;
}

function named({ reference }: OwnRecord): string {
  return `(reference ${shown(reference)})`;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : `${String(value)} (${typeof value})`;
}
