import { ROOT_CONTEXT, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { Delivery, Sender } from '../../services/webhooks/send.ts';
import { PURCHASE_ID, type PurchaseTraces } from './purchase-trace.ts';

/** Records one span per attempt, below the root of the event's purchase. Leaves out URLs, which may contain secrets. */
export function traceSends(sender: Sender, tracer: Tracer, traces: PurchaseTraces): Sender {
  return {
    ...sender,
    async send(delivery) {
      const { purchaseId } = delivery;
      const parent = purchaseId === null ? ROOT_CONTEXT : traces.contextOf(purchaseId);
      const options = { kind: SpanKind.CLIENT, attributes: toSendAttributes(delivery) };
      const span = tracer.startSpan('webhook attempt', options, parent);
      const result = await sender.send(delivery);
      span.setAttribute('bundlewire.outcome', result.outcome);
      if (result.httpStatus !== null) span.setAttribute('http.response.status_code', result.httpStatus);
      if (result.outcome === 'failed') {
        span.setAttribute('bundlewire.reason', result.error);
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
      return result;
    },
  };
}

function toSendAttributes({ eventId, type, attempt, purchaseId }: Delivery) {
  return {
    'bundlewire.event_id': eventId,
    'bundlewire.event_type': type,
    'bundlewire.attempt': attempt,
    ...(purchaseId === null ? {} : { [PURCHASE_ID]: purchaseId }),
  };
}
