import {
  condition,
  continueAsNew,
  defineSignal,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { BatchActivities } from '../activities/batches.ts';
import type { BatchStatus } from '../domain/batch/batch.ts';
import { releasePauseMs } from '../domain/batch/release.ts';
import { type RunBatchInput, SIGNALS } from './names.ts';

const batchChanged = defineSignal(SIGNALS.batchChanged);

/** Looks before the workflow continues with a new history. */
const LOOKS_PER_RUN = 200;

const { releaseNext } = proxyActivities<BatchActivities>({
  startToCloseTimeout: '60s',
  // A worker that dies in the middle of a page is noticed within seconds; releasing the page again buys nothing twice.
  heartbeatTimeout: '5s',
  retry: { initialInterval: '1s', maximumInterval: '30s' },
  summary: 'release rows, count what is open',
});

/**
 * Releases a batch just in time, until every row has had its turn and every purchase is final. It decides
 * nothing: the batch's state is in PostgreSQL, a signal only wakes, and one that was stopped is started again by resume.
 * @returns the status in which the batch was left.
 */
export async function runBatch(input: RunBatchInput): Promise<BatchStatus> {
  const inbox = { changed: false };
  setHandler(batchChanged, () => {
    inbox.changed = true;
  });

  let idleLooks = 0;
  let openBefore = Number.POSITIVE_INFINITY;
  for (let look = 1; ; look++) {
    inbox.changed = false;
    const { released, remaining, nextInMs, state } = await releaseNext({ batchId: input.batchId });
    // A change in the meantime may have set it running again.
    if (state !== 'running' && !inbox.changed) {
      setCurrentDetails(describeEnd(state, remaining));
      return state;
    }
    if (look >= LOOKS_PER_RUN || workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof runBatch>(input);

    const progress = released > 0 || remaining < openBefore;
    idleLooks = progress ? 0 : idleLooks + 1;
    openBefore = remaining;
    const pauseMs = releasePauseMs(nextInMs, idleLooks);
    setCurrentDetails(describe({ state, remaining, released, pauseMs }));
    if (pauseMs > 0) await condition(() => inbox.changed, pauseMs, { summary: 'until the next look' });
  }
}

/** For people who look up a campaign that no longer moves: its workflow has ended by then. */
function describeEnd(state: BatchStatus, remaining: number): string {
  return [
    `**${state}**: ${remaining} rows are not final`,
    '',
    '- Releases nothing now; a paused campaign is started again when it is resumed',
    '- Why it stopped: `bundlewire batch show`',
  ].join('\n');
}

interface Look {
  readonly state: BatchStatus;
  /** Rows that are not final. */
  readonly remaining: number;
  /** Rows released on this look. */
  readonly released: number;
  /** Until the next look. */
  readonly pauseMs: number;
}

function describe({ state, remaining, released, pauseMs }: Look): string {
  return [
    `**${state}**: ${remaining} rows are not final`,
    '',
    `- Released on the last look: ${released}`,
    `- Next look: ${new Date(Date.now() + pauseMs).toISOString()}`,
    '- Rows one by one: `bundlewire batch show`',
  ].join('\n');
}
