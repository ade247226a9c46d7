import type { MinorUnits } from '../money/money.ts';

/** Rules of an account that concern a number or a bundle. */
export interface RowRules {
  /** Bundles that are sold to the account and that its own list does not allow. */
  readonly refusedBundles: ReadonlySet<string>;
  /** Numbers for which nothing is bought. */
  readonly blockedNumbers: ReadonlySet<string>;
}

export const NO_ROW_RULES: RowRules = { refusedBundles: new Set(), blockedNumbers: new Set() };

export type RuleRefusal =
  | { readonly kind: 'bundle_not_allowed'; readonly bundleId: string }
  | { readonly kind: 'number_blocked' };

/** Why a rule of the account refuses this number and bundle; null if none does. */
export function judgeRowRules(
  { refusedBundles, blockedNumbers }: RowRules,
  { phoneNumber, bundleId }: { readonly phoneNumber: string; readonly bundleId: string },
): RuleRefusal | null {
  if (refusedBundles.has(bundleId)) return { kind: 'bundle_not_allowed', bundleId };
  if (blockedNumbers.has(phoneNumber)) return { kind: 'number_blocked' };
  return null;
}

const SPENDING_SCOPES = ['campaign', 'day', 'month'] as const;
export type SpendingScope = (typeof SPENDING_SCOPES)[number];

/** Most that may be spent, per scope; null for no limit. */
export type SpendingLimits = Readonly<Record<SpendingScope, MinorUnits | null>>;

/** Most bundles that a list of allowed ones may have. */
export const ALLOWED_BUNDLES_MAX = 1_000;
/** Most numbers of one request to block or unblock. */
export const BLOCKLIST_NUMBERS_MAX = 10_000;
