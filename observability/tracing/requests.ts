import { ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PURCHASE_ID, type PurchaseTraces } from './purchase-trace.ts';

const METHOD = 'POST';
const ROUTE = '/v1/purchases';

/**
 * Records one span per POST /v1/purchases, created after the response, when the purchase is known. It is the root of the
 * trace for a new purchase, a child of the root for a replay, and a separate trace for a refusal. Refusals by the HTTP
 * server, before the routes, have no span.
 */
export function traceRequests(app: FastifyInstance, tracer: Tracer, traces: PurchaseTraces): void {
  app.addHook('onResponse', async (request, reply) => {
    if (request.method !== METHOD || request.routeOptions.url !== ROUTE) return;
    const answeredAt = Date.now();
    const span = begin(request, answeredAt - reply.elapsedTime, tracer, traces);
    span.setAttributes(toRequestAttributes(request, reply));
    if (reply.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(answeredAt);
  });
}

function begin(request: FastifyRequest, startTime: number, tracer: Tracer, traces: PurchaseTraces): Span {
  const start = (options: { readonly root?: boolean }, context = ROOT_CONTEXT) =>
    tracer.startSpan(`${METHOD} ${ROUTE}`, { kind: SpanKind.SERVER, startTime, ...options }, context);
  const { bought } = request;
  if (bought === null) return start({ root: true });
  const { purchaseId, isNew } = bought;
  if (isNew) return traces.beginRoot(purchaseId, () => start({ root: true }));
  return start({}, traces.contextOf(purchaseId));
}

/** Without body and address, which contain the phone number. */
function toRequestAttributes(request: FastifyRequest, reply: FastifyReply) {
  const { bought } = request;
  return {
    'http.request.method': METHOD,
    'http.route': ROUTE,
    'http.response.status_code': reply.statusCode,
    'bundlewire.request_id': request.id,
    ...(bought === null ? {} : { [PURCHASE_ID]: bought.purchaseId }),
  };
}
