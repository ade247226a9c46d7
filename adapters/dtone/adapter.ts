import type {
  CallbackReading,
  CallContext,
  GatewayAdapter,
  InquiryOutcome,
  InquiryRequest,
  OrderRequest,
  SubmitOutcome,
} from '../adapter.ts';
import { notSent, unanswered } from '../outcomes.ts';
import { type Calls, createCalls } from './calls.ts';
import type { DtOneConfig } from './config.ts';
import { listOrders, readWallets } from './day.ts';
import { type Asked, readInquiryById, readInquiryByKey, readSubmission } from './outcomes.ts';
import { cancelOrder, confirmCreated } from './two-steps.ts';
import { readCallbackNames } from './wire.ts';

/** The longest that DT One keeps a synchronous call open, and may hold an order before it is visible. */
export const DEFAULT_HOLD_MS = 180_000;
/** DT One reads only the status of the response. */
const RECEIPT = '{"received":true}';
const HOUR_MS = 60 * 60 * 1_000;
/** The form of external_id; also checked in callbacks, which anyone may send. */
const GATEWAY_REFERENCE = /^[A-Za-z0-9_.:-]{1,40}$/;
/** A positive 32-bit integer. */
const PRODUCT_ID = /^[1-9]\d{0,9}$/;
const MAX_PRODUCT_ID = 2 ** 31 - 1;

/** Why a bundle's product code is invalid; null if it is a product id of DT One. */
export function checkProductCode(productCode: string): string | null {
  return PRODUCT_ID.test(productCode) && Number(productCode) <= MAX_PRODUCT_ID
    ? null
    : 'is not a product id of DT One (a whole number, such as 6035)';
}

/** An adapter of DT One's Digital Value Services, version 1. Facts and doubts: README.md beside this file. */
export function createDtOneAdapter(config: DtOneConfig): GatewayAdapter {
  const calls = createCalls(config);
  const isOurs = (key: string) => GATEWAY_REFERENCE.test(key);

  return {
    protocol: 'dtone',
    deduplicatesKey: true,
    inquiry: { inquire: (request, call) => inquire(calls, request, call) },
    callbacks: { headers: [], receipt: RECEIPT, read: ({ body }) => readCallback(body.toString('utf8')) },
    cancellation: config.twoStep ? { cancel: (request, call) => cancelOrder(calls, request, call) } : null,
    orderList: { list: (span, call) => listOrders(calls, span, call, isOurs) },
    wallet: { read: (call) => readWallets(calls, call) },
    isProduct: (productCode, product) => productCode === product,
    submit: (request, call) => submit(calls, request, call),
    close: () => calls.close(),
  };
}

async function submit(calls: Calls, request: OrderRequest, call: CallContext): Promise<SubmitOutcome> {
  if (!GATEWAY_REFERENCE.test(request.gatewayReference))
    throw new TypeError('the gateway reference does not fit external_id');
  const misfit = checkProductCode(request.productCode);
  if (misfit !== null) return notSent('bundle_unavailable', `the product code ${misfit}`);

  const endMs = performance.now() + calls.timeoutMs;
  const path = `/${calls.mode}/transactions`;
  const result = await calls.post(path, JSON.stringify(toOrder(calls, request)), call);
  const outcome =
    result.kind === 'answered'
      ? readSubmission(result, request.gatewayReference, calls.now())
      : unanswered(result);
  return calls.twoStep ? confirmCreated(calls, request.gatewayReference, outcome, call, endMs) : outcome;
}

/** Asks by the gateway's id if we know it. Otherwise, or if that finds no order of our account, asks by our key. */
async function inquire(calls: Calls, request: InquiryRequest, call: CallContext): Promise<InquiryOutcome> {
  const { gatewayId } = request;
  const asked = toAsked(calls, request);
  if (gatewayId !== null && /^\d{1,19}$/.test(gatewayId)) {
    const answer = await calls.get(`/transactions/${gatewayId}`, call);
    if (answer.kind !== 'answered') return { kind: 'unavailable', detail: answer.detail };

    const outcome = readInquiryById(answer, asked);
    if (outcome !== null) return outcome;
  }

  const answer = await calls.get(`/transactions?${toSearch(request)}`, call);
  return answer.kind === 'answered'
    ? readInquiryByKey(answer, asked)
    : { kind: 'unavailable', detail: answer.detail };
}

/** Call it before the gateway is asked: what it did not have then may have arrived since. */
function toAsked(calls: Calls, { gatewayReference, gatewayId, sentAt }: InquiryRequest): Asked {
  return {
    gatewayReference,
    gatewayId,
    sentAt,
    now: calls.now(),
    holdMs: calls.holdMs,
    twoStep: calls.twoStep,
  };
}

/**
 * The window may span 24 hours. It begins well before the last send, because an earlier send may have arrived, and the
 * clocks differ.
 */
function toSearch({ gatewayReference, sentAt }: InquiryRequest): URLSearchParams {
  const sentAtMs = sentAt.getTime();
  return new URLSearchParams({
    external_id: gatewayReference,
    from_date: new Date(sentAtMs - 12 * HOUR_MS).toISOString(),
    to_date: new Date(sentAtMs + 11 * HOUR_MS).toISOString(),
  });
}

function toOrder(config: DtOneConfig, { gatewayReference, phoneNumber, productCode }: OrderRequest) {
  return {
    external_id: gatewayReference,
    product_id: Number(productCode),
    auto_confirm: !config.twoStep,
    credit_party_identifier: { mobile_number: phoneNumber },
    // Documented for async orders only.
    ...(config.mode === 'async' && config.callbackUrl !== null ? { callback_url: config.callbackUrl } : {}),
  };
}

/** Callbacks are not signed, so they only make us inquire. */
function readCallback(body: string): CallbackReading {
  const names = readCallbackNames(body);
  if (names === null) return { kind: 'unreadable', detail: 'no order in the body' };
  if (!GATEWAY_REFERENCE.test(names.externalId))
    return { kind: 'unreadable', detail: 'external_id is not one of our keys' };
  return { kind: 'hint', gatewayReference: names.externalId, gatewayId: names.gatewayId };
}
