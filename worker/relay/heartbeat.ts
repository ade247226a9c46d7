import type { Pool } from 'pg';
import { beat, endBeats } from '../../db/outbox/heartbeats.ts';
import { newUuid } from '../../domain/crypto/new-id.ts';
import type { TemporalLink } from './temporal-link.ts';

/** Shows others that this process's relay runs. */
export interface Heartbeat {
  readonly pass: () => Promise<'done'>;
  end(): Promise<void>;
}

/** Creates a heartbeat with a new process id; every pass checks whether Temporal is reachable. */
export function createHeartbeat(pool: Pool, temporal: TemporalLink): Heartbeat {
  const processId = newUuid();
  return {
    async pass() {
      await beat(pool, processId, await reaches(temporal));
      return 'done';
    },
    async end() {
      // If this fails, the heartbeat expires a little later.
      await endBeats(pool, processId).catch(() => {});
    },
  };
}

/** Whether Temporal answers this process, and its workers have started. */
export async function reaches(temporal: TemporalLink): Promise<boolean> {
  if (!temporal.isOpen()) return false;
  return temporal
    .call((client) => client.workflowService.getSystemInfo({}))
    .then(
      () => true,
      () => false,
    );
}
