import type { ListedOrder, OrdersListed } from './adapter.ts';

/** A page of a gateway's list of orders. */
export interface OrderPage {
  /** Null for an order that is not ours. */
  readonly orders: readonly (ListedOrder | null)[];
  /** Members that were no readable orders. */
  readonly unreadable: number;
}

type Unavailable = Extract<OrdersListed, { kind: 'unavailable' }>;

/** Reads a list to its end, page by page; `pagesMax` is far more than it can have, so that reading always ends. */
export async function readAllPages(
  { pageSize, pagesMax }: { readonly pageSize: number; readonly pagesMax: number },
  readPage: (page: number) => Promise<OrderPage | Unavailable>,
): Promise<OrdersListed> {
  const orders: ListedOrder[] = [];
  let strangers = 0;
  for (let page = 1; page <= pagesMax; page++) {
    const read = await readPage(page);
    if ('kind' in read) return read;

    const ours = read.orders.filter((order) => order !== null);
    orders.push(...ours);
    strangers += read.orders.length - ours.length + read.unreadable;
    if (read.orders.length + read.unreadable < pageSize) return { kind: 'listed', orders, strangers };
  }
  return { kind: 'unavailable', detail: `the list has more than ${pagesMax} pages` };
}
