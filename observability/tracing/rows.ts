import { context, type Tracer, trace } from '@opentelemetry/api';
import type { AcceptLane } from '../../services/purchases/accept-lane.ts';
import { PURCHASE_ID, type PurchaseTraces } from './purchase-trace.ts';

/** A row of a campaign has no request, so its release is the root of the purchase's trace. */
export function traceRows(lane: AcceptLane, tracer: Tracer, traces: PurchaseTraces): AcceptLane {
  return {
    ...lane,
    async buy(accountId, request, signal) {
      const startTime = Date.now();
      const result = await lane.buy(accountId, request, signal);
      if (result.kind !== 'accepted') return result;

      const { id, networkId, batchId } = result.purchase.order;
      const release = trace.getSpanContext(context.active());
      const attributes = {
        [PURCHASE_ID]: id,
        'bundlewire.network_id': networkId,
        ...(batchId === null ? {} : { 'bundlewire.batch_id': batchId }),
      };
      const links = release === undefined ? [] : [{ context: release }];
      const options = { root: true, startTime, attributes, links };
      traces.beginRoot(id, () => tracer.startSpan('release a row', options)).end();
      return result;
    },
  };
}
