import type {
  CallContext,
  GatewayAdapter,
  InquiryOutcome,
  InquiryRequest,
  OrderRequest,
  OrdersListed,
  SubmitOutcome,
  WalletRead,
} from '../adapter.ts';
import { describe } from '../answers.ts';
import { createHttpClient, type HttpClient } from '../http.ts';
import { readAllPages } from '../order-pages.ts';
import { notSent, unanswered } from '../outcomes.ts';
import { readInquiry, readSubmission, toListedOutcome } from './outcomes.ts';
import { readBalance, readPage } from './wire.ts';

/** Ding does not publish its longest hold. This is the longest known one of another gateway. */
export const DEFAULT_HOLD_MS = 180_000;
const GATEWAY_REFERENCE = /^[A-Za-z0-9_.:-]{1,40}$/;
/** `NG_MT_TopUp:1.25:USD`: the SKU, what is sent, and its currency. */
const PRODUCT = /^([A-Za-z0-9_.-]{1,60}):(\d{1,9}(?:\.\d{1,6})?):([A-Z]{3})$/;
const MISFIT = 'is not a SkuCode:SendValue:SendCurrencyIso of Ding (for example, NG_MT_TopUp:1.25:USD)';
const PAGES = { pageSize: 100, pagesMax: 20_000 };

export interface DingConfig {
  /** Up to and including the version, such as `https://api.dingconnect.com/api/V1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** For one HTTP call, from start to last byte. */
  readonly timeoutMs: number;
  /** Only this long after a send does "not found" mean that the order was never received. */
  readonly holdMs: number;
  /** The clock; tests pass theirs. */
  readonly now?: () => Date;
}

interface Calls {
  readonly http: HttpClient;
  readonly holdMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly now: () => Date;
}

/** Why a bundle's product code is invalid; null if it names a SKU, a value and its currency. */
export function checkProductCode(productCode: string): string | null {
  return PRODUCT.test(productCode) ? null : MISFIT;
}

/** An adapter of Ding. Facts and doubts: README.md beside this file. */
export function createDingAdapter(config: DingConfig): GatewayAdapter {
  const http = createHttpClient({ baseUrl: config.baseUrl, timeoutMs: config.timeoutMs });
  const headers = {
    api_key: config.apiKey,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'bundlewire',
  };
  const calls: Calls = { http, holdMs: config.holdMs, headers, now: config.now ?? (() => new Date()) };

  return {
    protocol: 'ding',
    // Its documentation says that it rejects a repeated DistributorRef; a repeated one was paid twice.
    deduplicatesKey: false,
    inquiry: { inquire: (request, call) => inquire(calls, request, call) },
    callbacks: null,
    cancellation: null,
    orderList: { list: (span, call) => listOrders(calls, span, call) },
    wallet: { read: (call) => readWallet(calls, call) },
    isProduct: (productCode, product) => PRODUCT.exec(productCode)?.[1] === product,
    submit: (request, call) => submit(calls, request, call),
    close: () => http.close(),
  };
}

async function submit(calls: Calls, request: OrderRequest, call: CallContext): Promise<SubmitOutcome> {
  const { gatewayReference, phoneNumber, productCode } = request;
  if (!GATEWAY_REFERENCE.test(gatewayReference))
    throw new TypeError('the gateway reference does not fit DistributorRef');
  const [, skuCode, sendValue, currency] = PRODUCT.exec(productCode) ?? [];
  if (skuCode === undefined) return notSent('bundle_unavailable', `the product code ${MISFIT}`);

  const transfer = {
    SkuCode: skuCode,
    SendValue: Number(sendValue),
    SendCurrencyIso: currency,
    AccountNumber: phoneNumber.slice(1),
    DistributorRef: gatewayReference,
    ValidateOnly: false,
  };
  const result = await post(calls, '/SendTransfer', transfer, call);
  return result.kind === 'answered'
    ? readSubmission(result, gatewayReference, calls.now())
    : unanswered(result);
}

/** Asks by our reference, which Ding has even if it never gave us its own. */
async function inquire(calls: Calls, request: InquiryRequest, call: CallContext): Promise<InquiryOutcome> {
  const { gatewayReference, gatewayId, sentAt } = request;
  const asked = { Skip: 0, Take: PAGES.pageSize, DistributorRefs: [gatewayReference] };
  const now = calls.now();
  const result = await post(calls, '/ListTransferRecords', asked, call);
  if (result.kind !== 'answered') return { kind: 'unavailable', detail: result.detail };
  return readInquiry(result, { gatewayReference, gatewayId, sentAt, now, holdMs: calls.holdMs });
}

/** All transfers that Ding started in a span, page by page. */
function listOrders(
  calls: Calls,
  { from, to }: { readonly from: Date; readonly to: Date },
  call: CallContext,
): Promise<OrdersListed> {
  return readAllPages(PAGES, async (page) => {
    const asked = {
      Skip: (page - 1) * PAGES.pageSize,
      Take: PAGES.pageSize,
      StartedAtUtc: from.toISOString(),
      EndedAtUtc: new Date(to.getTime() - 1).toISOString(),
    };
    const result = await post(calls, '/ListTransferRecords', asked, call);
    if (result.kind !== 'answered') return { kind: 'unavailable', detail: result.detail };
    const read = result.status === 200 ? readPage(result.body) : null;
    if (read === null) return { kind: 'unavailable', detail: describe(result) };

    const orders = read.transfers.map((transfer) => {
      const { distributorRef: gatewayReference, transferRef: gatewayId, cost } = transfer;
      if (!GATEWAY_REFERENCE.test(gatewayReference)) return null;
      const order = { gatewayReference, gatewayId, outcome: toListedOutcome(transfer, calls.now()) };
      return cost === null ? order : { ...order, cost };
    });
    return { orders, unreadable: read.unreadable };
  });
}

async function readWallet({ http, headers }: Calls, call: CallContext): Promise<WalletRead> {
  const result = await http.call({ method: 'GET', path: '/GetBalance', headers, body: null }, call.signal);
  if (result.kind !== 'answered') return { kind: 'unavailable', detail: result.detail };
  const wallet = result.status === 200 ? readBalance(result.body) : null;
  return wallet === null
    ? { kind: 'unavailable', detail: describe(result) }
    : { kind: 'wallets', wallets: [wallet] };
}

function post({ http, headers }: Calls, path: string, body: object, call: CallContext) {
  return http.call({ method: 'POST', path, headers, body: JSON.stringify(body) }, call.signal);
}
