import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { deleteEndedSignIns } from '../../db/people/ended-sign-ins.ts';
import { deleteOlder } from '../../db/privacy/retention.ts';
import { RETAINED, type Retained, type RetentionDays } from '../../domain/privacy/retention.ts';
import type { NextPass } from '../../services/loop.ts';

export interface RetentionDeps {
  readonly pools: { readonly background: Pool };
  /** Left out to keep everything. */
  readonly retention?: RetentionDays;
  /** Counts what was deleted. */
  readonly onDeleted?: (what: Retained, rows: number) => void;
  readonly log: Logger;
}

/** Rows per table and pass: some tenths of a second. */
const ROWS_PER_PASS = 2_000;

/** Deletes data whose period has ended, a bounded number of rows per pass. Several processes may do so at the same time. */
export async function deleteOldData({ pools, retention, onDeleted, log }: RetentionDeps): Promise<NextPass> {
  if (retention === undefined) return 'done';
  let isMore = false;
  for (const what of RETAINED) {
    const days = retention[what];
    const isForever = days === 0 && what !== 'requests';
    const rows = isForever ? 0 : await deleteOlder(pools.background, what, days, ROWS_PER_PASS);
    if (rows === 0) continue;
    onDeleted?.(what, rows);
    log.info({ data: what, rows, days }, 'data deleted because its retention period has ended');
    isMore ||= rows >= ROWS_PER_PASS;
  }
  return isMore ? 'later' : 'done';
}

/** Deletes what ended sign-ins left, such as addresses and browsers of people who do not return. */
export async function forgetSignIns({ pools }: Pick<RetentionDeps, 'pools'>): Promise<NextPass> {
  return (await deleteEndedSignIns(pools.background, ROWS_PER_PASS)) < ROWS_PER_PASS ? 'done' : 'later';
}
