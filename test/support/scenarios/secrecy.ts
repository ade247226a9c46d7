import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { historyText } from '../workflows/history-text.ts';
import type { Scenario } from './stack.ts';

/** All text that a run left in Temporal and in logs, by place. */
export async function tracesOf({ stack, stateDir }: Scenario): Promise<ReadonlyMap<string, string>> {
  const traces = new Map<string, string>();
  const logs = join(stateDir, 'logs');
  for (const name of readdirSync(logs)) traces.set(`log ${name}`, readFileSync(join(logs, name), 'utf8'));

  const connection = await Connection.connect({ address: stack.temporalAddress });
  const { workflow } = new Client({ connection });
  try {
    for await (const { workflowId, runId, searchAttributes, memo } of workflow.list()) {
      const handle = workflow.getHandle(workflowId, runId);
      const described = await handle.describe();
      const summary = `${await described.staticSummary()} ${await described.staticDetails()}`;
      const history = historyText(await handle.fetchHistory());
      traces.set(workflowId, `${JSON.stringify({ searchAttributes, memo })} ${summary} ${history}`);
    }
    return traces;
  } finally {
    await connection.close();
  }
}
