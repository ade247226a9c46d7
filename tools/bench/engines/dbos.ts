import { DBOS } from '@dbos-inc/dbos-sdk';
import type { Engine, EngineDeps } from './engine.ts';

const CONNECTIONS = 20;

/**
 * A purchase as a workflow of DBOS Transact with one step, kept in the same PostgreSQL: a row when it begins, one for the
 * step's result, one change when it ends. Started directly: its queues would give a network slots of its own, but are
 * polled. What it does not give: workflows of a dead process go on in another one, and can be looked at in a console, only
 * with DBOS Conductor, a service apart; and all its writes go to the PostgreSQL that holds the money.
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
      const { kind } = await DBOS.runStep(() => submit(purchaseId), { name: 'submit' });
      // Only what is final in the gateway's answer is carried here: the rest would be ours to build.
      if (kind !== 'settled') throw new Error(`the purchase is not final: ${kind}`);
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
