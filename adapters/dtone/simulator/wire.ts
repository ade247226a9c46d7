import { type Account, type Order, PRICE_CENTS } from './book.ts';

const CONFIRMATION_WINDOW_MS = 3_600_000;

/** DT One's numbers of the status classes. */
const CLASS_IDS: ReadonlyMap<string, number> = new Map([
  ['CREATED', 1],
  ['CONFIRMED', 2],
  ['REJECTED', 3],
  ['CANCELLED', 4],
  ['SUBMITTED', 5],
  ['COMPLETED', 7],
  ['REVERSED', 8],
  ['DECLINED', 9],
]);

/** Reasons that may follow REJECTED and DECLINED; their place gives the finer status id, which nobody has published. */
const REASONS = [
  'INVALID-CREDIT-PARTY',
  'BARRED-CREDIT-PARTY',
  'INELIGIBLE-CREDIT-PARTY',
  'INVALID-DEBIT-PARTY',
  'BARRED-DEBIT-PARTY',
  'LIMITATIONS-ON-OPERATOR-AMOUNT',
  'LIMITATIONS-ON-OPERATOR-QUANTITY',
  'LIMITATIONS-ON-CREDIT-PARTY-AMOUNT',
  'LIMITATIONS-ON-CREDIT-PARTY-QUANTITY',
  'LIMITATIONS-ON-CUSTOMER-AMOUNT',
  'LIMITATIONS-ON-CUSTOMER-QUANTITY',
  'DUPLICATED-TRANSACTION',
  'OPERATOR-CURRENTLY-UNAVAILABLE',
  'INSUFFICIENT-BALANCE',
  'EXCEPTION',
];

/** The statuses an order can end in. */
export function isFinalStatus(status: string): boolean {
  if (status === 'COMPLETED' || status === 'CANCELLED') return true;
  const [, className = '', reason] = /^(REJECTED|DECLINED)(?:-(.+))?$/.exec(status) ?? [];
  return className !== '' && (reason === undefined || REASONS.includes(reason));
}

/** An instant with nine fractional digits, as DT One writes them; `salt` fills the microseconds. */
export function stamp(ms: number, salt: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(salt % 1_000).padStart(3, '0')}000Z`;
}

/** `status` as an object, with its class. */
export function statusJson(status: string): string {
  const [className = status] = status.split('-', 1);
  const classId = CLASS_IDS.get(className) ?? 99;
  const reason = REASONS.indexOf(status.slice(className.length + 1)) + 1;
  const id = classId * 10_000 + reason * 100;
  return `{"id":${id},"message":"${status}","class":{"id":${classId},"message":"${className}"}}`;
}

/** The transaction object: the body of submit, inquiry and callback. By hand, for it is the hot path. */
export function orderJson(order: Order, status: string): string {
  const delivered = order.deliveredAtMs !== null;
  const confirmation =
    order.confirmedAtMs === null ? '' : `"confirmation_date":"${stamp(order.confirmedAtMs, order.id + 7)}",`;
  const pin =
    delivered && order.behaviour.pin ? `{"code":"${order.id}7431","serial":"SIM${order.id}"}` : 'null';

  return (
    `{"id":${order.id},"external_id":${JSON.stringify(order.externalId)},` +
    `"creation_date":"${stamp(order.createdAtMs, order.id)}",` +
    `"confirmation_expiration_date":"${stamp(order.createdAtMs + CONFIRMATION_WINDOW_MS, order.id)}",` +
    `${confirmation}"status":${statusJson(status)},` +
    `"operator_reference":${delivered ? `"OP${order.id}"` : 'null'},"pin":${pin},` +
    `"credit_party_identifier":{"mobile_number":"${order.mobileNumber}"},` +
    `"product":{"id":${order.productId},${PRODUCT}},${MONEY}}`
  );
}

/** Whether an unconfirmed order may still be confirmed. */
export function isExpired(order: Order, nowMs: number): boolean {
  return nowMs > order.createdAtMs + CONFIRMATION_WINDOW_MS;
}

export function errorJson(code: number, message: string): string {
  return `{"errors":[{"code":${code},"message":${JSON.stringify(message)}}]}`;
}

export function balancesJson(account: Account): string {
  const available = account.walletCents - account.holdingCents - account.spentCents;
  const amounts = [available, account.holdingCents].map((cents) => (cents / 100).toFixed(2));
  return `[{"id":1,"unit_type":"CURRENCY","unit":"USD","available":${amounts[0]},"holding":${amounts[1]},"credit_limit":0}]`;
}

const PRODUCT =
  `"name":"Simulated bundle","description":"","tags":null,"type":"FIXED_VALUE_RECHARGE",` +
  `"service":{"id":1,"name":"Mobile","subservice":{"id":13,"name":"Data"}},` +
  `"operator":{"id":1,"name":"Simulated operator","country":{"iso_code":"NGA","name":"Nigeria","regions":null},` +
  `"regions":null},"regions":null`;

const PRICE = (PRICE_CENTS / 100).toFixed(2);

const MONEY =
  `"prices":{"wholesale":{"amount":${PRICE},"fee":0,"unit":"USD","unit_type":"CURRENCY"},"retail":null},` +
  `"rates":{"base":1,"wholesale":1,"retail":null},` +
  `"benefits":[{"type":"DATA","unit_type":"DATA","unit":"MB","additional_information":null,` +
  `"amount":{"base":1024,"promotion_bonus":0,"total_excluding_tax":1024,"total_including_tax":1024}}],` +
  `"promotions":null,"requested_values":null,"adjusted_values":null`;
