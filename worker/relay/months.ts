import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { analyzeMonths, MONTHS_AHEAD, makeMonths } from '../../db/months/months.ts';
import type { NextPass } from '../../services/loop.ts';

export interface MonthsDeps {
  readonly pools: { readonly background: Pool };
  readonly log: Logger;
}

/** Makes the partitions of coming months, months before their first row. Several processes may do so at the same time. */
export async function prepareMonths({ pools, log }: MonthsDeps): Promise<NextPass> {
  const made = await makeMonths(pools.background);
  // The next pass tries again. There are months of time for it.
  if (made === null) log.info('a lock is held on a table by month, so its coming months are made later');
  else await analyzeMonths(pools.background);
  if (made !== null && made > 0)
    log.info({ partitions: made, months_ahead: MONTHS_AHEAD }, 'partitions of coming months made');
  return 'done';
}
