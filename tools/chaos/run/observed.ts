/** When a request was sent and when its answer, or the end of its connection, came: microseconds since 1970. */
export interface Span {
  readonly sentAt: number;
  readonly endedAt: number;
}

/** How the API answered one POST of a purchase. */
export interface Answer extends Span {
  /** The place of the account in the plan. */
  readonly account: number;
  readonly reference: string;
  /** Whether the body was another one than that of the first request. */
  readonly isConflict: boolean;
  /** What it costs, in kobo. */
  readonly price: number;
  /** Null: the connection ended first, so the outcome is unknown. */
  readonly status: number | null;
  readonly code: string | null;
  /** Whether it is a 500 for another reason than that the database is slow or away. */
  readonly isUnexpected: boolean;
  readonly requestId: string | null;
  readonly purchaseId: string | null;
  readonly purchaseStatus: string | null;
}

/** What a look-up by reference showed. */
export interface Look extends Span {
  readonly account: number;
  readonly reference: string;
  /** Null: there is no such purchase. */
  readonly found: { readonly id: string; readonly status: string; readonly resolveBy: number } | null;
}

/** A balance as the API showed it, in kobo. */
export interface BalanceSeen extends Span {
  readonly account: number;
  readonly available: number;
  readonly held: number;
}

/** The outcome of a campaign's upload and of its commands. */
export interface CampaignSeen {
  readonly account: number;
  readonly reference: string;
  readonly rows: number;
  /** Null if no upload was answered. */
  id: string | null;
  /** When a cancellation was answered with success. */
  canceledAt: number | null;
}

/** Everything that clients saw from outside during a run. */
export interface Observed {
  readonly answers: Answer[];
  readonly looks: Look[];
  readonly balances: BalanceSeen[];
  readonly campaigns: CampaignSeen[];
  /** What operators did, and how it ended. */
  readonly hands: { readonly what: string; readonly error: string | null }[];
}

/** Microseconds since 1970, finer than Date.now(). */
export function microsecondsNow(): number {
  return Math.round((performance.timeOrigin + performance.now()) * 1_000);
}
