import type { CallContext, OrdersListed, WalletRead } from '../adapter.ts';
import { describe } from '../answers.ts';
import { readAllPages } from '../order-pages.ts';
import type { Calls } from './calls.ts';
import { toListedOutcome } from './outcomes.ts';
import { readBalances, readListBody } from './wire.ts';

const PAGES = { pageSize: 100, pagesMax: 20_000 };

/** All orders that DT One created in a span of at most 24 hours, page by page. */
export function listOrders(
  calls: Calls,
  { from, to }: { readonly from: Date; readonly to: Date },
  call: CallContext,
  isOurs: (key: string) => boolean,
): Promise<OrdersListed> {
  return readAllPages(PAGES, async (page) => {
    const query = new URLSearchParams({
      from_date: from.toISOString(),
      to_date: new Date(to.getTime() - 1).toISOString(),
      page: String(page),
      per_page: String(PAGES.pageSize),
    });
    const answer = await calls.get(`/transactions?${query}`, call);
    if (answer.kind !== 'answered') return { kind: 'unavailable', detail: answer.detail };
    const body = answer.status === 200 ? readListBody(answer.body) : null;
    if (body?.kind !== 'orders') return { kind: 'unavailable', detail: describe(answer) };

    const orders = body.orders.map((order) => {
      const { externalId: gatewayReference, gatewayId, wholesale } = order;
      if (!isOurs(gatewayReference)) return null;
      const listed = { gatewayReference, gatewayId, outcome: toListedOutcome(order, calls.now()) };
      return wholesale === null ? listed : { ...listed, cost: wholesale };
    });
    return { orders, unreadable: body.unreadable };
  });
}

/** The balances of our wallets, as decimal text. */
export async function readWallets(calls: Calls, call: CallContext): Promise<WalletRead> {
  const answer = await calls.get('/balances', call);
  if (answer.kind !== 'answered') return { kind: 'unavailable', detail: answer.detail };
  const wallets = answer.status === 200 ? readBalances(answer.body) : null;
  return wallets === null ? { kind: 'unavailable', detail: describe(answer) } : { kind: 'wallets', wallets };
}
