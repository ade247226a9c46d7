import type { InquiryRequest, OrderRequest } from '../adapter.ts';
import type { Fields } from './wire.ts';

/** The channel user of one carrier, who sends the commands. */
export interface ChannelUser {
  /** EXTNWCODE: NG, AK, BD, MW and so on. */
  readonly networkCode: string;
  /** The channel user's own number, as the carrier writes it. */
  readonly msisdn: string;
  readonly pin: string;
  readonly loginId: string;
  readonly password: string;
  readonly externalCode: string;
}

/** The formats of a carrier. */
export interface Dialect {
  readonly timeZone: string;
  readonly language: string;
  /** The country's calling code, without `+`. */
  readonly countryCode: string;
  /** What replaces the calling code of a subscriber's number: `0`, nothing, or the code itself. */
  readonly numberPrefix: string;
  /** `recharge` is EXRCTRFREQ with a SELECTOR; `bundle` is VASSELLREQ. */
  readonly command: 'recharge' | 'bundle';
}

/** A bundle's product code: `SELECTOR:AMOUNT` for a recharge, `SUBSERVICE:AMT` for a bundle. */
const PRODUCT = /^([A-Za-z0-9_-]{1,20}):(\d{1,12}(?:\.\d{1,4})?|[A-Za-z0-9_-]{1,20})$/;

export interface Product {
  readonly service: string;
  /** As the carrier writes it: decimal text, or its code of the bundle. Never calculated with. */
  readonly amount: string;
}

/** Reads a bundle's product code; null if it is invalid. */
export function readProduct(productCode: string): Product | null {
  const [, service, amount] = PRODUCT.exec(productCode) ?? [];
  return service === undefined || amount === undefined ? null : { service, amount };
}

/** A subscriber's number as the carrier writes it; null for a number of another country. */
export function subscriberNumber({ countryCode, numberPrefix }: Dialect, phoneNumber: string): string | null {
  if (!phoneNumber.startsWith(`+${countryCode}`)) return null;
  return `${numberPrefix}${phoneNumber.slice(countryCode.length + 1)}`;
}

/** The order of one bundle. */
export function orderFields(
  user: ChannelUser,
  dialect: Dialect,
  { gatewayReference }: OrderRequest,
  product: Product,
  subscriber: string,
  now: Date,
): Fields {
  const head = (type: string): Fields => [
    ['TYPE', type],
    ['DATE', localTime(now, dialect.timeZone)],
    ...credentials(user),
    ['EXTREFNUM', gatewayReference],
  ];
  if (dialect.command === 'bundle') {
    return [
      ...head('VASSELLREQ'),
      ['SUBSMSISDN', subscriber],
      ['AMT', product.amount],
      ['SUBSERVICE', product.service],
    ];
  }
  return [
    ...head('EXRCTRFREQ'),
    ['MSISDN2', subscriber],
    ['AMOUNT', product.amount],
    ['LANGUAGE1', dialect.language],
    ['LANGUAGE2', dialect.language],
    ['SELECTOR', product.service],
  ];
}

/** The request for the outcome of an order. */
export function statusFields(
  user: ChannelUser,
  dialect: Dialect,
  { gatewayReference }: InquiryRequest,
  now: Date,
): Fields {
  return [
    ['TYPE', 'EXRCSTATREQ'],
    ['DATE', localTime(now, dialect.timeZone)],
    ...credentials(user),
    ['EXTREFNUM', gatewayReference],
    ['TXNID', ''],
    ['LANGUAGE1', dialect.language],
  ];
}

/** The request for the balance of our wallets. */
export function balanceFields(user: ChannelUser, dialect: Dialect, now: Date): Fields {
  return [['TYPE', 'EXUSRBALREQ'], ['DATE', localTime(now, dialect.timeZone)], ...credentials(user)];
}

function credentials(user: ChannelUser): Fields {
  return [
    ['EXTNWCODE', user.networkCode],
    ['MSISDN', user.msisdn],
    ['PIN', user.pin],
    ['LOGINID', user.loginId],
    ['PASSWORD', user.password],
    ['EXTCODE', user.externalCode],
  ];
}

/** `dd/MM/yyyy HH:mm:ss` in the carrier's time zone. */
function localTime(now: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  return format.format(now).replace(',', '');
}
