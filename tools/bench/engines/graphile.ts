import { Logger, makeWorkerUtils, run, WorkerPreset } from 'graphile-worker';
import type { Engine, EngineDeps } from './engine.ts';

const AT_ONCE = 200;
const FETCHED_AT_ONCE = 500;

/**
 * A purchase as one job of graphile-worker, with what its manual advises for many short jobs: fetched and completed in
 * batches. What it does not give: a purchase that waits (for a verdict, an inquiry, a deadline) is a state machine of ours
 * over delayed jobs; signals, queries and a history to look at are ours to build; a job whose worker was killed is taken
 * up again after four hours, unless ours unlock it.
 */
export async function startGraphile({ databaseUrl, pool, submit }: EngineDeps): Promise<Engine> {
  const logger = new Logger(() => () => {});
  const runner = await run({
    pgPool: pool,
    noHandleSignals: true,
    logger,
    preset: {
      extends: [WorkerPreset],
      worker: {
        connectionString: databaseUrl,
        concurrentJobs: AT_ONCE,
        localQueue: { size: FETCHED_AT_ONCE },
        completeJobBatchDelay: 0,
      },
    },
    taskList: {
      purchase: async (payload) => {
        const { kind } = await submit(purchaseIdOf(payload));
        // Only what is final in the gateway's answer is carried here: the rest would be ours to build.
        if (kind !== 'settled') throw new Error(`the purchase is not final: ${kind}`);
      },
    },
  });
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  return {
    async start(purchaseIds) {
      if (purchaseIds.length === 0) return;
      await utils.addJobs(
        purchaseIds.map((purchaseId) => ({
          identifier: 'purchase',
          payload: { purchaseId },
          jobKey: purchaseId,
          maxAttempts: 1,
        })),
        true,
      );
    },
    async stop() {
      await runner.stop();
      await utils.release();
    },
  };
}

function purchaseIdOf(payload: unknown): string {
  if (typeof payload === 'object' && payload !== null && 'purchaseId' in payload)
    return String(payload.purchaseId);
  throw new TypeError('a job without a purchase');
}
