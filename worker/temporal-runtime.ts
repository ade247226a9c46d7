import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';

/** Puts the Temporal SDK's own log lines into ours. Once a process, before anything else of the SDK. */
export function installTemporalRuntime(log: Logger): void {
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      const fields = { ...meta, source: 'temporal' };
      if (level === 'ERROR') log.error(fields, message);
      else log.warn(fields, message);
    }),
    telemetryOptions: { logging: { forward: {}, filter: 'ERROR' } },
    shutdownSignals: [],
  });
}
