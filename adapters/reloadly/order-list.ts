import type { CallContext, OrdersListed } from '../adapter.ts';
import { describe } from '../answers.ts';
import { readAllPages } from '../order-pages.ts';
import type { ReloadlyCalls } from './calls.ts';
import { toOutcome } from './outcomes.ts';
import { readReport } from './wire.ts';

const PAGES = { pageSize: 200, pagesMax: 5_000 };
/** Reloadly's times have no zone, so the span is widened by the largest offset of any zone. */
const ANY_ZONE_MS = 14 * 3_600_000;

/** All orders of a span, page by page, and those around it that may belong to it in another time zone. */
export function listOrders(
  calls: ReloadlyCalls,
  { from, to }: { readonly from: Date; readonly to: Date },
  call: CallContext,
  now: () => Date,
  isOurs: (key: string) => boolean,
): Promise<OrdersListed> {
  return readAllPages(PAGES, async (page) => {
    const query = new URLSearchParams({
      size: String(PAGES.pageSize),
      page: String(page),
      startDate: stamp(from.getTime() - ANY_ZONE_MS),
      endDate: stamp(to.getTime() + ANY_ZONE_MS),
    });
    const got = await calls.get(`/topups/reports/transactions?${query}`, call);
    if (got.kind === 'unavailable') return got;
    const report = got.answer.status === 200 ? readReport(got.answer.body) : null;
    if (report === null) return { kind: 'unavailable', detail: describe(got.answer) };

    const orders = report.orders.map((order) => {
      const { customIdentifier: gatewayReference, gatewayId, status, cost } = order;
      if (gatewayReference === null || !isOurs(gatewayReference)) return null;
      const outcome = toOutcome(order, now()) ?? ({ kind: 'unclear', detail: `status ${status}` } as const);
      const listed = { gatewayReference, gatewayId, outcome };
      return cost === null ? listed : { ...listed, cost };
    });
    return { orders, unreadable: report.unreadable };
  });
}

/** `YYYY-MM-DD HH:mm:ss`. */
function stamp(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
