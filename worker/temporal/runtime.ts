import { createServer } from 'node:net';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { purchaseOfWorkflow } from '../../workflows/names.ts';

const SCRAPE_MS = 2_000;

/** The Temporal SDK's own metrics, as text. */
export type SdkMetrics = () => Promise<string>;

/**
 * Puts the Temporal SDK's own log lines into ours, and has it serve its metrics on a loopback port of their own. Once a
 * process, before anything else of the SDK.
 */
export async function installTemporalRuntime(log: Logger): Promise<SdkMetrics> {
  const bindAddress = `127.0.0.1:${await freePort()}`;
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      const fields = { ...meta, ...idsIn(meta), source: 'temporal' };
      if (level === 'ERROR') log.error(fields, message);
      else log.warn(fields, message);
    }),
    telemetryOptions: {
      logging: { forward: {}, filter: 'ERROR' },
      metrics: {
        prometheus: {
          bindAddress,
          countersTotalSuffix: true,
          unitSuffix: true,
          useSecondsForDurations: true,
        },
      },
    },
    shutdownSignals: [],
  });
  return async () => {
    const response = await fetch(`http://${bindAddress}/metrics`, { signal: AbortSignal.timeout(SCRAPE_MS) });
    return response.text();
  };
}

/** The SDK names a workflow in its own way; ours is the same in every line. */
function idsIn(meta: Readonly<Record<string, unknown>> = {}): Record<string, string> {
  const { workflowId } = meta;
  if (typeof workflowId !== 'string') return {};
  const purchaseId = purchaseOfWorkflow(workflowId);
  return { workflow_id: workflowId, ...(purchaseId === null ? {} : { purchase_id: purchaseId }) };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
