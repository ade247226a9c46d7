import { setCurrentDetails, upsertSearchAttributes } from '@temporalio/workflow';
import type { GatewayReply } from '../domain/purchase/gateway-reply.ts';
import type { PurchaseInput, PurchaseTimeline, Stage } from './names.ts';
import { attributePairs } from './search-attributes.ts';

/** Entries that a timeline keeps: an hour of inquiries and more. */
const ENTRIES_MAX = 100;

const STAGES: Readonly<Record<Stage, string>> = {
  submitting: 'Submitting',
  resending: 'To be sent again: it was certainly not received',
  waiting: 'Waiting for the network, which has the order',
  outcome_unknown: 'Outcome unknown: the order was sent and the network has not reported its outcome',
  expiring: 'No longer sent: too close to resolve_by',
  final: 'Final: `bundlewire purchase trace` shows the outcome',
};

/** What people see of a purchase workflow: search attribute, current details and timeline are kept together. */
export interface Progress {
  readonly stage: () => Stage;
  /** Costs a history event when the stage is another than before. */
  enter(stage: Stage): void;
  submitted(attempt: number, reply: GatewayReply | null): void;
  inquired(reply: GatewayReply | null): void;
  note(what: string): void;
  next(step: string, atMs: number): void;
  view(): PurchaseTimeline;
}

export function createProgress({ networkId, resolveBy }: PurchaseInput): Progress {
  const entries: { at: string; what: string }[] = [];
  let stage: Stage = 'submitting';
  let submissions = 0;
  let inquiries = 0;
  let lastAnswer: PurchaseTimeline['lastAnswer'] = null;
  let next: PurchaseTimeline['next'] = null;

  const view = (): PurchaseTimeline => ({
    stage,
    submissions,
    inquiries,
    lastAnswer,
    next,
    resolveBy,
    entries,
  });
  const note = (what: string) => {
    entries.push({ at: now(), what });
    if (entries.length > ENTRIES_MAX) entries.shift();
    setCurrentDetails(describe(networkId, view()));
  };
  const answered = (what: string, reply: GatewayReply | null) => {
    if (reply !== null) lastAnswer = { ...reply, at: now() };
    note(`${what}: ${reply === null ? 'no answer was recorded' : inWords(reply)}`);
  };

  return {
    stage: () => stage,
    enter(entered) {
      if (entered === stage) return;
      stage = entered;
      upsertSearchAttributes(attributePairs({ stage }));
      note(STAGES[stage]);
    },
    submitted(attempt, reply) {
      submissions = attempt;
      answered(`submission ${attempt}`, reply);
    },
    inquired(reply) {
      inquiries += 1;
      answered(`inquiry ${inquiries}`, reply);
    },
    note,
    next(step, atMs) {
      next = { step, at: new Date(atMs).toISOString() };
      setCurrentDetails(describe(networkId, view()));
    },
    view,
  };
}

function describe(networkId: string, progress: PurchaseTimeline): string {
  const { stage, submissions, inquiries, lastAnswer, next, resolveBy, entries } = progress;
  return [
    `**${STAGES[stage]}** (${networkId})`,
    '',
    `- Submissions: ${submissions}, inquiries: ${inquiries}`,
    `- Last answer of the network: ${lastAnswer === null ? 'none yet' : `${inWords(lastAnswer)} at ${lastAnswer.at}`}`,
    `- Next: ${next === null ? 'to be decided' : `${next.step} at ${next.at}`}`,
    `- resolve_by: ${resolveBy}`,
    '',
    ...entries.slice(-5).map(({ at, what }) => `- ${at} ${what}`),
  ].join('\n');
}

function inWords({ kind, reason }: GatewayReply): string {
  return reason === null ? kind : `${kind} (${reason})`;
}

function now(): string {
  return new Date().toISOString();
}
