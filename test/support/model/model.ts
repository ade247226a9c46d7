import type { UtcDay } from '../../../domain/money/statement.ts';
import type { PurchaseStatus } from '../../../domain/purchase/purchase.ts';

export type LineType = 'purchase' | 'reversal' | 'funding' | 'adjustment';

export interface ModelLine {
  readonly type: LineType;
  readonly amount: number;
  readonly purchaseId: string | null;
}

export interface ModelDay {
  readonly lines: ModelLine[];
  failed: number;
}

/** An account's days. */
export interface ModelBooks {
  readonly firstDay: UtcDay;
  readonly days: Map<UtcDay, ModelDay>;
  /** Day of the newest line; no line is dated before it. */
  lastMovement: UtcDay;
  /** The first day that is not closed; no movement is dated before it. */
  firstOpen: UtcDay;
}

// Written only from the contract and docs/decisions: it shares no code with what it is compared with.

export type NewsKind = 'confirmed' | 'refused' | 'expired' | 'reversed';

/** The visible state of a purchase. */
export interface Standing {
  readonly status: PurchaseStatus;
  readonly failure: string | null;
  /** Listed as delivered after it had failed. */
  readonly lateConfirmation: boolean;
  /** Has a late inquiry after a timeout. */
  readonly lateInquiry: boolean;
}

export interface ModelPurchase {
  readonly id: string;
  readonly reference: string;
  readonly fingerprint: string;
  readonly price: number;
  standing: Standing;
  /** The offset of the clock when it was accepted. */
  readonly acceptedAtMs: number;
  /** Whether `resolve_by` has passed. */
  overdue: boolean;
  /** Whether a verified confirmation was stored before `resolve_by`. */
  stored: boolean;
  sent: boolean;
}

export interface ModelAccount {
  /** Funding and adjustments. */
  funded: number;
  readonly books: ModelBooks;
  readonly purchases: Map<string, ModelPurchase>;
}

export const PENDING: Standing = {
  status: 'pending',
  failure: null,
  lateConfirmation: false,
  lateInquiry: false,
};

export function heldOf({ purchases }: ModelAccount): number {
  return sumOf(purchases, ({ standing }) => standing.status === 'pending');
}

export function availableOf(account: ModelAccount): number {
  const charged = sumOf(account.purchases, ({ standing }) => standing.status === 'successful');
  return account.funded - heldOf(account) - charged;
}

/** The possible standings of a purchase after reports in any order. */
export function possibleStandings(purchase: ModelPurchase, news: readonly NewsKind[]): Standing[] {
  const seen = new Map<string, Standing>();
  for (const order of permutations(news)) {
    const standing = order.reduce((now, piece) => after(purchase, now, piece), purchase.standing);
    seen.set(JSON.stringify(standing), standing);
  }
  return [...seen.values()];
}

function after(purchase: ModelPurchase, now: Standing, news: NewsKind): Standing {
  switch (now.status) {
    case 'pending':
      return afterPending(purchase, now, news);
    case 'successful':
      return news === 'reversed' ? { ...now, status: 'reversed' } : now;
    case 'failed':
      return news === 'confirmed' || news === 'reversed' ? { ...now, lateConfirmation: true } : now;
    case 'reversed':
      return now;
  }
}

function afterPending({ overdue, stored, sent }: ModelPurchase, now: Standing, news: NewsKind): Standing {
  if (stored) return { ...now, status: news === 'reversed' ? 'reversed' : 'successful' };
  if (overdue) {
    const delivered = news === 'confirmed' || news === 'reversed';
    return {
      status: 'failed',
      failure: 'network_timeout',
      lateConfirmation: delivered,
      lateInquiry: sent && !delivered,
    };
  }
  switch (news) {
    case 'expired':
      return now;
    case 'refused':
      return { ...now, status: 'failed', failure: 'number_barred' };
    case 'confirmed':
      return { ...now, status: 'successful' };
    case 'reversed':
      return { ...now, status: 'reversed' };
  }
}

function sumOf(purchases: ModelAccount['purchases'], counts: (purchase: ModelPurchase) => boolean): number {
  let sum = 0;
  for (const purchase of purchases.values()) if (counts(purchase)) sum += purchase.price;
  return sum;
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
