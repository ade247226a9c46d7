import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Engine, EngineDeps } from './engine.ts';

const CONNECTIONS = 20;

/**
 * A purchase as a workflow of DBOS Transact with one step, kept in the same PostgreSQL: a row when it begins, one for the
 * step's result, one change when it ends. Started directly, without its queues, which are polled. What it does not give:
 * task queues with slots of their own, so that a silent carrier starves nobody; recovery of a dead process's workflows by
 * another without its paid control plane; search by our own attributes; its console.
 */
export async function startDbos({ databaseUrl, submit }: EngineDeps): Promise<Engine> {
  DBOS.setConfig({
    name: 'bundlewire-bench',
    systemDatabaseUrl: databaseUrl,
    systemDatabaseSchemaName: 'dbos',
    systemDatabasePoolSize: CONNECTIONS,
    logLevel: 'error',
  });
  const purchase = DBOS.registerWorkflow(
    async (purchaseId: string) => {
      const { next } = await DBOS.runStep(() => submit(purchaseId), { name: 'submit' });
      // Only what is final in the gateway's answer is carried here: the rest would be ours to build.
      if (next !== 'done') throw new Error(`the purchase is not final: ${next}`);
    },
    { name: 'purchase' },
  );
  await DBOS.launch();
  return {
    async start(purchaseIds) {
      await Promise.all(
        purchaseIds.map((purchaseId) => DBOS.startWorkflow(purchase, { workflowID: purchaseId })(purchaseId)),
      );
    },
    stop: () => DBOS.shutdown(),
  };
}
