import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with an order: accepts it, refuses it, or closes the connection, before or after it accepted. */
export type OnOrder = 'accept' | 'refuse' | 'lose' | 'accept_and_lose';

/** An API with one bundle that accepts each reference once, and can lose its answers. */
export interface ShopServer {
  readonly url: string;
  /** References that were accepted, in order. */
  readonly accepted: () => readonly string[];
  /** POST requests so far. */
  readonly orders: () => number;
  behave(next: OnOrder): void;
  close(): Promise<void>;
}

const SHOP_PRICE = { amount: 100_000, currency: 'NGN' };
const NETWORK = 'net_mtn_ng';

/** Starts the server. `purchase` and `bundle` make the objects of the API. */
export async function startShopServer(purchase: (change: object) => object): Promise<ShopServer> {
  const accepted: string[] = [];
  let [behaviour, orders]: [OnOrder, number] = ['accept', 0];
  const accept = (reference: string) => {
    if (!accepted.includes(reference)) accepted.push(reference);
    return purchase({ reference, status: 'successful' });
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const url = new URL(request.url ?? '', 'http://localhost');
    if (request.method === 'POST' && url.pathname === '/v1/purchases') {
      orders += 1;
      const { reference } = JSON.parse(await readText(request));
      if (behaviour === 'accept_and_lose') accept(reference);
      if (behaviour === 'lose' || behaviour === 'accept_and_lose') return request.socket.destroy();
      if (behaviour === 'refuse') return send(402, refusal());
      return send(201, accept(reference));
    }
    return send(200, read(url, accepted, purchase));
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted: () => accepted,
    orders: () => orders,
    behave(next) {
      behaviour = next;
      orders = 0;
      accepted.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function read(
  { pathname, searchParams }: URL,
  accepted: readonly string[],
  purchase: (change: object) => object,
) {
  if (pathname === '/v1/purchases') {
    const found = accepted.filter((reference) => reference === searchParams.get('reference'));
    return list(found.map((reference) => purchase({ reference, status: 'successful' })));
  }
  if (pathname === '/v1/number-lookups')
    return { object: 'number_lookup', network_id: NETWORK, ported: false };
  if (pathname === '/v1/balance')
    return { object: 'balance', available: { ...SHOP_PRICE, amount: 10_000_000 }, held: SHOP_PRICE };
  if (pathname.startsWith('/v1/bundles/'))
    return { object: 'bundle', network_id: NETWORK, available: true, price: SHOP_PRICE };
  return list([]);
}

function list(data: readonly object[]): object {
  return { object: 'list', data, has_more: false, next_cursor: null };
}

function refusal(): object {
  return {
    error: { code: 'insufficient_balance', message: 'Too low.', retryable: false, request_id: 'req_1' },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
