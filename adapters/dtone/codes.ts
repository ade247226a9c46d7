import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';

/** What a number in `errors[].code` says about an order we sent. Sources: README.md beside this file. */
export type ErrorMeaning =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  /** Certain: no order exists. Our wallet or key is at fault, or we were too fast. */
  | { readonly kind: 'not_submitted'; readonly reason: 'rate_limited' | 'supplier_account' }
  /** An order under our external_id exists: an earlier send arrived. */
  | { readonly kind: 'exists' }
  /** The gateway does not know. */
  | { readonly kind: 'unclear' }
  /** The answer to an inquiry: no such order yet. */
  | { readonly kind: 'absent' };

/** About a URL, not an order; yet it may be the answer to an unknown id. */
export const NO_SUCH_ADDRESS = 1000404;

const NUMBER_INVALID: ErrorMeaning = { kind: 'refused', code: 'number_invalid', supplierFault: false };
const NOT_SOLD: ErrorMeaning = { kind: 'refused', code: 'bundle_unavailable', supplierFault: false };
/** The request was wrong, or named a wrong party: our fault, never the number's. */
const OUR_FAULT: ErrorMeaning = { kind: 'refused', code: 'service_unavailable', supplierFault: true };
const OUR_ACCOUNT: ErrorMeaning = { kind: 'not_submitted', reason: 'supplier_account' };
const EXISTS: ErrorMeaning = { kind: 'exists' };

/** Every documented code. Any other code leaves the outcome unknown. */
export const ERROR_CODES: ReadonlyMap<number, ErrorMeaning> = new Map<number, ErrorMeaning>([
  [1000400, OUR_FAULT], // bad request
  [1000401, OUR_ACCOUNT], // key refused
  [NO_SUCH_ADDRESS, OUR_FAULT], // the base URL is wrong
  [1000429, { kind: 'not_submitted', reason: 'rate_limited' }],
  [1003001, NOT_SOLD], // product not in our account
  [1003002, NOT_SOLD], // amount out of range
  [1003003, NOT_SOLD], // unit invalid
  [1003101, NOT_SOLD], // benefits not found
  [1003201, NOT_SOLD], // promotion not found
  [1003301, NOT_SOLD], // campaign not found
  [1005003, NUMBER_INVALID],
  [1005004, NOT_SOLD], // service not found
  [1005005, NOT_SOLD], // country not found
  [1005006, NOT_SOLD], // operator not found
  [1005503, OUR_FAULT], // sender's number invalid; we send none
  [1006001, OUR_ACCOUNT], // our wallet is empty
  [1006003, OUR_FAULT], // debit party's number invalid; we send none
  [1006009, OUR_ACCOUNT], // our wallet is not found
  [1006503, OUR_FAULT], // beneficiary's number invalid; we send none
  [1007001, EXISTS], // external_id used
  [1007002, EXISTS], // already confirmed
  [1007004, EXISTS], // can no longer be confirmed
  [1007005, EXISTS], // already cancelled
  [1007007, EXISTS], // can no longer be cancelled
  [1007500, NOT_SOLD], // method unsupported by the operator
  [1008004, { kind: 'absent' }],
  [1009001, { kind: 'unclear' }], // unexpected error
  [1009503, { kind: 'unclear' }], // unavailable
]);

/** The state of an order, decided by the class and never by the finer status. `open` is every class that is not final. */
export type ClassMeaning = 'open' | 'confirmed' | 'refused' | 'reversed';

/** The class of an order that waits for its confirmation. */
export const CREATED = 1;

export const STATUS_CLASSES: ReadonlyMap<number, { readonly name: string; readonly meaning: ClassMeaning }> =
  new Map([
    [CREATED, { name: 'CREATED', meaning: 'open' }],
    [2, { name: 'CONFIRMED', meaning: 'open' }],
    [3, { name: 'REJECTED', meaning: 'refused' }],
    [4, { name: 'CANCELLED', meaning: 'refused' }],
    [5, { name: 'SUBMITTED', meaning: 'open' }],
    [7, { name: 'COMPLETED', meaning: 'confirmed' }],
    [8, { name: 'REVERSED', meaning: 'reversed' }],
    [9, { name: 'DECLINED', meaning: 'refused' }],
  ]);

export interface Refusal {
  readonly code: RefusalCode;
  readonly supplierFault: boolean;
}

const OF_THE_NUMBER: ReadonlyMap<string, RefusalCode> = new Map<string, RefusalCode>([
  ['INVALID-CREDIT-PARTY', 'number_invalid'],
  ['BARRED-CREDIT-PARTY', 'number_barred'],
  ['INELIGIBLE-CREDIT-PARTY', 'number_not_eligible'],
  ['LIMITATIONS-ON-CREDIT-PARTY-AMOUNT', 'recipient_limit_reached'],
  ['LIMITATIONS-ON-CREDIT-PARTY-QUANTITY', 'recipient_limit_reached'],
  ['LIMITATIONS-ON-OPERATOR-AMOUNT', 'network_limit_reached'],
  ['LIMITATIONS-ON-OPERATOR-QUANTITY', 'network_limit_reached'],
  ['LIMITATIONS-ON-CUSTOMER-AMOUNT', 'network_limit_reached'],
  ['LIMITATIONS-ON-CUSTOMER-QUANTITY', 'network_limit_reached'],
  // A duplicate for the operator. A repeat of our order is error 1007001, which is not a refusal.
  ['DUPLICATED-TRANSACTION', 'too_soon'],
  ['OPERATOR-CURRENTLY-UNAVAILABLE', 'network_unavailable'],
]);

/** We are the debit party, and the balance is ours. */
const OF_OUR_ACCOUNT: ReadonlySet<string> = new Set([
  'INVALID-DEBIT-PARTY',
  'BARRED-DEBIT-PARTY',
  'INSUFFICIENT-BALANCE',
]);

/** Every documented reason of a refusing class, with the refusal that it becomes. */
export const REASONS: ReadonlyMap<string, Refusal> = new Map([
  ...[...OF_THE_NUMBER].map(([reason, code]): [string, Refusal] => [reason, { code, supplierFault: false }]),
  ...[...OF_OUR_ACCOUNT].map((reason): [string, Refusal] => [
    reason,
    { code: 'service_unavailable', supplierFault: true },
  ]),
]);

/**
 * Our failure code for a status of class REJECTED, CANCELLED or DECLINED, such as `DECLINED-BARRED-CREDIT-PARTY`.
 * The class has made the order final, so an unknown reason becomes `network_rejected`.
 */
export function toRefusal(className: string, status: string): Refusal {
  if (className === 'CANCELLED') return { code: 'cancelled', supplierFault: false };

  const reason = status.startsWith(`${className}-`) ? status.slice(className.length + 1) : '';
  return REASONS.get(reason) ?? { code: 'network_rejected', supplierFault: false };
}
