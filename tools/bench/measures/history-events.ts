import { Client } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { idFromUuid } from '../../../domain/ids.ts';
import { purchaseWorkflowId } from '../../../workflows/names.ts';
import { until } from '../bare/drain-bare.ts';
import { type BenchRow, countedRow } from '../report.ts';
import { type Lifecycle, startLifecycle } from './lifecycle.ts';

const PURCHASES = 40;
const WAYS = [
  { mode: 'sync', name: 'events, confirmed in the answer', goal: 7 },
  { mode: 'async', name: 'events, confirmed by callback', goal: 13 },
] as const;

/** Row 3: events and workflow tasks in the histories of purchases, as Temporal has them once they are closed. */
export async function benchHistoryEvents(log: (line: string) => void): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const { mode, name, goal } of WAYS) {
    const lifecycle = await startLifecycle(mode);
    try {
      await lifecycle.drain(PURCHASES);
      const counts = await countAll(lifecycle);
      const tasks = Math.max(...counts.map(({ workflowTasks }) => workflowTasks));
      const events = counts.map((count) => ({ product: count.events }));
      log(
        `  ${name}: at most ${Math.max(...events.map(({ product }) => product))} events and ${tasks} workflow tasks`,
      );
      rows.push(
        countedRow(name, 'events', goal, events, await lifecycle.notSuccessful(), { workflow_tasks: tasks }),
      );
    } finally {
      await lifecycle.stop();
    }
  }
  return rows;
}

interface Count {
  readonly events: number;
  readonly workflowTasks: number;
}

async function countAll({ stack, pool }: Lifecycle): Promise<Count[]> {
  const connection = await NativeConnection.connect({ address: stack.temporalAddress });
  try {
    const client = new Client({ connection });
    const { rows } = await pool.query<{ id: string }>('SELECT id FROM purchases');
    return await Promise.all(
      rows.map(({ id }) => countOf(client, purchaseWorkflowId(idFromUuid('pur', id)))),
    );
  } finally {
    await connection.close();
  }
}

async function countOf(client: Client, workflowId: string): Promise<Count> {
  const handle = client.workflow.getHandle(workflowId);
  await until(async () => (await handle.describe()).status.name !== 'RUNNING', 100);
  const { events } = await handle.fetchHistory();
  const tasks = events?.filter((event) => event.workflowTaskCompletedEventAttributes != null) ?? [];
  return { events: events?.length ?? 0, workflowTasks: tasks.length };
}
