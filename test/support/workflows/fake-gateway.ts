import type { PurchaseActivities } from '../../../activities/purchase.ts';

type Fakes = {
  [Name in keyof PurchaseActivities]: (
    input: Parameters<PurchaseActivities[Name]>[0],
    nth: number,
  ) => Awaited<ReturnType<PurchaseActivities[Name]>>;
};

export interface Call {
  readonly activity: keyof PurchaseActivities;
  readonly attempt: number | null;
  readonly at: number;
}

/** Activities that only return scripted answers, and record when they were called. */
export interface FakeActivities {
  readonly activities: PurchaseActivities;
  /** Sets the answers of the purchase's activities; those left out must not be called. */
  answer(purchaseId: string, answers: Partial<Fakes>): void;
  /** Calls for a purchase, in order. */
  callsOf(purchaseId: string): readonly Call[];
}

/** @param now the clock of the workflow's server. */
export function createFakeActivities(now: () => Promise<number>): FakeActivities {
  const answers = new Map<string, Partial<Fakes>>();
  const calls = new Map<string, Call[]>();

  async function ask<Name extends keyof PurchaseActivities>(
    activity: Name,
    input: Parameters<PurchaseActivities[Name]>[0],
  ): Promise<Awaited<ReturnType<PurchaseActivities[Name]>>> {
    const made = calls.get(input.purchaseId) ?? [];
    calls.set(input.purchaseId, made);
    const nth = made.filter((call) => call.activity === activity).length;
    made.push({ activity, attempt: 'attempt' in input ? input.attempt : null, at: await now() });
    const answer = answers.get(input.purchaseId)?.[activity];
    if (answer === undefined) throw new Error(`${activity} was not expected`);
    return answer(input, nth);
  }

  return {
    activities: {
      submit: (input) => ask('submit', input),
      inquire: (input) => ask('inquire', input),
      expire: (input) => ask('expire', input),
      inquireLate: (input) => ask('inquireLate', input),
      endLateInquiry: (input) => ask('endLateInquiry', input),
      forceResolve: (input) => ask('forceResolve', input),
    },
    answer: (purchaseId, fakes) => void answers.set(purchaseId, fakes),
    callsOf: (purchaseId) => calls.get(purchaseId) ?? [],
  };
}
