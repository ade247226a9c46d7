import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';

/** What a status says about a transfer. */
export type StatusMeaning =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  /** Definite: no transfer was made. */
  | { readonly kind: 'not_submitted'; readonly reason: 'supplier_account' | 'rate_limited' | 'too_soon' }
  /** Taken and not final. */
  | { readonly kind: 'open' }
  /** The carrier itself does not know. */
  | { readonly kind: 'ambiguous' }
  /** To a status request: no transfer bears our reference, so far. */
  | { readonly kind: 'absent' };

export interface Status {
  readonly words: string;
  readonly meaning: StatusMeaning;
}

const OPEN: StatusMeaning = { kind: 'open' };

/**
 * The statuses that all known carriers share. Every other is a message code that each carrier sets for itself, and says
 * nothing unless its settings name it.
 */
export const STATUSES: ReadonlyMap<string, Status> = new Map<string, Status>([
  ['200', { words: 'success', meaning: { kind: 'delivered' } }],
  ['206', { words: 'failed', meaning: { kind: 'refused', code: 'network_rejected', supplierFault: false } }],
  ['250', { words: 'ambiguous', meaning: { kind: 'ambiguous' } }],
  ['205', { words: 'under process', meaning: OPEN }],
  ...['201', '202', '203', '204', '207', '208', '209', '210'].map((code): [string, Status] => [
    code,
    { words: 'intermediate', meaning: OPEN },
  ]),
]);

/** The words in a carrier's settings that give its own message codes a meaning. */
export const CARRIER_MEANINGS = {
  failed: { kind: 'refused', code: 'network_rejected', supplierFault: false },
  number_invalid: { kind: 'refused', code: 'number_invalid', supplierFault: false },
  number_barred: { kind: 'refused', code: 'number_barred', supplierFault: false },
  bundle_unavailable: { kind: 'refused', code: 'bundle_unavailable', supplierFault: false },
  network_unavailable: { kind: 'refused', code: 'network_unavailable', supplierFault: false },
  not_enough_money: { kind: 'not_submitted', reason: 'supplier_account' },
  account_refused: { kind: 'not_submitted', reason: 'supplier_account' },
  too_fast: { kind: 'not_submitted', reason: 'rate_limited' },
  too_soon: { kind: 'not_submitted', reason: 'too_soon' },
  not_found: { kind: 'absent' },
} as const satisfies Record<string, StatusMeaning>;

export type CarrierMeaning = keyof typeof CARRIER_MEANINGS;

/** What a status means at one carrier; undefined for an undocumented status. */
export function readMeaning(
  status: string,
  carrierCodes: ReadonlyMap<string, CarrierMeaning>,
): StatusMeaning | undefined {
  const shared = STATUSES.get(status);
  if (shared !== undefined) return shared.meaning;
  const own = carrierCodes.get(status);
  return own === undefined ? undefined : CARRIER_MEANINGS[own];
}
