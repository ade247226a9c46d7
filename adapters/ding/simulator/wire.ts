import type { Rendering } from '../../simulation/answers.ts';
import type { Order } from '../../simulation/book.ts';

const JSON_TYPE = 'application/json';
const SHOWN = { open: 'Submitted', delivered: 'Completed', failed: 'Failed', reversed: 'Completed' } as const;
/** Codes of requests that Ding could not understand or admit; all others are refusals of the system. */
const OF_REQUEST = /^(Parameter|Request|Authentication|TooMany|BatchItem)/;

/** A transfer as answers and lists show it. */
function transferOf(order: Order): object {
  const [sku = '', value = '0', currency = 'USD'] = order.product.split(':');
  const { status, takenAtMs, deliveredAtMs, behaviour } = order;
  return {
    TransferId: { DistributorRef: order.reference, TransferRef: order.id },
    SkuCode: behaviour.shownProduct ?? sku,
    Price: {
      CustomerFee: 0,
      DistributorFee: 0,
      ReceiveValue: 1_000,
      ReceiveCurrencyIso: 'NGN',
      ReceiveValueExcludingTax: 1_000,
      TaxRate: 0,
      SendValue: Number(value),
      SendCurrencyIso: currency,
    },
    CommissionApplied: 0,
    StartedUtc: new Date(takenAtMs).toISOString(),
    CompletedUtc: deliveredAtMs === null ? null : new Date(deliveredAtMs).toISOString(),
    ProcessingState: status === 'open' ? (behaviour.openWord ?? SHOWN.open) : SHOWN[status],
    ReceiptText: '',
    AccountNumber: order.number,
  };
}

/** The answer to a submit that was taken, and how it goes wrong. */
export function renderTransfer(order: Order): Rendering {
  const record = transferOf(order);
  const isFailed = order.status === 'failed';
  const codes = isFailed ? [toCode(order.behaviour.failCode ?? 'ProviderError')] : [];
  return rendering(
    { ResultCode: isFailed ? 5 : 1, ErrorCodes: codes, TransferRecord: record },
    { ResultCode: 1, ErrorCodes: [], TransferRecord: { ...record, ProcessingState: 'Deferred' } },
  );
}

/** A page of the list, and how it goes wrong. */
export function renderPage(orders: readonly Order[], hasMore: boolean): Rendering {
  const items = orders.map(transferOf);
  const page = { ResultCode: 1, ErrorCodes: [], ThereAreMoreItems: hasMore };
  return rendering(
    { ...page, Items: items },
    { ...page, Items: items.map((item) => ({ ...item, ProcessingState: 'Deferred' })) },
  );
}

export function errorJson(code: string): string {
  const result = code === 'RateLimited' ? 3 : OF_REQUEST.test(code) ? 4 : 5;
  return JSON.stringify({ ResultCode: result, ErrorCodes: [toCode(code)], TransferRecord: null });
}

/** Ding answers most failures with 200, and two of them with another status. */
export function statusOf(code: string): number {
  if (code === 'AuthenticationFailed') return 401;
  return code === 'InsufficientBalance' ? 500 : 200;
}

/** An order that was not taken, if its answer is to go wrong. */
export function renderNothing(): Rendering {
  return rendering({ ResultCode: 3, ErrorCodes: [toCode('OtherError')], TransferRecord: null }, {});
}

function rendering(body: object, withUnknownStatus: object): Rendering {
  return {
    type: JSON_TYPE,
    text: JSON.stringify(body),
    unknownStatus: JSON.stringify(withUnknownStatus),
    unknownCode: errorJson('SomethingNew'),
    fault: errorJson('OtherError'),
  };
}

function toCode(code: string) {
  return { Code: code, Context: code === 'ParameterInvalid' ? 'SkuCode' : '' };
}
