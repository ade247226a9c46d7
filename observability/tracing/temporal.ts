import { context, type Tracer } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { SpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import {
  makeWorkflowExporter,
  OpenTelemetryActivityInboundInterceptor,
  OpenTelemetryWorkflowClientInterceptor,
} from '@temporalio/interceptors-opentelemetry';
import { purchaseOfWorkflow } from '../../workflows/names.ts';
import type { PurchaseTraces } from './purchase-trace.ts';
import type { TemporalTracing } from './tracing.ts';

interface Parts {
  readonly tracer: Tracer;
  readonly traces: PurchaseTraces;
  readonly processor: SpanProcessor;
  readonly resource: Resource;
}

/** Temporal's interceptors: start, workflow and activities, each below the one before, in the purchase's trace. */
export function temporalTracing({ tracer, traces, processor, resource }: Parts): TemporalTracing {
  return {
    client: clientInterceptor(tracer, traces),
    worker: {
      activity: [
        (activity) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(activity, { tracer }) }),
      ],
    },
    sinks: { exporter: makeWorkflowExporter(processor, resource) },
  };
}

/** Puts starts and signals of a purchase's workflow into the purchase's trace. */
function clientInterceptor(tracer: Tracer, traces: PurchaseTraces): WorkflowClientInterceptor {
  const inner = new OpenTelemetryWorkflowClientInterceptor({ tracer });
  const within = <T>(workflowId: string, work: () => T): T => {
    const purchaseId = purchaseOfWorkflow(workflowId);
    return purchaseId === null ? work() : context.with(traces.contextOf(purchaseId), work);
  };
  return {
    startWithDetails: (input, next) =>
      within(input.options.workflowId, () => inner.startWithDetails(input, next)),
    signal: (input, next) => within(input.workflowExecution.workflowId, () => inner.signal(input, next)),
    signalWithStart: (input, next) =>
      within(input.options.workflowId, () => inner.signalWithStart(input, next)),
  };
}
