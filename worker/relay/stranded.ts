import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { requeueSilent } from '../../db/purchases/guard.ts';

export interface StrandedDeps {
  readonly pools: { readonly background: Pool };
  readonly log: Logger;
}

/** Starts purchases again whose workflow is `silentMs` past its next action. */
export async function requeueStranded({ pools, log }: StrandedDeps, silentMs: number): Promise<'done'> {
  const requeued = await requeueSilent(pools.background, silentMs, 500);
  if (requeued > 0)
    log.warn({ purchases: requeued }, 'workflows were silent; starting their purchases again');
  return 'done';
}
