import { DefaultLogger, type RuntimeOptions } from '@temporalio/worker';

/** By the worker's own metrics, the benchmark counts the workflows that it has closed. */
export function metricsOptions(): RuntimeOptions {
  const bindAddress = `127.0.0.1:${process.env.METRICS_PORT}`;
  return {
    logger: new DefaultLogger('WARN'),
    telemetryOptions: { metrics: { prometheus: { bindAddress, countersTotalSuffix: true } } },
  };
}
