import type { Pool } from 'pg';
import { notifyQueues } from './outbox.ts';

const QUIET_MS = 20;

/**
 * Collects the queues that commits of this process wrote to and wakes the relays every few milliseconds at most. A
 * notification inside each transaction would make all commits of the database wait in one line. A lost notification costs a second.
 */
export function createNotifier(pool: Pool): (queues: ReadonlySet<string>) => void {
  const pending = new Set<string>();
  let scheduled = false;

  const flush = () => {
    scheduled = false;
    const queues = [...pending];
    pending.clear();
    notifyQueues(pool, queues).catch(() => {});
  };
  return (queues) => {
    for (const queue of queues) pending.add(queue);
    if (pending.size === 0 || scheduled) return;
    scheduled = true;
    setTimeout(flush, QUIET_MS);
  };
}
