import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { WorkflowLookup } from './pending.ts';

/** Questions that are open at once; the server answers some thousand a second. */
const CONCURRENCY = 16;
const CONNECT_TIMEOUT_MS = 5_000;
/** For one question with all its tries again. */
const ANSWER_TIMEOUT_MS = 10_000;

export interface TemporalLookup extends WorkflowLookup {
  close(): Promise<void>;
}

/** Asks the Temporal server at `address`; connects with the first question. */
export function temporalLookup(address: string, namespace = 'default'): TemporalLookup {
  const connection = Connection.lazy({ address, connectTimeout: CONNECT_TIMEOUT_MS });
  const { workflow } = new Client({ connection, namespace });

  const runs = async (workflowId: string): Promise<boolean> => {
    const describe = () => workflow.getHandle(workflowId).describe();
    try {
      const { status } = await connection.withDeadline(Date.now() + ANSWER_TIMEOUT_MS, describe);
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
      // All come to an end before one failure is passed on: the connection may be closed then.
      const askers = await Promise.allSettled(Array.from({ length: CONCURRENCY }, askInTurn));
      for (const asker of askers) if (asker.status === 'rejected') throw asker.reason;
      return running;
    },
    close: () => connection.close(),
  };
}
