import { type Context, ROOT_CONTEXT, type Span, type Tracer, trace } from '@opentelemetry/api';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import type { PurchaseId } from '../../domain/ids.ts';
import { toTraceId } from '../../domain/trace-id.ts';

/** The span attribute with the purchase's id. */
export const PURCHASE_ID = 'bundlewire.purchase_id';

export interface RootIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** The random half of the UUID is the id of the root span. */
function toRootIds(purchaseId: PurchaseId): RootIds {
  const traceId = toTraceId(purchaseId);
  return { traceId, spanId: traceId.slice(16) };
}

/** Generates random ids, except for a root span whose ids are known. */
export interface RootIdGenerator extends IdGenerator {
  during<T>(ids: RootIds, work: () => T): T;
}

export function createIdGenerator(): RootIdGenerator {
  const random = new RandomIdGenerator();
  let given: RootIds | null = null;
  return {
    generateTraceId: () => given?.traceId ?? random.generateTraceId(),
    generateSpanId: () => given?.spanId ?? random.generateSpanId(),
    during(ids, work) {
      given = ids;
      try {
        return work();
      } finally {
        given = null;
      }
    },
  };
}

/** The traces of purchases in this process. */
export interface PurchaseTraces {
  /** Runs `begin`, which must start the root span of the purchase's trace and no other span. */
  beginRoot(purchaseId: PurchaseId, begin: () => Span): Span;
  /** The parent for spans of a purchase if no nearer span is being recorded. */
  contextOf(purchaseId: PurchaseId): Context;
}

export function createPurchaseTraces(tracer: Tracer, ids: RootIdGenerator): PurchaseTraces {
  const beginRoot = (purchaseId: PurchaseId, begin: () => Span) => ids.during(toRootIds(purchaseId), begin);
  return {
    beginRoot,
    contextOf(purchaseId) {
      // The sampler decides by the ids, so it decides as it did for the real root. This span never ends.
      const root = beginRoot(purchaseId, () => tracer.startSpan('root', { root: true }));
      return trace.setSpanContext(ROOT_CONTEXT, { ...root.spanContext(), isRemote: true });
    },
  };
}
