import { continueAsNew, proxyActivities, setCurrentDetails } from '@temporalio/workflow';
import type { StatementActivities } from '../activities/statements.ts';
import type { CloseDaysInput } from './names.ts';

/** Pages before the history is begun anew. */
const PAGES_PER_RUN = 100;

const { closeStatements } = proxyActivities<StatementActivities>({
  // An account may have many missed days of a million lines each.
  startToCloseTimeout: '2h',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', maximumInterval: '60s' },
  summary: 'close the days of a page of accounts',
});

/**
 * Closes every day that has ended, account by account. What could not be closed stays open and is tried again by the
 * next run of the schedule.
 * @returns how many statements were closed, and how many accounts failed.
 */
export async function closeDays({ after, statements, failed }: CloseDaysInput): Promise<{
  readonly statements: number;
  readonly failed: number;
}> {
  let sum: CloseDaysInput = { after, statements, failed };
  for (let page = 0; page < PAGES_PER_RUN; page++) {
    const closed = await closeStatements({ after: sum.after });
    sum = {
      after: closed.next,
      statements: sum.statements + closed.statements,
      failed: sum.failed + closed.failed,
    };
    setCurrentDetails(
      `**Closing ended days.** ${sum.statements} statements closed; ${sum.failed} accounts failed.`,
    );
    if (sum.after === null) return { statements: sum.statements, failed: sum.failed };
  }
  return continueAsNew<typeof closeDays>(sum);
}
