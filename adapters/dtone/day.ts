import type { CallContext, ListedOrder, OrdersListed, WalletRead } from '../adapter.ts';
import type { Calls } from './calls.ts';
import { describe } from './meanings.ts';
import { listedOutcomeOf } from './outcomes.ts';
import { readBalances, readListBody } from './wire.ts';

const PER_PAGE = 100;
/** Far more than a day can hold; a list that never ends must not be read for ever. */
const PAGES_MAX = 20_000;

/** All orders that DT One created in a span of at most 24 hours, page by page. */
export async function listOrders(
  calls: Calls,
  { from, to }: { readonly from: Date; readonly to: Date },
  call: CallContext,
  isOurs: (key: string) => boolean,
): Promise<OrdersListed> {
  const orders: ListedOrder[] = [];
  let strangers = 0;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = new URLSearchParams({
      from_date: from.toISOString(),
      to_date: new Date(to.getTime() - 1).toISOString(),
      page: String(page),
      per_page: String(PER_PAGE),
    });
    const answer = await calls.get(`/transactions?${query}`, call);
    if (answer.kind !== 'answered') return { kind: 'unavailable', detail: answer.detail };
    const body = answer.status === 200 ? readListBody(answer.body) : null;
    if (body?.kind !== 'orders') return { kind: 'unavailable', detail: describe(answer) };

    for (const order of body.orders) {
      const { externalId: creditKey, gatewayId } = order;
      if (isOurs(creditKey))
        orders.push({ creditKey, gatewayId, outcome: listedOutcomeOf(order, calls.now()) });
      else strangers += 1;
    }
    strangers += body.unreadable;
    if (body.orders.length + body.unreadable < PER_PAGE) return { kind: 'listed', orders, strangers };
  }
  return { kind: 'unavailable', detail: `the list has more than ${PAGES_MAX} pages` };
}

/** What our wallets hold, as decimal text. */
export async function readWallets(calls: Calls, call: CallContext): Promise<WalletRead> {
  const answer = await calls.get('/balances', call);
  if (answer.kind !== 'answered') return { kind: 'unavailable', detail: answer.detail };
  const wallets = answer.status === 200 ? readBalances(answer.body) : null;
  return wallets === null ? { kind: 'unavailable', detail: describe(answer) } : { kind: 'wallets', wallets };
}
