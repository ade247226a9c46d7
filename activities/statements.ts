import { Context } from '@temporalio/activity';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { AccountId } from '../domain/ids.ts';
import { closePage } from '../statements/close.ts';

const HEARTBEAT_MS = 1_000;
const PAGE = 100;

export interface StatementActivitiesDeps {
  readonly pool: Pool;
  readonly log: Logger;
}

/** The activities of closeDays workflows. */
export function createStatementActivities({ pool, log }: StatementActivitiesDeps) {
  return {
    /** Closes what the next accounts have to close; safe to run twice, also at once. */
    async closeStatements({ after }: { after: AccountId | null }) {
      const activity = Context.current();
      const beating = setInterval(() => activity.heartbeat(), HEARTBEAT_MS);
      try {
        const options = { after, limit: PAGE, signal: activity.cancellationSignal };
        const { statements, failures, next } = await closePage(pool, options);
        for (const { accountId, error } of failures)
          log.error({ err: error, account_id: accountId }, 'a statement could not be closed; it stays open');
        if (statements > 0) log.info({ statements }, 'statements were closed');
        return { statements, failed: failures.length, next };
      } finally {
        clearInterval(beating);
      }
    },
  };
}

export type StatementActivities = ReturnType<typeof createStatementActivities>;
