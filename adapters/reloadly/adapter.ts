import { compareDecimals, isDecimal } from '../../domain/money/decimal.ts';
import type {
  CallContext,
  GatewayAdapter,
  InquiryOutcome,
  InquiryRequest,
  OrderRequest,
  SubmitOutcome,
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

/** Reloadly does not publish its longest hold. This is the longest known one of another gateway. */
export const DEFAULT_HOLD_MS = 180_000;
const GATEWAY_REFERENCE = /^[A-Za-z0-9_.:-]{1,40}$/;
/** `341:500:local`: the operator, an amount that it sells, and whether that is in the operator's currency. */
const PRODUCT = /^([1-9]\d{0,9}):(\d{1,9}(?:\.\d{1,6})?):(local|wallet)$/;
const MISFIT =
  'is not an operator:amount:local or operator:amount:wallet of Reloadly (for example, 341:500:local)';
const RECEIPT = '{"received":true}';

export interface ReloadlyConfig {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly audience: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly webhookSecret: string | null;
  readonly country: { readonly iso: string; readonly callingCode: string; readonly trunkPrefix: string };
  /** For one call including tokens, from start to last byte. */
  readonly timeoutMs: number;
  /** Only this long after a send does "not found" mean that the order was never received. */
  readonly holdMs: number;
  /** `sync` holds the call open for the final answer, for up to `timeoutMs`. */
  readonly mode: 'async' | 'sync';
  /** The clock; tests pass theirs. */
  readonly now?: () => Date;
}

interface Bound extends ReloadlyConfig {
  readonly calls: ReloadlyCalls;
  readonly now: () => Date;
}

/** Why a bundle's product code is invalid; null if it names an operator, an amount and its currency. */
export function checkProductCode(productCode: string): string | null {
  return PRODUCT.test(productCode) ? null : MISFIT;
}

/** Does not compare amounts in the operator's currency, because answers have amounts of our wallet. */
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

async function submit(bound: Bound, request: OrderRequest, call: CallContext): Promise<SubmitOutcome> {
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

/** Asks by the gateway's id if we know it. Otherwise, or if that is not our order, asks by our customIdentifier. */
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

/** The body of a submit, or the reason why there is none. */
function toOrder({ country }: Bound, { gatewayReference, phoneNumber, productCode }: OrderRequest) {
  const [, operatorId, amount, unit] = PRODUCT.exec(productCode) ?? [];
  if (operatorId === undefined) return `the product code ${MISFIT}`;
  const ahead = `+${country.callingCode}`;
  if (!phoneNumber.startsWith(ahead)) return `the number is not from ${country.iso}`;
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
