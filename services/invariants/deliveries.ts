import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { toGatewayReference } from '../../domain/purchase/gateway-reference.ts';
import {
  type Book,
  BookUnreadable,
  contradiction,
  type Delivered,
  deliveriesByKey,
  NEVER_DELIVERED,
} from './book.ts';
import { readByKeys, readDelivered, readFirstKept, uuidOfKey } from './purchase-records.ts';
import { type BrokenRow, type Finding, found, notChecked } from './report.ts';

/** The books, or a function that reads them, so that a running system can be checked twice. */
export type BookSource = readonly Book[] | (() => Promise<readonly Book[]>);

interface Comparison {
  readonly checked: number;
  readonly broken: readonly BrokenRow[];
}

/** Keys that one query looks up. */
const CHUNK = 1_000;

/**
 * Invariant 9. Books and rows cannot be read at the same moment, so a mismatch counts only if a second look, after
 * `recheckAfterMs`, finds it again.
 */
export async function checkDeliveries(
  pool: Pool,
  source: BookSource | null,
  accountUuid: string | null,
  recheckAfterMs: number,
): Promise<Finding> {
  if (source === null) return notChecked('there is no simulator with a book');
  const readBooks = typeof source === 'function' ? source : async () => source;

  try {
    const books = await readBooks();
    if (books.length === 0) return notChecked('there is no simulator with a book');
    const first = await compare(pool, books, accountUuid);
    if (first.broken.length === 0) return found(first.checked, []);

    await sleep(recheckAfterMs);
    const second = await compare(pool, await readBooks(), accountUuid);
    const brokenBefore = new Set(first.broken.map(({ row }) => row));
    return found(
      second.checked,
      second.broken.filter(({ row }) => brokenBefore.has(row)),
    );
  } catch (error) {
    if (!(error instanceof BookUnreadable)) throw error;
    return notChecked(error.message);
  }
}

async function compare(pool: Pool, books: readonly Book[], accountUuid: string | null): Promise<Comparison> {
  const counts = deliveriesByKey(books);
  const inBooks = await compareBooks(pool, counts, accountUuid);
  const missing = await compareRows(
    pool,
    counts,
    books.flatMap(({ covers }) => covers),
    accountUuid,
  );
  return { checked: inBooks.checked + missing.checked, broken: [...inBooks.broken, ...missing.broken] };
}

/** Every key of the books against its purchase. */
async function compareBooks(
  pool: Pool,
  counts: ReadonlyMap<string, Delivered>,
  accountUuid: string | null,
): Promise<Comparison> {
  const archived = await readFirstKept(pool);
  const keys = [...counts.keys()].filter((key) => (uuidOfKey(key) ?? archived) >= archived);
  const broken: BrokenRow[] = [];
  let checked = 0;
  for (let start = 0; start < keys.length; start += CHUNK) {
    const chunk = keys.slice(start, start + CHUNK);
    const records = await readByKeys(pool, chunk);
    for (const key of chunk) {
      const record = records.get(key) ?? null;
      if (accountUuid !== null && record?.accountUuid !== accountUuid) continue;
      checked += 1;
      const why = contradiction(counts.get(key) ?? NEVER_DELIVERED, record);
      if (why !== null) broken.push({ row: key, why });
    }
  }
  return { checked, broken };
}

/** Every purchase that is delivered by our rows and is in no book. */
async function compareRows(
  pool: Pool,
  counts: ReadonlyMap<string, Delivered>,
  covers: Book['covers'],
  accountUuid: string | null,
): Promise<Comparison> {
  const broken: BrokenRow[] = [];
  for await (const records of readDelivered(pool, covers, accountUuid)) {
    for (const record of records) {
      const row = toGatewayReference(record.purchaseId);
      const why = counts.has(row) ? null : contradiction(NEVER_DELIVERED, record);
      if (why !== null) broken.push({ row, why });
    }
  }
  return { checked: broken.length, broken };
}
