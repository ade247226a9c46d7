import { compareDecimals, isDecimal } from '../../domain/money/decimal.ts';
import type {
  CallContext,
  CreditOutcome,
  CreditRequest,
  GatewayAdapter,
  InquiryOutcome,
  InquiryRequest,
} from '../adapter.ts';
import { describe } from '../answers.ts';
import { createHttpClient } from '../http.ts';
import { notSent, unanswered } from '../outcomes.ts';
import { createCalls, type ReloadlyCalls } from './calls.ts';
import { listOrders } from './order-list.ts';
import { type Asked, readInquiryById, readInquiryByKey, readSubmission } from './outcomes.ts';
import { createTokenCache } from './token.ts';
import { readCallback, SIGNATURE, TIMESTAMP } from './webhook.ts';
import { readBalance } from './wire.ts';

/** Reloadly's longest hold is not published; this is the longest of the gateways whose hold is. */
export const DEFAULT_HOLD_MS = 180_000;
const GATEWAY_REFERENCE = /^[A-Za-z0-9_.:-]{1,40}$/;
/** `341:500:local`: the operator, an amount that it sells, and whether that is in the operator's currency. */
const PRODUCT = /^([1-9]\d{0,9}):(\d{1,9}(?:\.\d{1,6})?):(local|wallet)$/;
const MISFIT = 'is no operator:amount:local or operator:amount:wallet of Reloadly, such as 341:500:local';
const RECEIPT = '{"received":true}';

export interface ReloadlyConfig {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly audience: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string | null;
  readonly country: { readonly iso: string; readonly callingCode: string; readonly trunkPrefix: string };
  /** For one of our calls, tokens included, from start to last byte. */
  readonly timeoutMs: number;
  /** An order that is not found is taken for never received only this long after it was sent. */
  readonly holdMs: number;
  /** `sync` holds the call open for the final answer, for up to `timeoutMs`. */
  readonly mode: 'async' | 'sync';
  /** The clock; given by tests. */
  readonly now?: () => Date;
}

interface Bound extends ReloadlyConfig {
  readonly calls: ReloadlyCalls;
  readonly now: () => Date;
}

/** What is wrong with a bundle's product code; null where it names an operator, an amount and its currency. */
export function checkProductCode(productCode: string): string | null {
  return PRODUCT.test(productCode) ? null : MISFIT;
}

/** Amounts of the operator's currency are not compared: an answer names those of our wallet, at Reloadly's own rate. */
function isProduct(productCode: string, product: string): boolean {
  const [, operator, amount = '', currency] = PRODUCT.exec(productCode) ?? [];
  const [shownOperator, shownAmount = ''] = product.split(':');
  if (operator !== shownOperator) return false;
  return currency === 'local' || !isDecimal(shownAmount) || compareDecimals(amount, shownAmount) === 0;
}

/** An adapter of Reloadly's airtime and data top-ups. Facts and doubts: README.md beside this file. */
export function createReloadlyAdapter(config: ReloadlyConfig): GatewayAdapter {
  const now = config.now ?? (() => new Date());
  const http = createHttpClient({ baseUrl: config.baseUrl, timeoutMs: config.timeoutMs });
  const authHttp = createHttpClient({ baseUrl: config.authUrl, timeoutMs: config.timeoutMs });
  const tokens = createTokenCache({ ...config, http: authHttp, now });
  const bound: Bound = { ...config, now, calls: createCalls({ http, tokens, timeoutMs: config.timeoutMs }) };

  return {
    protocol: 'reloadly',
    deduplicatesKey: true,
    inquiry: { inquire: (request, call) => inquire(bound, request, call) },
    callbacks: {
      headers: [SIGNATURE, TIMESTAMP],
      receipt: RECEIPT,
      read: (raw) => readCallback(raw, config.webhookSecret, (key) => GATEWAY_REFERENCE.test(key)),
    },
    cancellation: null,
    orderList: {
      list: (span, call) => listOrders(bound.calls, span, call, now, (key) => GATEWAY_REFERENCE.test(key)),
    },
    wallet: { read: (call) => readWallet(bound, call) },
    isProduct,
    submit: (request, call) => submit(bound, request, call),
    async close() {
      await Promise.all([http.close(), authHttp.close()]);
    },
  };
}

async function submit(bound: Bound, request: CreditRequest, call: CallContext): Promise<CreditOutcome> {
  if (!GATEWAY_REFERENCE.test(request.gatewayReference))
    throw new TypeError('the gateway reference does not fit customIdentifier');
  const order = toOrder(bound, request);
  if (typeof order === 'string') return notSent('bundle_unavailable', order);

  const path = bound.mode === 'async' ? '/topups-async' : '/topups';
  const called = await bound.calls.call(
    { method: 'POST', path, body: JSON.stringify(order) },
    call,
    (answer) => readSubmission(answer, request.gatewayReference, bound.now()),
  );
  switch (called.kind) {
    case 'read':
      return called.value;
    case 'no_token':
      return {
        kind: 'not_submitted',
        reason: called.refused ? 'supplier_account' : 'connect_failed',
        retryAfterMs: null,
        gatewayCode: called.refused ? called.detail : null,
      };
    case 'not_answered':
      return unanswered(called.result);
  }
}

/** By the gateway's own id where we know it, else (and if that finds none of our orders) by our customIdentifier. */
async function inquire(bound: Bound, request: InquiryRequest, call: CallContext): Promise<InquiryOutcome> {
  const asked: Asked = { ...request, now: bound.now(), holdMs: bound.holdMs };
  if (request.gatewayId !== null && /^\d{1,19}$/.test(request.gatewayId)) {
    const byId = await bound.calls.get(`/topups/${request.gatewayId}/status`, call);
    if (byId.kind === 'unavailable') return byId;
    const outcome = readInquiryById(byId.answer, asked);
    if (outcome !== null) return outcome;
  }
  const query = new URLSearchParams({ customIdentifier: request.gatewayReference });
  const byKey = await bound.calls.get(`/topups/reports/transactions?${query}`, call);
  return byKey.kind === 'unavailable' ? byKey : readInquiryByKey(byKey.answer, asked);
}

async function readWallet(bound: Bound, call: CallContext) {
  const got = await bound.calls.get('/accounts/balance', call);
  if (got.kind === 'unavailable') return got;
  const wallet = readBalance(got.answer.body);
  return wallet === null
    ? ({ kind: 'unavailable', detail: describe(got.answer) } as const)
    : ({ kind: 'wallets', wallets: [wallet] } as const);
}

/** The body of a submit, or why there is none. */
function toOrder({ country }: Bound, { gatewayReference, phoneNumber, productCode }: CreditRequest) {
  const [, operatorId, amount, unit] = PRODUCT.exec(productCode) ?? [];
  if (operatorId === undefined) return `the product code ${MISFIT}`;
  const ahead = `+${country.callingCode}`;
  if (!phoneNumber.startsWith(ahead)) return `the number is not of ${country.iso}`;
  return {
    operatorId,
    amount,
    useLocalAmount: unit === 'local',
    customIdentifier: gatewayReference,
    recipientPhone: {
      countryCode: country.iso,
      number: `${country.trunkPrefix}${phoneNumber.slice(ahead.length)}`,
    },
  };
}
