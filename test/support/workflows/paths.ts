import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkflowHandle } from '@temporalio/client';
import type { BatchActivities } from '../../../activities/batches.ts';
import type { RecurrenceActivities } from '../../../activities/recurrences.ts';
import type { WebhookActivities } from '../../../activities/webhooks.ts';
import { newId } from '../../../domain/crypto/new-id.ts';
import {
  type PurchaseInput,
  type PurchaseTimeline,
  QUERIES,
  SIGNALS,
  UPDATES,
  WORKFLOWS,
} from '../../../workflows/names.ts';
import type { WorkflowFixture } from './fixture.ts';
import {
  type Answers,
  CONFIRMED,
  EXPIRED,
  MINUTE,
  NOT_DUE,
  NOTHING_NEW,
  type Purchases,
  resendable,
  TOO_LATE,
  UNKNOWN,
  WAITS,
} from './purchases.ts';

const WHO = { operator: 'ada', reason: 'ticket 4711' };
const ACCEPTED = { kind: 'accepted', reply: { kind: 'accepted', reason: null } } as const;

/**
 * Activities besides those of purchases: a webhook's fourth attempt is received, a batch has two pages, and a recurring campaign
 * has a run that is due soon.
 */
export const otherActivities = (): WebhookActivities & BatchActivities & RecurrenceActivities => {
  let looks = 0;
  let runs = 0;
  return {
    deliverAttempt: async ({ attempt }) => ({ outcome: attempt === 4 ? 'delivered' : 'failed' }),
    async releaseNext() {
      looks += 1;
      if (looks < 3) return { released: 500, remaining: 500, nextInMs: 100, state: 'running' };
      return { released: 0, remaining: 0, nextInMs: 0, state: 'completed' };
    },
    async runDueCampaigns() {
      runs += 1;
      return runs === 1 ? 2_000 : null;
    },
  };
};

/** One path through a workflow: starts it, and does what happens on the way. */
type Path = (purchases: Purchases) => Promise<WorkflowHandle>;

/** Starts a purchase and, after its submission was answered, runs `then`. */
const purchase =
  (answers: Answers, input: Partial<PurchaseInput> = {}, happens?: Happening): Path =>
  async (purchases) => {
    const { handle } = await purchases.start(answers, input);
    if (happens === undefined) return handle;
    while ((await handle.query<PurchaseTimeline>(QUERIES.timeline)).stage === 'submitting') await sleep(50);
    await happens(handle);
    return handle;
  };

type Happening = (handle: WorkflowHandle) => Promise<unknown>;

const lateInquiry =
  (answers: Answers): Path =>
  async ({ fixture, answer }) => {
    const purchaseId = newId('pur');
    answer(purchaseId, answers);
    const openedAt = await isoNow(fixture);
    const input = { purchaseId, gatewayTimeoutMs: 10_000, openedAt };
    return fixture.start(WORKFLOWS.lateInquiry, `${purchaseId}.late`, input);
  };

async function isoNow(fixture: WorkflowFixture): Promise<string> {
  return new Date(await fixture.now()).toISOString();
}

const fails = (): never => {
  throw new Error('the database is unavailable');
};

/** Every path through the workflows, by the name of its recording. */
export const PATHS: Readonly<Record<string, Path>> = {
  'purchase-confirmed-at-once': purchase({ submit: () => CONFIRMED }),
  'purchase-confirmed-by-regular-activity': purchase({ submit: () => CONFIRMED }, { submitMode: 'regular' }),
  'purchase-confirmed-by-callback': purchase({ ...WAITS, submit: () => ACCEPTED }, {}, (handle) =>
    handle.signal(SIGNALS.settled),
  ),
  'purchase-confirmed-by-inquiry': purchase({
    ...WAITS,
    inquire: (_input, nth) => (nth < 2 ? UNKNOWN : CONFIRMED),
  }),
  'purchase-expired': purchase(WAITS, { inquiryDelaysMs: [5 * MINUTE, 10 * MINUTE] }),
  'purchase-inquiry-fails': purchase({
    ...WAITS,
    inquire: (_input, nth) => (nth === 0 ? fails() : CONFIRMED),
  }),
  'purchase-resubmitted': purchase({
    submit: ({ attempt }) => (attempt === 1 ? resendable(10_000) : CONFIRMED),
  }),
  'purchase-resubmitted-after-inquiry': purchase({
    ...WAITS,
    submit: ({ attempt }) => (attempt === 1 ? UNKNOWN : CONFIRMED),
    inquire: () => resendable(0),
  }),
  'purchase-submission-not-recorded': purchase({
    submit: (_input, nth) => (nth < 2 ? fails() : CONFIRMED),
  }),
  'purchase-too-late': purchase({
    ...NOTHING_NEW,
    submit: () => TOO_LATE,
    expire: (_input, nth) => (nth === 0 ? NOT_DUE : EXPIRED),
  }),
  'purchase-resolved-by-operator': purchase(
    { ...WAITS, forceResolve: () => ({ status: 'successful', moved: true, refused: null }) },
    { inquiryDelaysMs: [10 * MINUTE] },
    async (handle) => {
      await handle.executeUpdate(UPDATES.requery, { args: [WHO] });
      await handle.signal(SIGNALS.requery);
      const found = { outcome: 'delivered', evidence: 'MTN ticket 88', ...WHO };
      await handle.executeUpdate(UPDATES.forceResolve, { args: [found] });
    },
  ),
  'late-inquiry-unknown': lateInquiry({
    inquireLate: () => ({ outcome: null }),
    endLateInquiry: () => undefined,
  }),
  'late-inquiry-confirmed': lateInquiry({
    inquireLate: (_input, nth) => (nth < 3 ? fails() : { outcome: 'confirmed' }),
  }),
  'webhook-retries': async ({ fixture }) => {
    const eventId = newId('evt');
    const input = { eventId, firstAttemptAt: await isoNow(fixture) };
    return fixture.start(WORKFLOWS.webhookRetries, eventId, input);
  },
  'run-batch': async ({ fixture }) => {
    const batchId = newId('bat');
    return fixture.start(WORKFLOWS.runBatch, batchId, { batchId });
  },
  'run-recurrence': async ({ fixture }) => {
    const recurrenceId = newId('rec');
    return fixture.start(WORKFLOWS.runRecurrence, recurrenceId, { recurrenceId });
  },
};
