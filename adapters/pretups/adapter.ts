import type {
  CallContext,
  GatewayAdapter,
  InquiryOutcome,
  InquiryRequest,
  OrderRequest,
  SubmitOutcome,
  WalletRead,
} from '../adapter.ts';
import { createHttpClient, type HttpClient } from '../http.ts';
import { notSent, unanswered } from '../outcomes.ts';
import type { CarrierMeaning } from './codes.ts';
import {
  balanceFields,
  type ChannelUser,
  type Dialect,
  orderFields,
  readProduct,
  statusFields,
  subscriberNumber,
} from './commands.ts';
import { type Carrier, RESPONSES, readInquiry, readSubmission, readWallets } from './outcomes.ts';
import { commandXml, type Fields } from './wire.ts';

/** No carrier publishes its longest hold. This is the longest known one of another gateway. */
export const DEFAULT_HOLD_MS = 180_000;
const MISFIT = 'is not a SELECTOR:AMOUNT or SUBSERVICE:AMT of PreTUPS (for example, 1:1000)';
const GATEWAY_REFERENCE = /^[A-Za-z0-9_-]{1,40}$/;

export interface PretupsConfig {
  /** Scheme, host, port and the path before `/C2SReceiver`. */
  readonly baseUrl: string;
  /** The query of every call: LOGIN, PASSWORD, REQUEST_GATEWAY_CODE and so on. Secret. */
  readonly query: Readonly<Record<string, string>>;
  readonly user: ChannelUser;
  readonly dialect: Dialect;
  /** The meanings of the carrier's own message codes. */
  readonly carrierCodes: ReadonlyMap<string, CarrierMeaning>;
  /** For one HTTP call, from start to last byte. */
  readonly timeoutMs: number;
  /** Only this long after a send does "not found" mean that the order was never received. */
  readonly holdMs: number;
  /** The clock; tests pass theirs. */
  readonly now?: () => Date;
}

/** Why a bundle's product code is invalid; null if a command can be built from it. */
export function checkProductCode(productCode: string): string | null {
  return readProduct(productCode) === null ? MISFIT : null;
}

/** An adapter of PreTUPS's EXTGW interface. Facts and doubts: README.md beside this file. */
export function createPretupsAdapter(config: PretupsConfig): GatewayAdapter {
  const calls: Calls = {
    ...config,
    http: createHttpClient({ baseUrl: config.baseUrl, timeoutMs: config.timeoutMs }),
    carrier: {
      codes: config.carrierCodes,
      holdMs: config.holdMs,
      secrets: [config.user.pin, config.user.password, config.query.PASSWORD ?? ''].filter(
        (text) => text !== '',
      ),
    },
    now: config.now ?? (() => new Date()),
    path: `/C2SReceiver?${new URLSearchParams(config.query)}`,
  };

  return {
    protocol: 'pretups',
    // It is not published what a second order under one EXTREFNUM does; it may pay again.
    deduplicatesKey: false,
    inquiry: { inquire: (request, call) => inquire(calls, request, call) },
    callbacks: null,
    cancellation: null,
    orderList: null,
    wallet: { read: (call) => readWallet(calls, call) },
    isProduct: null,
    submit: (request, call) => submit(calls, request, call),
    close: () => calls.http.close(),
  };
}

interface Calls extends PretupsConfig {
  readonly http: HttpClient;
  readonly carrier: Carrier;
  readonly now: () => Date;
  readonly path: string;
}

async function submit(calls: Calls, request: OrderRequest, call: CallContext): Promise<SubmitOutcome> {
  requireKey(request.gatewayReference);
  const { user, dialect, carrier } = calls;
  const product = readProduct(request.productCode);
  if (product === null) return notSent('bundle_unavailable', `the product code ${MISFIT}`);
  const subscriber = subscriberNumber(dialect, request.phoneNumber);
  if (subscriber === null) return notSent('number_not_eligible', 'the number is from another country');

  const fields = orderFields(user, dialect, request, product, subscriber, calls.now());
  const result = await post(calls, fields, call);
  if (result.kind !== 'answered') return unanswered(result);
  const expected = { gatewayReference: request.gatewayReference, type: RESPONSES[dialect.command] };
  return readSubmission(result, expected, carrier, calls.now());
}

async function inquire(calls: Calls, request: InquiryRequest, call: CallContext): Promise<InquiryOutcome> {
  requireKey(request.gatewayReference);
  const { gatewayReference, gatewayId, sentAt } = request;
  const now = calls.now();
  const result = await post(calls, statusFields(calls.user, calls.dialect, request, now), call);
  if (result.kind !== 'answered') return { kind: 'unavailable', detail: result.detail };
  return readInquiry(result, { gatewayReference, gatewayId, sentAt, now }, calls.carrier);
}

async function readWallet(calls: Calls, call: CallContext): Promise<WalletRead> {
  const result = await post(calls, balanceFields(calls.user, calls.dialect, calls.now()), call);
  return result.kind === 'answered'
    ? readWallets(result, calls.carrier)
    : { kind: 'unavailable', detail: result.detail };
}

function post({ http, path }: Calls, fields: Fields, call: CallContext) {
  const headers = { 'content-type': 'text/xml', 'user-agent': 'bundlewire' };
  return http.call({ method: 'POST', path, headers, body: commandXml(fields) }, call.signal);
}

function requireKey(gatewayReference: string): void {
  if (!GATEWAY_REFERENCE.test(gatewayReference))
    throw new TypeError('the gateway reference does not fit EXTREFNUM');
}
