import { DiagLogLevel, diag, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResourcesSync, envDetectorSync, Resource } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { traceCalls } from './gateway-calls.ts';
import { createIdGenerator, createPurchaseTraces } from './purchase-trace.ts';
import { traceRequests } from './requests.ts';
import { traceRows } from './rows.ts';
import { traceSends } from './sends.ts';
import { temporalTracing } from './temporal.ts';
import type { Tracing } from './tracing.ts';

const SCOPE = 'bundlewire';
/** An unreachable collector must not delay the end of the process. */
const STOP_MS = 5_000;
/** How often an unreachable collector is logged. */
const COMPLAIN_MS = 60_000;

/**
 * Records spans and sends them by OTLP over HTTP, configured by the standard OTEL_… variables. Loaded only if tracing is
 * on.
 */
export function openTelemetry(processName: 'api' | 'worker', log: Logger): Tracing {
  logFailures(log);
  const ids = createIdGenerator();
  const resource = new Resource({ 'service.name': `bundlewire-${processName}` }).merge(
    detectResourcesSync({ detectors: [envDetectorSync] }),
  );
  const processor = new BatchSpanProcessor(new OTLPTraceExporter());
  const provider = new NodeTracerProvider({ resource, idGenerator: ids, spanProcessors: [processor] });
  provider.register();

  const tracer = trace.getTracer(SCOPE);
  const traces = createPurchaseTraces(tracer, ids);
  return {
    attach: (app) => traceRequests(app, tracer, traces),
    traceRows: (lane) => traceRows(lane, tracer, traces),
    traceCalls: (adapterFor) => traceCalls(adapterFor, tracer, traces),
    traceSends: (sender) => traceSends(sender, tracer, traces),
    temporal: temporalTracing({ tracer, traces, processor, resource }),
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, STOP_MS).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
    },
  };
}

/** Without a logger, the SDK reports no errors. */
function logFailures(log: Logger): void {
  let complainedAt = Number.NEGATIVE_INFINITY;
  const nothing = () => undefined;
  const error = (why: string) => {
    if (performance.now() - complainedAt < COMPLAIN_MS) return;
    complainedAt = performance.now();
    log.warn({ why }, 'traces not sent to the collector; nothing else is affected');
  };
  diag.setLogger(
    { error, warn: nothing, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true },
  );
}
