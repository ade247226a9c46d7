import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';

/** What an entry of `ErrorCodes` says about an order. Sources: README.md beside this file. */
export type ErrorMeaning =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  /** The parameter that `Context` names decides. */
  | { readonly kind: 'by_parameter' }
  | { readonly kind: 'not_submitted'; readonly reason: 'rate_limited' | 'supplier_account' }
  /** An order under our DistributorRef exists: an earlier send arrived. */
  | { readonly kind: 'exists' }
  /** The gateway, or the operator behind it, does not know. */
  | { readonly kind: 'unclear' };

export type Refusal = Extract<ErrorMeaning, { kind: 'refused' }>;

const refused = (code: RefusalCode): Refusal => ({ kind: 'refused', code, supplierFault: false });
/** The request was wrong: our fault, never the number's. */
const OUR_FAULT: Refusal = { kind: 'refused', code: 'service_unavailable', supplierFault: true };
const OUR_ACCOUNT: ErrorMeaning = { kind: 'not_submitted', reason: 'supplier_account' };
const UNCLEAR: ErrorMeaning = { kind: 'unclear' };

/** Every known code. Any other code leaves the outcome unknown. */
export const ERROR_CODES: ReadonlyMap<string, ErrorMeaning> = new Map<string, ErrorMeaning>([
  ['AuthenticationFailed', OUR_ACCOUNT],
  ['InsufficientBalance', OUR_ACCOUNT],
  ['RateLimited', { kind: 'not_submitted', reason: 'rate_limited' }],
  ['AccountNumberInvalid', refused('number_invalid')],
  ['RechargeNotAllowed', refused('number_not_eligible')],
  ['ParameterInvalid', { kind: 'by_parameter' }],
  ['ParameterOutOfRange', { kind: 'by_parameter' }],
  ['ParameterMissing', OUR_FAULT],
  ['ParameterCombinationInvalid', OUR_FAULT],
  ['TooManyParameters', OUR_FAULT],
  ['RequestInvalid', OUR_FAULT],
  ['BatchItemRefMustBeUnique', OUR_FAULT],
  ['DuplicateTransactionPrevented', { kind: 'exists' }],
  // It delivered the nearest product that it has, if anything.
  ['NearestMatch', UNCLEAR],
  ['TransientProviderError', UNCLEAR],
  ['ProviderError', UNCLEAR],
  ['ProviderTimedOut', UNCLEAR],
  ['OtherError', UNCLEAR],
]);

/** What a wrong parameter of an order means, by its name. */
export const PARAMETERS: ReadonlyMap<string, Refusal> = new Map([
  ['SkuCode', refused('bundle_unavailable')],
  ['SendValue', refused('bundle_unavailable')],
  ['SendCurrencyIso', refused('bundle_unavailable')],
  ['AccountNumber', refused('number_invalid')],
]);

/** A wrong parameter that is in no table. */
export const OTHER_PARAMETER = OUR_FAULT;

/** `ProcessingState` of a transfer. */
export type StateMeaning = 'open' | 'confirmed' | 'failed';

export const STATES: ReadonlyMap<string, StateMeaning> = new Map<string, StateMeaning>([
  ['Submitted', 'open'],
  ['Completed', 'confirmed'],
  ['Failed', 'failed'],
]);
