import { proxyActivities, sleep } from '@temporalio/workflow';
import type { RecurrenceActivities } from '../activities/recurrences.ts';
import type { RunRecurrenceInput } from './names.ts';

const { runDueCampaigns } = proxyActivities<RecurrenceActivities>({
  // A million rows are checked in minutes.
  startToCloseTimeout: '30m',
  heartbeatTimeout: '10s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
  summary: 'make the campaigns that are due',
});

/** The clocks of Temporal and PostgreSQL may differ: a run that comes so soon is waited for. */
const SOON_MS = 60_000;

/**
 * Makes the runs of a recurring campaign that are due. A Temporal Schedule starts it at each time of the calendar, and the relay if a
 * run is overdue. It decides nothing: what is due is in PostgreSQL.
 */
export async function runRecurrence(input: RunRecurrenceInput): Promise<void> {
  for (;;) {
    const nextInMs = await runDueCampaigns(input);
    if (nextInMs === null || nextInMs > SOON_MS) return;
    await sleep(Math.max(1, nextInMs), { summary: 'until the run is due' });
  }
}
