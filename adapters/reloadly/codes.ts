import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';

/** What an `errorCode` says about an order we sent. Sources: README.md beside this file. */
export type ErrorMeaning =
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  | { readonly kind: 'not_submitted'; readonly reason: 'rate_limited' | 'supplier_account' | 'too_soon' }
  /** The token was rejected; a new one may work. */
  | { readonly kind: 'token' }
  /** An order under our customIdentifier exists: an earlier send arrived. */
  | { readonly kind: 'exists' }
  /** The gateway does not know, or the report must confirm it. */
  | { readonly kind: 'unclear' };

const refused = (code: RefusalCode): ErrorMeaning => ({ kind: 'refused', code, supplierFault: false });
/** The request named a wrong party: our fault, never the number's. */
const OUR_FAULT: ErrorMeaning = { kind: 'refused', code: 'service_unavailable', supplierFault: true };
const OUR_ACCOUNT: ErrorMeaning = { kind: 'not_submitted', reason: 'supplier_account' };
const TOO_SOON: ErrorMeaning = { kind: 'not_submitted', reason: 'too_soon' };
const NOT_SOLD = refused('bundle_unavailable');
const UNCLEAR: ErrorMeaning = { kind: 'unclear' };
const TOKEN: ErrorMeaning = { kind: 'token' };

/** Every documented code. Any other code leaves the outcome unknown. */
export const ERROR_CODES: ReadonlyMap<string, ErrorMeaning> = new Map<string, ErrorMeaning>([
  ['INVALID_TOKEN', TOKEN],
  ['TOKEN_EXPIRED', TOKEN],
  ['INVALID_CREDENTIALS', TOKEN],
  ['INSUFFICIENT_BALANCE', OUR_ACCOUNT],
  ['ACCOUNT_NOT_FOUND', OUR_ACCOUNT],
  ['INACTIVE_ACCOUNT', OUR_ACCOUNT],
  ['MAX_DAILY_TRANSACTION_AMOUNT_REACHED', OUR_ACCOUNT],
  ['MAX_DAILY_TRANSACTION_COUNT_REACHED', OUR_ACCOUNT],
  ['INVALID_RECIPIENT_PHONE', refused('number_invalid')],
  ['INVALID_PHONE_NUMBER', refused('number_invalid')],
  ['INVALID_SENDER_PHONE', OUR_FAULT], // we send none
  ['RECIPIENT_PHONE_INACTIVE', refused('number_inactive')],
  ['PHONE_BANNED_BY_OPERATOR', refused('number_barred')],
  ['COULD_NOT_AUTO_DETECT_OPERATOR', NOT_SOLD],
  ['OPERATOR_NOT_FOUND', NOT_SOLD],
  ['COUNTRY_NOT_SUPPORTED', NOT_SOLD],
  ['INVALID_AMOUNT', NOT_SOLD],
  ['INVALID_AMOUNT_FOR_OPERATOR', NOT_SOLD],
  ['INVALID_AMOUNT_FOR_RECIPIENT_PHONE', NOT_SOLD],
  ['INVALID_INPUT_PROVIDED', NOT_SOLD],
  // Retried once the report shows that there is no order.
  ['OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE', UNCLEAR],
  ['OPERATOR_NOT_IN_SERVICE', UNCLEAR],
  ['CONNECTION_TO_OPERATOR_TEMPORARILY_DOWN', UNCLEAR],
  ['PHONE_RECENTLY_RECHARGED', TOO_SOON],
  ['RECIPIENT_HAS_PENDING_TRANSACTION', TOO_SOON],
  ['RECIPIENT_REACHED_MAX_TOPUP_NUMBER', refused('recipient_limit_reached')],
  ['CUSTOM_IDENTIFIER_ALREADY_USED', { kind: 'exists' }],
  // Failures that the report confirms.
  ['TOPUP_TRANSACTION_FAILED', UNCLEAR],
  ['TRANSACTION_FAILED_ON_OPERATOR', UNCLEAR],
  ['TRANSACTION_REJECTED_BY_OPERATOR', UNCLEAR],
  ['TRANSACTION_REFUSED_BY_OPERATOR', UNCLEAR],
  ['TRANSACTION_CANNOT_BE_PROCESSED_AT_THE_MOMENT', UNCLEAR],
  ['PROVIDER_INTERNAL_ERROR', UNCLEAR],
  ['REQUEST_FAILED_ON_PROVIDER', UNCLEAR],
  ['CONNECTION_TO_OPERATOR_FAILED', UNCLEAR],
  ['REQUEST_PROCESSING_FAILED', UNCLEAR],
  ['UNMAPPED_PROVIDER_ERROR_CODE', UNCLEAR],
]);

/** The state of an order. */
export type StatusMeaning =
  | 'open'
  | 'confirmed'
  /** Our wallet was refunded: the order failed, or was reversed if it had been delivered. */
  | 'returned'
  /** Not debited. */
  | 'failed';

export const STATUSES: ReadonlyMap<string, StatusMeaning> = new Map<string, StatusMeaning>([
  ['SUCCESSFUL', 'confirmed'],
  ['PROCESSING', 'open'],
  ['PENDING', 'open'],
  ['REFUNDED', 'returned'],
  ['FAILED', 'failed'],
]);
