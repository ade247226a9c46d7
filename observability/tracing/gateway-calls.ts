import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { Adapters } from '../../adapters/registry.ts';
import {
  aroundCalls,
  type CallOutcome,
  type GatewayCall,
  readReason,
} from '../../services/health/around-calls.ts';
import { PURCHASE_ID, type PurchaseTraces } from './purchase-trace.ts';

/** Records one span per call, below the activity that makes it. Spans have our outcome, not the gateway's text. */
export function traceCalls(
  adapterFor: Adapters['adapterFor'],
  tracer: Tracer,
  traces: PurchaseTraces,
): Adapters['adapterFor'] {
  const toParentContext = ({ purchaseId }: GatewayCall) => {
    const active = context.active();
    if (trace.getSpan(active) !== undefined || purchaseId === null) return active;
    return traces.contextOf(purchaseId);
  };
  return aroundCalls(adapterFor, (call, run) => {
    const options = { kind: SpanKind.CLIENT, attributes: toCallAttributes(call) };
    const span = tracer.startSpan(`gateway ${call.call}`, options, toParentContext(call));
    return run().then(
      (outcome) => {
        describe(span, outcome);
        span.end();
        return outcome;
      },
      (error: unknown) => {
        span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        throw error;
      },
    );
  });
}

function toCallAttributes({ networkId, livemode, purchaseId }: GatewayCall) {
  return {
    'bundlewire.network_id': networkId,
    'bundlewire.mode': livemode ? 'live' : 'test',
    ...(purchaseId === null ? {} : { [PURCHASE_ID]: purchaseId }),
  };
}

function describe(span: Span, outcome: CallOutcome): void {
  span.setAttribute('bundlewire.outcome', outcome.kind);
  const reason = readReason(outcome);
  if (reason !== null) span.setAttribute('bundlewire.reason', reason);
  if (outcome.kind === 'unknown' || outcome.kind === 'unavailable')
    span.setStatus({ code: SpanStatusCode.ERROR });
}
