import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowLookup } from './pending.ts';

/** Concurrent requests; the server answers about a thousand per second. */
const CONCURRENCY = 16;

/** How long a lookup waits, in milliseconds. */
export interface LookupLimits {
  readonly connectMs: number;
  /** For one request with all its retries. */
  readonly answerMs: number;
}
const LIMITS: LookupLimits = { connectMs: 5_000, answerMs: 10_000 };

export interface TemporalLookup extends WorkflowLookup {
  close(): Promise<void>;
}

/** Asks the Temporal server at `address`; connects with the first request. */
export function temporalLookup(address: string, namespace = 'default', limits = LIMITS): TemporalLookup {
  const connection = Connection.lazy({ address, connectTimeout: limits.connectMs });
  const { workflow } = new Client({ connection, namespace });

  const runs = async (workflowId: string): Promise<boolean> => {
    const describe = () => workflow.getHandle(workflowId).describe();
    try {
      const { status } = await connection.withDeadline(Date.now() + limits.answerMs, describe);
      return status.name === 'RUNNING';
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return false;
      throw error;
    }
  };

  return {
    async isRunning(workflowIds) {
      await connection.ensureConnected();
      const running = new Set<string>();
      const waiting = workflowIds[Symbol.iterator]();
      const askInTurn = async () => {
        for (const id of waiting) if (await runs(id)) running.add(id);
      };
      // All requests end before a failure is passed on, because the caller may then close the connection.
      const askers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, askInTurn));
      for (const asker of askers) if (asker.status === 'rejected') throw asker.reason;
      return running;
    },
    close: () => connection.close(),
  };
}
