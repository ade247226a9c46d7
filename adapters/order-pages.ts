import type { ListedOrder, OrdersListed } from './adapter.ts';

/** A page of a gateway's list of orders. */
export interface OrderPage {
  /** Null for an order without one of our keys. */
  readonly orders: readonly (ListedOrder | null)[];
  /** How many members could not be read as orders. */
  readonly unreadable: number;
}

type Unavailable = Extract<OrdersListed, { kind: 'unavailable' }>;

/** Reads a list page by page. `pagesMax` is more than any list has; it stops a list that never ends. */
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
