import { createServer } from 'node:net';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { Logger } from 'pino';
import { purchaseOfWorkflow } from '../../workflows/names.ts';

const SCRAPE_MS = 2_000;

/** The Temporal SDK's own metrics, as text. */
export type SdkMetrics = () => Promise<string>;

/**
 * Writes the Temporal SDK's log lines to our log, and serves its metrics on a loopback port. Call it once per process, before
 * anything else of the SDK.
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

/** Replaces the SDK's field name for the workflow id by ours. */
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
