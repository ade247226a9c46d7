import { condition, defineQuery, defineUpdate, proxyActivities, setHandler } from '@temporalio/workflow';
import type { PurchaseActivities } from '../activities/purchase.ts';
import { type AskedBy, type ForceResolve, type PurchaseTimeline, QUERIES, UPDATES } from './names.ts';
import type { Progress } from './progress.ts';
import type { Run } from './purchase-run.ts';

export const timeline = defineQuery<PurchaseTimeline>(QUERIES.timeline);
const requeryUpdate = defineUpdate<PurchaseTimeline, [AskedBy]>(UPDATES.requery);
export const forceResolve = defineUpdate<ForceResolved, [ForceResolve]>(UPDATES.forceResolve);

/** The state of the purchase now, whether this request moved it, and why it was not tried. */
export interface ForceResolved {
  readonly status: string;
  readonly moved: boolean;
  readonly refused: string | null;
}

const TEXT_MAX = 500;
const { forceResolve: settleByHand } = proxyActivities<PurchaseActivities>({
  startToCloseTimeout: '20s',
  retry: { initialInterval: '1s', maximumInterval: '30s', maximumAttempts: 10 },
  summary: 'settle as an operator found out',
});

/** Lets operators read a purchase workflow, make it inquire now, and report an outcome that they clarified. */
export function serveOperators({ input, inbox, progress }: Run): void {
  setHandler(timeline, () => progress.view());

  setHandler(
    requeryUpdate,
    async (askedBy) => {
      const before = progress.view().inquiries;
      inbox.requery = true;
      inbox.askedBy = askedBy;
      progress.note(`${askedBy.operator} asked for an inquiry`);
      await condition(() => inbox.settled || progress.view().inquiries > before);
      return progress.view();
    },
    {
      validator: (askedBy) => {
        requireWho(askedBy);
        if (!isInquiredOf(progress)) {
          throw new Error('There is nothing to inquire of: no order of this purchase is with the network.');
        }
      },
    },
  );

  setHandler(
    forceResolve,
    async (request) => {
      progress.note(`${request.operator} resolves the purchase as ${request.outcome}`);
      const resolved = await settleByHand({ purchaseId: input.purchaseId, ...request });
      if (resolved.status !== 'pending') inbox.settled = true;
      return resolved;
    },
    { validator: (request) => validate(request, progress) },
  );
}

function isInquiredOf(progress: Progress): boolean {
  return progress.stage() === 'waiting' || progress.stage() === 'outcome_unknown';
}

/** A send under way may still deliver, so an operator who resolves by hand waits for its answer. */
function validate(request: ForceResolve, progress: Progress): void {
  requireWho(request);
  if (request.outcome !== 'delivered' && request.outcome !== 'not_delivered') {
    throw new Error('outcome must be delivered or not_delivered.');
  }
  requireText('evidence', request.evidence);
  if (request.networkReference !== undefined) requireText('networkReference', request.networkReference);
  if (progress.stage() === 'submitting') {
    throw new Error('A submission is under way; wait for its answer or its time limit.');
  }
}

function requireWho(asked: AskedBy): void {
  requireText('operator', asked?.operator);
  requireText('reason', asked?.reason);
}

/** Arguments of updates stay in histories, so what looks like a phone number is refused. */
function requireText(name: string, text: unknown): void {
  if (typeof text !== 'string' || text.trim() === '' || text.length > TEXT_MAX) {
    throw new Error(`${name} must be a text of 1 to ${TEXT_MAX} characters.`);
  }
  if (/\+[1-9]\d{7,14}(?!\d)/.test(text)) throw new Error(`${name} must not hold a phone number.`);
}
