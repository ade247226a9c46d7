import type { AccountId, ApprovalId } from '../ids.ts';
import { formatAmount } from '../money/amount.ts';
import type { MinorUnits } from '../money/money.ts';
import type { Approval } from './approval.ts';
import { type ApprovalRule, countSteps, type Steps } from './rule.ts';
import type { Decision } from './stored.ts';

/** What operators do that can need another operator, with the command that does it. */
export const STAFF_KINDS = {
  account_fund: 'account fund',
  account_adjust: 'account adjust',
  purchase_resolve: 'purchase resolve',
  late_charge: 'late settle --charge-client',
  account_prices: 'account prices',
  account_top_up: 'account top-up',
  network_route: 'network route',
  network_pace: 'network pace',
  network_configure: 'network configure',
  bundle_import: 'bundle import',
  bundle_routes: 'bundle routes',
  bundle_prices: 'bundle prices',
  bundle_withdraw: 'bundle withdraw',
  margin_rate: 'margin rate',
  approval_rules: 'approval rule and rules approvals',
} as const;
export type StaffKind = keyof typeof STAFF_KINDS;

export function isStaffKind(text: string): text is StaffKind {
  return Object.hasOwn(STAFF_KINDS, text);
}

/** Rules of these have amounts in a currency. A rule of any other kind says only how many must approve. */
const WITH_AMOUNT: ReadonlySet<StaffKind> = new Set<StaffKind>([
  'account_fund',
  'account_adjust',
  'purchase_resolve',
  'late_charge',
]);

export function hasAmount(kind: StaffKind): boolean {
  return WITH_AMOUNT.has(kind);
}

/** What an operator wants to do: exactly this is approved. */
export interface StaffAction {
  readonly kind: StaffKind;
  /** The account that it concerns, whose chain of the audit log records it; null for none. */
  readonly accountId: AccountId | null;
  /** Signed minor units; 0 for kinds without an amount. */
  readonly amount: MinorUnits;
  /** Empty for kinds without an amount. */
  readonly currency: string;
  /** All parameters of the command, except who runs it and why. No phone number. */
  readonly terms: StaffTerms;
}

export type StaffTerms = Readonly<Record<string, string | number | null | readonly string[]>>;

/** An action that moves no money of a client and concerns no single account. */
export function withoutAmount(kind: StaffKind, terms: StaffTerms): StaffAction {
  return { kind, accountId: null, amount: 0, currency: '', terms };
}

/** A movement of the balance by hand. The amount of an approval has no sign, so a correction says in words which way it goes. */
export function manualEntry(
  type: 'funding' | 'adjustment',
  amount: MinorUnits,
): Pick<StaffAction, 'kind' | 'amount' | 'terms'> {
  if (type === 'funding') return { kind: 'account_fund', amount, terms: {} };
  return { kind: 'account_adjust', amount, terms: { direction: amount > 0 ? 'to_client' : 'from_client' } };
}

/** The text whose hash is approved: the same for the same parameters, in whichever order they were given. */
export function formatStaffAction({ kind, accountId, amount, currency, terms }: StaffAction): string {
  const sorted = Object.entries(terms).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(['bundlewire approval 1', kind, accountId, amount, currency, sorted]);
}

/** How many other operators must approve. */
export function countStaffSteps(rule: ApprovalRule, kind: StaffKind, amount: MinorUnits): Steps {
  return countSteps(rule, hasAmount(kind) ? Math.abs(amount) : Number.MAX_SAFE_INTEGER);
}

/** An approval of what an operator wants to do, with its outcome. */
export interface StaffApproval extends Approval {
  readonly id: ApprovalId;
  readonly kind: StaffKind;
  readonly accountId: AccountId | null;
  /** Without its sign. */
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly terms: StaffTerms;
  readonly requestReason: string | null;
  readonly decisions: readonly Decision[];
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
  readonly endReason: string | null;
}

/** What to say to an operator whose command waits for another one. */
export function explainMissing({
  id,
  kind,
  amount,
  currency,
  steps,
  approvedBy,
  expiresAt,
}: StaffApproval): string {
  const what = hasAmount(kind) ? `This moves ${formatAmount(amount, currency)}, so it` : 'This';
  const who = steps === 1 ? 'one other operator' : 'two other operators';
  return `Nothing was changed. ${what} needs the approval of ${who}; ${approvedBy.length} of ${steps} given. Another operator approves it with:

  bundlewire approval approve ${id} --reason "…"

Then run the same command again, before ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
}
