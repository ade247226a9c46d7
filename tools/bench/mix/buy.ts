import type { Client } from '../batch-fixture.ts';
import { ACCOUNTS, FAILING_ENDPOINTS, purchaseOfDay } from './day.ts';

/** Purchases of the day in their order, over all that ask for the next one. */
export interface DayPurchases {
  /** How many were taken, and how many of these belong to accounts with a working endpoint. */
  readonly taken: () => { readonly all: number; readonly heard: number; readonly refused: number };
  /** A campaign file with the next rows, for the account with a number. */
  file(account: number, rows: number): Buffer;
  /** The bytes of the request for the next single purchase, of the accounts by turns. */
  request(): string;
}

/** Begins with the first purchase of the day. */
export function createDayPurchases(clients: readonly Client[]): DayPurchases {
  let [all, heard, refused, singles] = [0, 0, 0, 0];
  const take = (account: number) => {
    const purchase = purchaseOfDay(all++);
    if (account >= FAILING_ENDPOINTS) heard += 1;
    if (purchase.ending === 'refused') refused += 1;
    return purchase;
  };
  return {
    taken: () => ({ all, heard, refused }),
    file(account, rows) {
      const lines = Array.from({ length: rows }, () => {
        const { phone, bundle } = take(account);
        return `${phone},${bundle}\n`;
      });
      return Buffer.from(`phone_number,bundle_id\n${lines.join('')}`);
    },
    request() {
      const account = singles++ % ACCOUNTS;
      const { apiUrl, apiKey } = clients[account] ?? raise();
      const { phone, bundle } = take(account);
      const body = `{"reference":"single-${all}","phone_number":"${phone}","bundle_id":"${bundle}"}`;
      return `POST /v1/purchases HTTP/1.1\r\nHost: ${new URL(apiUrl).hostname}\r\nAuthorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    },
  };
}

function raise(): never {
  throw new Error('there are fewer accounts than the day has');
}
