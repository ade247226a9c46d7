import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';

/** The meaning of a status for a transfer. */
export type StatusMeaning =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  /** Certain: no transfer was made. */
  | { readonly kind: 'not_submitted'; readonly reason: 'supplier_account' | 'rate_limited' | 'too_soon' }
  /** Accepted and not final. */
  | { readonly kind: 'open' }
  /** The carrier does not know. */
  | { readonly kind: 'ambiguous' }
  /** For a status request: no transfer has our reference yet. */
  | { readonly kind: 'absent' };

export interface Status {
  readonly words: string;
  readonly meaning: StatusMeaning;
}

const OPEN: StatusMeaning = { kind: 'open' };

/**
 * The statuses that all known carriers share. Any other is a message code of one carrier, without a meaning unless the
 * settings name it.
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

/** The names that settings use for the meaning of a carrier's own message code. */
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

/** The meaning of a status at one carrier; undefined if it is not documented. */
export function readMeaning(
  status: string,
  carrierCodes: ReadonlyMap<string, CarrierMeaning>,
): StatusMeaning | undefined {
  const shared = STATUSES.get(status);
  if (shared !== undefined) return shared.meaning;
  const own = carrierCodes.get(status);
  return own === undefined ? undefined : CARRIER_MEANINGS[own];
}
