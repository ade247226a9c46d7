import type { RefusalCode } from '../../domain/purchase/failure-codes.ts';

/** The meaning of `code` in an answer. Sources: README.md beside this file. */
export type CodeMeaning =
  /** The status of the order decides. */
  | { readonly kind: 'by_status' }
  | { readonly kind: 'open' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly supplierFault: boolean }
  /** Certain: no order was created. */
  | {
      readonly kind: 'not_submitted';
      readonly reason: 'supplier_account' | 'too_soon';
      readonly retryAfterMs: number | null;
    }
  /** An order under our request_id exists: an earlier send arrived. */
  | { readonly kind: 'exists' }
  /** The gateway, or the network behind it, does not know. */
  | { readonly kind: 'unclear' }
  /** For an inquiry: no order has our request_id yet. For a submit: our request_id was rejected. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'reversed' };

export interface Code {
  readonly words: string;
  readonly meaning: CodeMeaning;
}

/** VTpass treats a second purchase for a number within 30 s as a repeat. One second more for its clock. */
const REPEAT_WINDOW_MS = 31_000;

const BY_STATUS: CodeMeaning = { kind: 'by_status' };
const UNCLEAR: CodeMeaning = { kind: 'unclear' };
const OUR_ACCOUNT: CodeMeaning = { kind: 'not_submitted', reason: 'supplier_account', retryAfterMs: null };
/** The request was wrong: our fault, never the number's. */
const OUR_FAULT: CodeMeaning = { kind: 'refused', code: 'service_unavailable', supplierFault: true };
const NOT_SOLD: CodeMeaning = { kind: 'refused', code: 'bundle_unavailable', supplierFault: false };
const FAILED: CodeMeaning = { kind: 'refused', code: 'network_rejected', supplierFault: false };
const NETWORK_DOWN: CodeMeaning = { kind: 'refused', code: 'network_unavailable', supplierFault: false };

/** Every documented code that a purchase can get. Any other code leaves the outcome unknown. */
export const CODES: ReadonlyMap<string, Code> = new Map<string, Code>([
  ['000', { words: 'processed', meaning: BY_STATUS }],
  ['001', { words: 'query answer', meaning: BY_STATUS }],
  ['099', { words: 'processing', meaning: { kind: 'open' } }],
  ['010', { words: 'variation code does not exist', meaning: NOT_SOLD }],
  ['011', { words: 'invalid arguments', meaning: OUR_FAULT }],
  ['012', { words: 'product does not exist', meaning: NOT_SOLD }],
  ['013', { words: 'below minimum amount', meaning: NOT_SOLD }],
  ['014', { words: 'request id already exists', meaning: { kind: 'exists' } }],
  ['015', { words: 'invalid request id', meaning: { kind: 'absent' } }],
  ['016', { words: 'transaction failed', meaning: FAILED }],
  ['017', { words: 'above maximum amount', meaning: NOT_SOLD }],
  ['018', { words: 'low wallet balance', meaning: OUR_ACCOUNT }],
  [
    '019',
    {
      words: 'likely duplicate transaction',
      meaning: { kind: 'not_submitted', reason: 'too_soon', retryAfterMs: REPEAT_WINDOW_MS },
    },
  ],
  ['021', { words: 'account locked', meaning: OUR_ACCOUNT }],
  ['022', { words: 'account suspended', meaning: OUR_ACCOUNT }],
  ['023', { words: 'no API access', meaning: OUR_ACCOUNT }],
  ['024', { words: 'account inactive', meaning: OUR_ACCOUNT }],
  ['027', { words: 'IP not allow-listed', meaning: OUR_ACCOUNT }],
  ['030', { words: 'biller unreachable', meaning: UNCLEAR }],
  ['031', { words: 'quantity below minimum', meaning: NOT_SOLD }],
  ['032', { words: 'quantity above maximum', meaning: NOT_SOLD }],
  ['034', { words: 'service suspended', meaning: NETWORK_DOWN }],
  ['035', { words: 'service inactive', meaning: NETWORK_DOWN }],
  ['040', { words: 'reversed to wallet', meaning: { kind: 'reversed' } }],
  ['044', { words: 'resolved, contact VTpass', meaning: UNCLEAR }],
  ['083', { words: 'system error', meaning: UNCLEAR }],
  ['091', { words: 'not processed, not charged', meaning: FAILED }],
]);

/** The state of an order. `unclear` is a status for which VTpass asks to be called. */
export type StatusMeaning = 'open' | 'delivered' | 'failed' | 'reversed' | 'unclear';

/** Every documented `content.transactions.status`. */
export const STATUSES: ReadonlyMap<string, StatusMeaning> = new Map<string, StatusMeaning>([
  ['initiated', 'open'],
  ['pending', 'open'],
  ['delivered', 'delivered'],
  ['failed', 'failed'],
  ['reversed', 'reversed'],
  ['resolved', 'unclear'],
]);
