import type { Logger } from 'pino';
import type { Tracing } from './tracing.ts';

/** The settings that switch tracing on, named as in the OpenTelemetry specification. */
export interface TracingSettings {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_SDK_DISABLED: boolean;
}

/**
 * Starts tracing if a collector is set, otherwise returns null and loads nothing. Call it before anything that is to be
 * traced.
 */
export async function startTracing(
  settings: TracingSettings,
  processName: 'api' | 'worker',
  log: Logger,
): Promise<Tracing | null> {
  const endpoint = settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? settings.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || settings.OTEL_SDK_DISABLED) return null;

  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(processName, log);
}
