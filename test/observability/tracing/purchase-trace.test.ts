import { trace } from '@opentelemetry/api';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  ParentBasedSampler,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type PurchaseId, uuidOf } from '../../../domain/ids.ts';
import { createIdGenerator, createPurchaseTraces } from '../../../observability/tracing/purchase-trace.ts';

/** A process that records a share of all purchases. */
function tracedProcess(ratio: number) {
  const exporter = new InMemorySpanExporter();
  const ids = createIdGenerator();
  const provider = new BasicTracerProvider({
    idGenerator: ids,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('test');
  const traces = createPurchaseTraces(tracer, ids);
  return {
    spans: () => exporter.getFinishedSpans(),
    begin: (id: PurchaseId) => traces.beginRoot(id, () => tracer.startSpan('begin', { root: true })).end(),
    proceed: (id: PurchaseId) => tracer.startSpan('continue', {}, traces.contextOf(id)).end(),
    contextOf: traces.contextOf,
  };
}

describe('the trace of a purchase', () => {
  it('has the UUID of the purchase as its id in every process, and one root', () => {
    const [api, worker] = [tracedProcess(1), tracedProcess(1)];
    const id = newId('pur');
    api.begin(id);
    worker.proceed(id);
    const [root] = api.spans();
    const [child] = worker.spans();
    expect(root?.spanContext().traceId).toBe(uuidOf('pur', id).replaceAll('-', ''));
    expect(child?.spanContext().traceId).toBe(root?.spanContext().traceId);
    expect(child?.parentSpanId).toBe(root?.spanContext().spanId);
    expect(child?.spanContext().spanId).not.toBe(root?.spanContext().spanId);
  });

  it('is recorded by all processes or by none if only a share of traces is recorded', () => {
    const [api, worker] = [tracedProcess(0.5), tracedProcess(0.5)];
    const purchases = Array.from({ length: 200 }, () => newId('pur'));
    for (const id of purchases) {
      api.begin(id);
      worker.proceed(id);
    }
    const traceIds = (one: typeof api) => one.spans().map((span) => span.spanContext().traceId);
    expect(traceIds(worker)).toEqual(traceIds(api));
    expect(api.spans().length).toBeGreaterThan(40);
    expect(api.spans().length).toBeLessThan(160);
  });

  it('has no span for a context that was only read', () => {
    const process = tracedProcess(1);
    const id = newId('pur');
    expect(trace.getSpanContext(process.contextOf(id))).toMatchObject({ isRemote: true });
    expect(process.spans()).toEqual([]);
  });
});
