import type { Pool } from 'pg';
import type { StaffStuckList } from '../../contract/staff/purchase.ts';
import { type FoundStuck, findStuck, type StuckFilter } from '../../db/purchases/stuck.ts';
import { readTrace, type TracedPurchase } from '../../db/purchases/trace.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { type Diagnosis, diagnose, type PendingCause } from '../../domain/purchase/diagnosis.ts';

/** A pending purchase and the reason why it is pending. */
export interface StuckPurchase {
  readonly accountName: string;
  readonly traced: TracedPurchase;
  readonly diagnosis: Diagnosis;
}

/** Few: each takes nine statements, and clients read with the same connections. */
const READ_AT_ONCE = 2;
/** Purchases that one statement finds. */
const FOUND_AT_ONCE = 100;
/** For a page, at most this many are examined: these take a few seconds. */
const EXAMINED_MAX = 500;

/**
 * The pending purchases that a filter chooses, with their reasons, nearest deadline first. With a cause, all that the other
 * conditions choose may have to be examined: about a hundred per second.
 * @param cause only those with this cause; null for all
 */
export async function readStuck(
  pool: Pool,
  filter: StuckFilter,
  cause: PendingCause | null,
): Promise<StuckPurchase[]> {
  const found: StuckPurchase[] = [];
  for await (const { stuck } of examineFrom(pool, filter, null)) {
    if (stuck === null || (cause !== null && stuck.diagnosis.cause !== cause)) continue;
    found.push(stuck);
    if (found.length === filter.limit) break;
  }
  return found;
}

interface Examined {
  readonly id: PurchaseId;
  /** Null if it has become final meanwhile. */
  readonly stuck: StuckPurchase | null;
}

async function* examine(pool: Pool, chosen: readonly FoundStuck[]): AsyncGenerator<Examined> {
  for (let at = 0; at < chosen.length; at += READ_AT_ONCE) {
    const some = chosen.slice(at, at + READ_AT_ONCE);
    const traces = await Promise.all(some.map(({ id, accountId }) => readTrace(pool, accountId, id)));
    for (const [index, { id, accountName }] of some.entries()) {
      const traced = traces[index] ?? null;
      const isPending = traced?.purchase.state.status === 'pending';
      yield { id, stuck: isPending ? { accountName, traced, diagnosis: diagnose(traced) } : null };
    }
  }
}

/** Finds and examines one purchase after another. */
async function* examineFrom(
  pool: Pool,
  filter: StuckFilter,
  after: PurchaseId | null,
): AsyncGenerator<Examined> {
  for (let last = after; ; ) {
    const chosen = await findStuck(pool, { ...filter, limit: FOUND_AT_ONCE }, last);
    yield* examine(pool, chosen);
    if (chosen.length < FOUND_AT_ONCE) return;
    last = chosen.at(-1)?.id ?? last;
  }
}

/** A page of stuck purchases. */
export interface StuckPage {
  readonly page: Omit<StaffStuckList, 'next_cursor'>;
  /** After which purchase the next page begins; null on the last page. */
  readonly last: PurchaseId | null;
}

/**
 * Those that a filter chooses, with how many have each cause. It examines purchases until the page is full, and one more has the
 * cause. Only if `most` were examined before that, the page has fewer, and says that others follow.
 * @param cause list only those with this cause; null for all. The counts are those of all causes that were examined.
 * @param after the last purchase that was examined for the page before
 */
export async function listStuck(
  pool: Pool,
  filter: StuckFilter,
  cause: string | null,
  after: PurchaseId | null,
  most = EXAMINED_MAX,
): Promise<StuckPage> {
  const data: StuckPurchase[] = [];
  const counts = new Map<string, number>();
  let last: PurchaseId | null = null;
  let examined = 0;
  for await (const { id, stuck } of examineFrom(pool, filter, after)) {
    const found = stuck?.diagnosis.cause;
    const isShown = found !== undefined && (cause === null || found === cause);
    if (examined === most || (isShown && data.length === filter.limit)) return pageOf(data, counts, last);
    if (found !== undefined) counts.set(found, (counts.get(found) ?? 0) + 1);
    if (isShown && stuck !== null) data.push(stuck);
    last = id;
    examined += 1;
  }
  return pageOf(data, counts, null);
}

function pageOf(
  data: readonly StuckPurchase[],
  counts: ReadonlyMap<string, number>,
  last: PurchaseId | null,
): StuckPage {
  const causes = [...counts].map(([cause, count]) => ({ cause, count }));
  return {
    page: {
      object: 'list',
      data: data.map(renderStuck),
      causes: causes.toSorted((a, b) => b.count - a.count || a.cause.localeCompare(b.cause)),
      has_more: last !== null,
    },
    last,
  };
}

function renderStuck({
  accountName,
  traced: { purchase },
  diagnosis,
}: StuckPurchase): StaffStuckList['data'][number] {
  const { order } = purchase;
  return {
    id: order.id,
    account_id: order.accountId,
    account_name: accountName,
    livemode: order.livemode,
    network_id: order.networkId,
    reference: order.reference,
    created_at: order.createdAt.toISOString(),
    resolve_by: order.resolveBy.toISOString(),
    price: { amount: order.price, currency: order.currency },
    ...diagnosis,
  };
}
