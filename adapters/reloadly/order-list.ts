import type { CallContext, ListedOrder, OrdersListed } from '../adapter.ts';
import type { ReloadlyCalls } from './calls.ts';
import { describe, outcomeOf } from './outcomes.ts';
import { readReport } from './wire.ts';

const PAGE_SIZE = 200;
/** Far more than a day can hold; a report that never ends must not be read for ever. */
const PAGES_MAX = 5_000;
/** Reloadly's times bear no zone: the span is widened by the furthest that any zone lies from ours. */
const ANY_ZONE_MS = 14 * 3_600_000;

/** All orders of a span, page by page, and those around it that another time zone may have put there. */
export async function listOrders(
  calls: ReloadlyCalls,
  { from, to }: { readonly from: Date; readonly to: Date },
  call: CallContext,
  now: () => Date,
  isOurs: (key: string) => boolean,
): Promise<OrdersListed> {
  const orders: ListedOrder[] = [];
  let strangers = 0;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const query = new URLSearchParams({
      size: String(PAGE_SIZE),
      page: String(page),
      startDate: stamp(from.getTime() - ANY_ZONE_MS),
      endDate: stamp(to.getTime() + ANY_ZONE_MS),
    });
    const got = await calls.get(`/topups/reports/transactions?${query}`, call);
    if (got.kind === 'unavailable') return got;
    const report = got.answer.status === 200 ? readReport(got.answer.body) : null;
    if (report === null) return { kind: 'unavailable', detail: describe(got.answer) };

    for (const order of report.orders) {
      const { customIdentifier, gatewayId, status } = order;
      if (customIdentifier === null || !isOurs(customIdentifier)) {
        strangers += 1;
        continue;
      }
      const outcome = outcomeOf(order, now()) ?? ({ kind: 'unclear', detail: `status ${status}` } as const);
      orders.push({ creditKey: customIdentifier, gatewayId, outcome });
    }
    strangers += report.unreadable;
    if (report.orders.length + report.unreadable < PAGE_SIZE) return { kind: 'listed', orders, strangers };
  }
  return { kind: 'unavailable', detail: `the report has more than ${PAGES_MAX} pages` };
}

/** `YYYY-MM-DD HH:mm:ss`. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
