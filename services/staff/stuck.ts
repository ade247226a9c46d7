import type { Pool } from 'pg';
import type { StaffStuckList } from '../../contract/staff/purchase.ts';
import { findStuck, type StuckFilter } from '../../db/purchases/stuck.ts';
import { readTrace, type TracedPurchase } from '../../db/purchases/trace.ts';
import type { PurchaseId } from '../../domain/ids.ts';
import { type Diagnosis, diagnose } from '../../domain/purchase/diagnosis.ts';

/** A pending purchase and the reason why it is pending. */
export interface StuckPurchase {
  readonly traced: TracedPurchase;
  readonly diagnosis: Diagnosis;
}

const READ_AT_ONCE = 8;

/** The pending purchases that a filter chooses, with their reasons, nearest deadline first. */
export async function readStuck(pool: Pool, filter: StuckFilter): Promise<StuckPurchase[]> {
  return examine(pool, await findStuck(pool, filter));
}

async function examine(pool: Pool, chosen: Awaited<ReturnType<typeof findStuck>>): Promise<StuckPurchase[]> {
  const found: StuckPurchase[] = [];
  for (let at = 0; at < chosen.length; at += READ_AT_ONCE) {
    const page = chosen.slice(at, at + READ_AT_ONCE);
    const traces = await Promise.all(page.map(({ id, accountId }) => readTrace(pool, accountId, id)));
    for (const traced of traces) {
      // It may have become final meanwhile.
      if (traced === null || traced.purchase.state.status !== 'pending') continue;
      found.push({ traced, diagnosis: diagnose(traced) });
    }
  }
  return found;
}

/** A page of stuck purchases. */
export interface StuckPage {
  readonly page: Omit<StaffStuckList, 'next_cursor'>;
  /** After which purchase the next page begins; null on the last page. */
  readonly last: PurchaseId | null;
}

/**
 * Those that a filter chooses, with how many have each cause.
 * @param cause list only those with this cause; null for all. The counts are those of all causes on the page.
 * @param after the last purchase that was examined for the page before
 */
export async function listStuck(
  pool: Pool,
  filter: StuckFilter,
  cause: string | null,
  after: PurchaseId | null,
): Promise<StuckPage> {
  const found = await findStuck(pool, { ...filter, limit: filter.limit + 1 }, after);
  const chosen = found.slice(0, filter.limit);
  const hasMore = found.length > filter.limit;
  const examined = await examine(pool, chosen);
  const counts = new Map<string, number>();
  for (const { diagnosis } of examined) counts.set(diagnosis.cause, (counts.get(diagnosis.cause) ?? 0) + 1);
  const causes = [...counts].map(([name, count]) => ({ cause: name, count }));
  return {
    page: {
      object: 'list',
      data: examined.filter(({ diagnosis }) => cause === null || diagnosis.cause === cause).map(renderStuck),
      causes: causes.toSorted((a, b) => b.count - a.count || a.cause.localeCompare(b.cause)),
      has_more: hasMore,
    },
    last: hasMore ? (chosen.at(-1)?.id ?? null) : null,
  };
}

function renderStuck({ traced: { purchase }, diagnosis }: StuckPurchase): StaffStuckList['data'][number] {
  const { order } = purchase;
  return {
    id: order.id,
    account_id: order.accountId,
    livemode: order.livemode,
    network_id: order.networkId,
    reference: order.reference,
    created_at: order.createdAt.toISOString(),
    resolve_by: order.resolveBy.toISOString(),
    price: { amount: order.price, currency: order.currency },
    ...diagnosis,
  };
}
