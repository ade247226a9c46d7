import type {
  CallbackReading,
  CallContext,
  GatewayAdapter,
  InquiryOutcome,
  InquiryRequest,
  OrderRequest,
  SubmitOutcome,
} from '../adapter.ts';
import { createHttpClient, type HttpClient } from '../http.ts';
import { notSent, unanswered } from '../outcomes.ts';
import { readInquiry, readSubmission } from './outcomes.ts';
import { gatewayReferenceFromRequestId, toRequestId } from './request-id.ts';
import { readWebhook } from './wire.ts';

/** VTpass does not publish its longest hold. This is the longest known one of another gateway. */
export const DEFAULT_HOLD_MS = 180_000;
/** VTpass repeats a webhook up to five times until it gets this response. */
const RECEIPT = '{"response":"success"}';
/** `serviceID/variation_code`, such as `mtn-data/mtn-1gb-30days`. */
const PRODUCT = /^([A-Za-z0-9_.-]{1,60})\/([A-Za-z0-9_. -]{1,100})$/;
const MISFIT = 'is not a serviceID/variation_code of VTpass (for example, mtn-data/mtn-1gb-30days)';
/** VTpass accepts Nigerian numbers, written as they are dialled there. */
const NIGERIAN = /^\+234(\d{10})$/;

export interface VtpassConfig {
  /** Up to and including `/api`, such as `https://vtpass.com/api`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly secretKey: string;
  /** For one HTTP call, from start to last byte. */
  readonly timeoutMs: number;
  /** Only this long after a send does "not found" mean that the order was never received. */
  readonly holdMs: number;
  /** The clock; tests pass theirs. */
  readonly now?: () => Date;
}

/** Why a bundle's product code is invalid; null if it names a variation of a service. */
export function checkProductCode(productCode: string): string | null {
  return PRODUCT.test(productCode) ? null : MISFIT;
}

/** An adapter of VTpass. Facts and doubts: README.md beside this file. */
export function createVtpassAdapter(config: VtpassConfig): GatewayAdapter {
  const http = createHttpClient({ baseUrl: config.baseUrl, timeoutMs: config.timeoutMs });
  const calls: Calls = {
    http,
    holdMs: config.holdMs,
    now: config.now ?? (() => new Date()),
    headers: {
      'api-key': config.apiKey,
      'secret-key': config.secretKey,
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'bundlewire',
    },
  };

  return {
    protocol: 'vtpass',
    deduplicatesKey: true,
    inquiry: { inquire: (request, call) => inquire(calls, request, call) },
    callbacks: { headers: [], receipt: RECEIPT, read: ({ body }) => readCallback(body.toString('utf8')) },
    cancellation: null,
    orderList: null,
    wallet: null,
    isProduct: null,
    submit: (request, call) => submit(calls, request, call),
    close: () => http.close(),
  };
}

interface Calls {
  readonly http: HttpClient;
  readonly holdMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: () => Date;
}

async function submit(calls: Calls, request: OrderRequest, call: CallContext): Promise<SubmitOutcome> {
  const requestId = toRequestId(request.gatewayReference, request.firstSentAt);
  const [, serviceId, variationCode] = PRODUCT.exec(request.productCode) ?? [];
  if (serviceId === undefined || variationCode === undefined) {
    return notSent('bundle_unavailable', `the product code ${MISFIT}`);
  }
  const [, subscriber] = NIGERIAN.exec(request.phoneNumber) ?? [];
  if (subscriber === undefined) return notSent('number_not_eligible', 'the number is not Nigerian');

  const order = {
    request_id: requestId,
    serviceID: serviceId,
    billersCode: `0${subscriber}`,
    variation_code: variationCode,
    phone: `0${subscriber}`,
  };
  const result = await post(calls, '/pay', order, call);
  return result.kind === 'answered' ? readSubmission(result, requestId, calls.now()) : unanswered(result);
}

async function inquire(calls: Calls, request: InquiryRequest, call: CallContext): Promise<InquiryOutcome> {
  const { gatewayId, sentAt } = request;
  const requestId = toRequestId(request.gatewayReference, request.firstSentAt);
  const now = calls.now();
  const result = await post(calls, '/requery', { request_id: requestId }, call);
  if (result.kind !== 'answered') return { kind: 'unavailable', detail: result.detail };
  return readInquiry(result, { requestId, gatewayId, sentAt, now, holdMs: calls.holdMs });
}

function post({ http, headers }: Calls, path: string, body: object, call: CallContext) {
  return http.call({ method: 'POST', path, headers, body: JSON.stringify(body) }, call.signal);
}

/** Webhooks are not signed, so they only make us inquire. */
function readCallback(body: string): CallbackReading {
  const webhook = readWebhook(body);
  if (webhook === null) return { kind: 'unreadable', detail: 'not a webhook of VTpass' };
  if (webhook.type === 'variations-update') return { kind: 'of_no_order', detail: 'a price change' };
  if (webhook.type !== 'transaction-update' || webhook.requestId === null) {
    return { kind: 'unreadable', detail: 'no order in the webhook' };
  }
  const gatewayReference = gatewayReferenceFromRequestId(webhook.requestId);
  if (gatewayReference === null)
    return { kind: 'unreadable', detail: 'the request id is not one of our keys' };
  return { kind: 'hint', gatewayReference, gatewayId: null };
}
