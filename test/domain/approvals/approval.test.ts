import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Identity } from '../../../domain/access/identity.ts';
import {
  type Approval,
  type ApprovalEvent,
  ENDED,
  judgeApproval,
} from '../../../domain/approvals/approval.ts';
import {
  countSteps,
  isOrdered,
  NO_APPROVAL_RULE,
  type Steps,
  stepsOfRequest,
} from '../../../domain/approvals/rule.ts';

const NOW = new Date('2026-11-20T09:30:00Z');
const key = (id: string): Identity => ({ kind: 'key', id });
const REQUEST: Approval = {
  status: 'requested',
  steps: 1,
  requestedBy: key('requester'),
  requesterChanged: false,
  preparedBy: [key('preparer')],
  approvedBy: [],
  expiresAt: new Date(NOW.getTime() + 1),
};

const identities = fc.constantFrom(...['preparer', 'requester', 'a', 'b', 'c'].map(key), {
  kind: 'person' as const,
  id: 'a',
});
const steps = fc.constantFrom<Steps[]>(1, 2);
const events: fc.Arbitrary<ApprovalEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('approve' as const, 'reject' as const, 'withdraw' as const),
    by: identities,
  }),
  fc.record({ kind: fc.constant('use' as const), steps }),
  fc.constantFrom({ kind: 'void' as const }, { kind: 'look' as const }),
);
const requests = fc.record({
  status: fc.constant('requested' as const),
  steps,
  requestedBy: identities,
  requesterChanged: fc.boolean(),
  preparedBy: fc.uniqueArray(identities, { maxLength: 2 }),
  approvedBy: fc.constant([]),
  expiresAt: fc.integer({ min: 1, max: 20 }).map((at) => new Date(at)),
});

/** Every state that these events lead to, one millisecond apart. */
function play(first: Approval, happened: readonly ApprovalEvent[]): Approval[] {
  const states = [first];
  for (const [at, event] of happened.entries()) {
    const before = states.at(-1) ?? first;
    const verdict = judgeApproval(before, event, new Date(at));
    states.push('approval' in verdict ? verdict.approval : before);
  }
  return states;
}

describe('whatever happens to an approval', () => {
  it('nothing changes it once it has ended', () => {
    fc.assert(
      fc.property(requests, fc.array(events, { maxLength: 12 }), (request, happened) => {
        const states = play(request, happened);
        const end = states.findIndex(({ status }) => ENDED.includes(status));
        if (end >= 0) for (const state of states.slice(end)) expect(state).toEqual(states[end]);
      }),
    );
  });

  it('it is used only when as many different ones have approved as the rule demands at that moment', () => {
    fc.assert(
      fc.property(requests, fc.array(events, { maxLength: 12 }), (request, happened) => {
        const states = play(request, happened);
        const used = states.findIndex(({ status }) => status === 'used');
        fc.pre(used > 0);
        const event = happened[used - 1];
        const approvers = new Set(states[used]?.approvedBy.map(({ kind, id }) => `${kind}:${id}`));
        expect(event?.kind).toBe('use');
        expect(approvers.size).toBeGreaterThanOrEqual(event?.kind === 'use' ? event.steps : 9);
        expect(states[used]?.approvedBy.length).toBe(approvers.size);
      }),
      { numRuns: 300 },
    );
  });

  it('no preparer is ever among those who approved, and nothing moves it after its time but a void', () => {
    fc.assert(
      fc.property(requests, fc.array(events, { maxLength: 12 }), (request, happened) => {
        const last = play(request, happened).at(-1);
        for (const preparer of request.preparedBy) expect(last?.approvedBy).not.toContainEqual(preparer);
        for (const event of happened) {
          const late = judgeApproval(request, event, request.expiresAt);
          expect(event.kind === 'void' ? 'moved' : 'expired').toBe(late.kind);
        }
      }),
    );
  });
});

it.each([
  ['preparer', false, 'own'],
  ['requester', false, 'moved'],
  ['requester', true, 'own'],
  ['a', true, 'moved'],
])('%s, with a request that changes something: %s, gets %s', (id, requesterChanged, kind) => {
  for (const verb of ['approve', 'reject'] as const)
    expect(judgeApproval({ ...REQUEST, requesterChanged }, { kind: verb, by: key(id) }, NOW).kind).toBe(kind);
});

it('the requester counts as the preparer where none is known', () => {
  const unknown = { ...REQUEST, preparedBy: [] };
  expect(judgeApproval(unknown, { kind: 'approve', by: key('requester') }, NOW)).toEqual({
    kind: 'own',
    role: 'requester',
  });
  expect(judgeApproval(unknown, { kind: 'approve', by: key('a') }, NOW).kind).toBe('moved');
});

it('the same approver counts once, and as a person in another session too', () => {
  const two = { ...REQUEST, steps: 2 as const, approvedBy: [key('a')] };
  expect(judgeApproval(two, { kind: 'approve', by: key('a') }, NOW)).toEqual({ kind: 'already' });
  const second = judgeApproval(two, { kind: 'approve', by: key('b') }, NOW);
  expect(second).toMatchObject({ kind: 'moved', approval: { status: 'approved' } });
});

it('a rule that demands more than was given opens an approval again', () => {
  const approved: Approval = { ...REQUEST, status: 'approved', approvedBy: [key('a')] };
  expect(judgeApproval(approved, { kind: 'use', steps: 2 }, NOW)).toEqual({
    kind: 'incomplete',
    approval: { ...approved, status: 'requested', steps: 2 },
  });
});

it('only who requested it withdraws it, also when it is approved', () => {
  const approved: Approval = { ...REQUEST, status: 'approved', approvedBy: [key('a')] };
  expect(judgeApproval(approved, { kind: 'withdraw', by: key('a') }, NOW).kind).toBe('not_requester');
  const withdrawn = judgeApproval(approved, { kind: 'withdraw', by: key('requester') }, NOW);
  expect(withdrawn).toMatchObject({ kind: 'moved', approval: { status: 'withdrawn' } });
});

describe('the steps of an amount', () => {
  it.each([
    [null, null, 100, 0],
    [100, null, 99, 0],
    [100, null, 100, 1],
    [100, 200, 199, 1],
    [100, 200, 200, 2],
    [null, 200, 199, 0],
    [null, 200, 200, 2],
  ] as const)('one from %s, two from %s: %i needs %i', (oneFrom, twoFrom, amount, expected) => {
    expect(countSteps({ oneFrom, twoFrom, validHours: 72 }, amount)).toBe(expected);
  });

  it.each([
    [NO_APPROVAL_RULE, 100, 1],
    [{ oneFrom: 101, twoFrom: null, validHours: 72 }, 100, 1],
    [{ oneFrom: 1, twoFrom: 100, validHours: 72 }, 100, 2],
  ] as const)('are at least one for what someone asks for: by %o, %i needs %i', (rule, amount, expected) => {
    expect(stepsOfRequest(rule, amount)).toBe(expected);
  });

  it('never fall when the amount rises, if the rule is in order', () => {
    const from = fc.option(fc.integer({ min: 1, max: 50 }));
    const amount = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(from, from, amount, amount, (oneFrom, twoFrom, a, b) => {
        fc.pre(isOrdered({ oneFrom, twoFrom }));
        const rule = { oneFrom, twoFrom, validHours: 72 };
        expect(countSteps(rule, Math.min(a, b))).toBeLessThanOrEqual(countSteps(rule, Math.max(a, b)));
      }),
    );
  });
});
