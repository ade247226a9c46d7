import { type Context, ROOT_CONTEXT, type Span, type Tracer, trace } from '@opentelemetry/api';
import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace-base';
import type { PurchaseId } from '../../domain/ids.ts';
import { toTraceId } from '../../domain/trace-id.ts';

/** How a span names its purchase. */
export const PURCHASE_ID = 'bundlewire.purchase_id';

export interface RootIds {
  readonly traceId: string;
  readonly spanId: string;
}

/** The half of the UUID that is random names the root span. */
export function toRootIds(purchaseId: PurchaseId): RootIds {
  const traceId = toTraceId(purchaseId);
  return { traceId, spanId: traceId.slice(16) };
}

/** Makes random ids, except while a root is begun whose ids are known. */
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

/** The traces of purchases, as this process sees them. */
export interface PurchaseTraces {
  /** Runs `begin`, which begins the root of a purchase's trace and no other span. */
  beginRoot(purchaseId: PurchaseId, begin: () => Span): Span;
  /** Where what happens to a purchase belongs when nothing nearer to it is being recorded. */
  contextOf(purchaseId: PurchaseId): Context;
}

export function createPurchaseTraces(tracer: Tracer, ids: RootIdGenerator): PurchaseTraces {
  const beginRoot = (purchaseId: PurchaseId, begin: () => Span) => ids.during(toRootIds(purchaseId), begin);
  return {
    beginRoot,
    contextOf(purchaseId) {
      // The sampler decides by the ids, so it decides here as it did where the root was begun. This one is never ended.
      const root = beginRoot(purchaseId, () => tracer.startSpan('root', { root: true }));
      return trace.setSpanContext(ROOT_CONTEXT, { ...root.spanContext(), isRemote: true });
    },
  };
}
