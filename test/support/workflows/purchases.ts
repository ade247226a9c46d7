import type { WorkflowHandle } from '@temporalio/client';
import type { WorkflowBundle } from '@temporalio/worker';
import { newId } from '../../../domain/crypto/new-id.ts';
import { type PurchaseInput, WORKFLOWS } from '../../../workflows/names.ts';
import { shippedBundle } from '../workflow-bundle.ts';
import { createFakeActivities, type FakeActivities } from './fake-gateway.ts';
import { createWorkflowFixture, type WorkflowFixture } from './fixture.ts';

export const MINUTE = 60_000;
export const RESOLVE_WITHIN = 15 * MINUTE;
const INQUIRIES = [3_000, 7_000, 15_000, 30_000, 60_000, 120_000];

export type Answers = Parameters<FakeActivities['answer']>[1];

/** The answers of activities. */
export const CONFIRMED = { kind: 'settled', report: 'confirmed' } as const;
export const UNKNOWN = { kind: 'unknown', reply: null } as const;
export const TOO_LATE = { kind: 'too_late' } as const;
export const EXPIRED = { kind: 'settled', report: 'expired' } as const;
export const NOT_DUE = { kind: 'not_due' } as const;
export const resendable = (afterMs: number) => ({ kind: 'resendable', afterMs, reply: null }) as const;

export const NOTHING_NEW: Answers = {
  inquire: () => UNKNOWN,
  expire: () => EXPIRED,
};
export const WAITS: Answers = { ...NOTHING_NEW, submit: () => UNKNOWN };

export interface Purchase {
  readonly id: string;
  readonly handle: WorkflowHandle;
  readonly startedAt: number;
}

/** Purchase workflows with scripted activities. */
export interface Purchases {
  readonly fixture: WorkflowFixture;
  start(answers: Answers, input?: Partial<PurchaseInput>): Promise<Purchase>;
  /** How the activities of another workflow of a purchase answer. */
  answer(purchaseId: string, answers: Answers): void;
  /** Seconds after the start at which an activity was called. */
  timesOf(purchase: Purchase, activity: string): number[];
  /** Numbers of the attempts that were submitted. */
  attemptsOf(purchase: Purchase): (number | null)[];
}

/** @param others activities of other workflows. */
export async function createPurchases(
  others: object = {},
  bundle: () => Promise<WorkflowBundle> = shippedBundle,
): Promise<Purchases> {
  const fakes = createFakeActivities(() => fixture.now());
  const fixture = await createWorkflowFixture({ ...fakes.activities, ...others }, bundle);

  return {
    fixture,
    answer: fakes.answer,
    async start(answers, input = {}) {
      const id = newId('pur');
      fakes.answer(id, answers);
      const startedAt = await fixture.now();
      const handle = await fixture.start(WORKFLOWS.purchase, id, {
        purchaseId: id,
        networkId: 'net_mtn',
        resolveBy: new Date(startedAt + RESOLVE_WITHIN).toISOString(),
        settleBy: new Date(startedAt + RESOLVE_WITHIN).toISOString(),
        submitMode: 'local',
        gatewayTimeoutMs: 10_000,
        inquiryDelaysMs: INQUIRIES,
        ...input,
      } satisfies PurchaseInput);
      return { id, handle, startedAt };
    },
    timesOf({ id, startedAt }, activity) {
      const calls = fakes.callsOf(id).filter((call) => call.activity === activity);
      return calls.map(({ at }) => (at - startedAt) / 1_000);
    },
    attemptsOf: ({ id }) =>
      fakes.callsOf(id).flatMap(({ activity, attempt }) => (activity === 'submit' ? [attempt] : [])),
  };
}
