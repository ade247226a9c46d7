import type { Account, Order } from '../../simulation/book.ts';

const CONFIRMATION_WINDOW_MS = 3_600_000;
/** From then on an open order is shown as handed to the operator. */
const SUBMITTED_AFTER_MS = 40;
/** Cents of the one currency of the simulated wallets, which are never empty. */
const PRICE_CENTS = 100;
const WALLET_CENTS = 100_000_000_000_00;

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

/** Reasons that may follow REJECTED and DECLINED. Their position is the finer status id, which is not published. */
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

/** Where an order stands: `CONFIRMED`, `DECLINED-BARRED-CREDIT-PARTY`. */
export function statusOf({ status, begunAtMs, behaviour }: Order): string {
  switch (status) {
    case 'open':
      return begunAtMs === null ? 'CREATED' : 'CONFIRMED';
    case 'delivered':
      return 'COMPLETED';
    case 'failed':
      return begunAtMs === null ? 'CANCELLED' : (behaviour.failCode ?? 'DECLINED');
    case 'reversed':
      return 'REVERSED';
  }
}

/** What an inquiry shows now. */
export function shownStatus(order: Order): string {
  const status = statusOf(order);
  const isOld = order.begunAtMs !== null && Date.now() - order.begunAtMs >= SUBMITTED_AFTER_MS;
  return status === 'CONFIRMED' && isOld ? 'SUBMITTED' : status;
}

/** DT One sends callbacks about the operator's decisions, not about its own. */
export function isTold(status: string): boolean {
  return status === 'COMPLETED' || status === 'REVERSED' || status.startsWith('DECLINED');
}

/** Whether an order was submitted in a call that waits for its end. */
export function isSync({ leftOpen }: Order): boolean {
  return !leftOpen;
}

/** An instant with nine fractional digits, as DT One writes them; `salt` fills the microseconds. */
export function stamp(ms: number, salt: number): string {
  return `${new Date(ms).toISOString().slice(0, -1)}${String(salt % 1_000).padStart(3, '0')}000Z`;
}

/** `status` as an object, with its class. */
function statusJson(status: string): string {
  const [className = status] = status.split('-', 1);
  const classId = CLASS_IDS.get(className) ?? 99;
  const reason = REASONS.indexOf(status.slice(className.length + 1)) + 1;
  const id = classId * 10_000 + reason * 100;
  return `{"id":${id},"message":"${status}","class":{"id":${classId},"message":"${className}"}}`;
}

/** The transaction object: the body of submit, inquiry and callback. By hand, for it is the hot path. */
export function orderJson(order: Order, status: string): string {
  const { id, takenAtMs, begunAtMs } = order;
  const salt = Number(id);
  const delivered = order.deliveredAtMs !== null;
  const confirmation = begunAtMs === null ? '' : `"confirmation_date":"${stamp(begunAtMs, salt + 7)}",`;
  const pin = delivered && order.behaviour.pin ? `{"code":"${id}7431","serial":"SIM${id}"}` : 'null';

  return (
    `{"id":${id},"external_id":${JSON.stringify(order.reference)},` +
    `"creation_date":"${stamp(takenAtMs, salt)}",` +
    `"confirmation_expiration_date":"${stamp(takenAtMs + CONFIRMATION_WINDOW_MS, salt)}",` +
    `${confirmation}"status":${statusJson(status)},` +
    `"operator_reference":${delivered ? `"OP${id}"` : 'null'},"pin":${pin},` +
    `"credit_party_identifier":{"mobile_number":"${order.number}"},` +
    `"product":{"id":${order.behaviour.shownProduct ?? order.product},${PRODUCT}},${MONEY}}`
  );
}

/** Whether an unconfirmed order may still be confirmed. */
export function isExpired(order: Order, nowMs: number): boolean {
  return nowMs > order.takenAtMs + CONFIRMATION_WINDOW_MS;
}

export function errorJson(code: number, message: string): string {
  return `{"errors":[{"code":${code},"message":${JSON.stringify(message)}}]}`;
}

/** An open order holds its price, a delivered one has spent it. */
export function balancesJson({ standing }: Account): string {
  const holding = standing.open * PRICE_CENTS;
  const available = WALLET_CENTS - holding - standing.delivered * PRICE_CENTS;
  const amounts = [available, holding].map((cents) => (cents / 100).toFixed(2));
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
