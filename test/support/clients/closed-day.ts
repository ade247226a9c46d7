import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An API with one closed day, on which order-1001 was bought for 100000. It has no purchases to look up. */
export interface ClosedDay {
  readonly url: string;
  readonly date: string;
  close(): Promise<void>;
}

const DATE = '2026-01-01';
const HEADER =
  'line_id,type,occurred_at,purchase_id,reference,phone_number,bundle_id,amount,currency,balance_after';
const LINE =
  'stl_1,purchase,2026-01-01T10:00:00.000Z,pur_1,order-1001,+2348031234567,bnd_1,-100000,NGN,200000';

/** Serves the closed day on a free port. A day of a new stack is always open. */
export async function serveClosedDay(): Promise<ClosedDay> {
  const server = createServer(({ url = '' }, response) => answer(url, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    date: DATE,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(url: string, response: ServerResponse): void {
  const isFile = url.endsWith('/lines');
  response.writeHead(200, { 'content-type': isFile ? 'text/csv; charset=utf-8' : 'application/json' });
  if (isFile) response.end(`${HEADER}\n${LINE}\n`);
  else response.end(JSON.stringify(url.startsWith('/v1/purchases') ? NO_PURCHASES : STATEMENT));
}

const NO_PURCHASES = { object: 'list', data: [], has_more: false, next_cursor: null };
const NONE = { count: 0, amount: 0 };
const STATEMENT = {
  object: 'statement',
  date: DATE,
  status: 'closed',
  currency: 'NGN',
  opening_balance: 300_000,
  closing_balance: 200_000,
  totals: {
    purchases_successful: { count: 1, amount: -100_000 },
    purchases_failed: NONE,
    reversals: NONE,
    funding: NONE,
    adjustments: NONE,
  },
};

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
