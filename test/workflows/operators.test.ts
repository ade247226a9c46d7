import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PurchaseTimeline, QUERIES, UPDATES } from '../../workflows/names.ts';
import { eventsOf } from '../support/workflows/fixture.ts';
import { historyText } from '../support/workflows/history-text.ts';
import {
  type Answers,
  CONFIRMED,
  createPurchases,
  EXPIRED,
  MINUTE,
  type Purchase,
  type Purchases,
  resendable,
} from '../support/workflows/purchases.ts';

let purchases: Purchases;
beforeAll(async () => {
  purchases = await createPurchases();
});
afterAll(() => purchases.fixture.close());

const WHO = { operator: 'ada', reason: 'ticket 4711' };
const TIMED_OUT: Answers = {
  submit: () => ({ kind: 'unknown', reply: { kind: 'unknown', reason: 'timed_out' } }),
  inquire: () => ({ kind: 'unknown', reply: { kind: 'unavailable', reason: null } }),
  expire: () => EXPIRED,
};

/** A purchase whose next inquiry is far away, once its submission was answered. */
async function waiting(answers: Answers = TIMED_OUT): Promise<Purchase> {
  const purchase = await purchases.start(answers, { inquiryDelaysMs: [10 * MINUTE] });
  await expect.poll(() => stageOf(purchase)).not.toBe('submitting');
  return purchase;
}

function timelineOf({ handle }: Purchase): Promise<PurchaseTimeline> {
  return handle.query<PurchaseTimeline>(QUERIES.timeline);
}

async function stageOf(purchase: Purchase): Promise<string> {
  return (await timelineOf(purchase)).stage;
}

describe('an operator who looks at a purchase', () => {
  it('reads its stage, the last answer of the network, and the next step with its time', async () => {
    const purchase = await waiting();
    expect(await timelineOf(purchase)).toMatchObject({
      stage: 'outcome_unknown',
      submissions: 1,
      inquiries: 0,
      lastAnswer: { kind: 'unknown', reason: 'timed_out' },
      next: { step: 'inquiry 1' },
    });
    const details = await purchase.handle.query<{ currentDetails: string }>('__temporal_workflow_metadata');
    expect(details.currentDetails).toContain('Outcome unknown');
    expect(details.currentDetails).toContain('unknown (timed_out)');
    await purchase.handle.signal('settled');
    await purchases.fixture.end(purchase.handle);
  });

  it('finds the stage as a search attribute, changed when the first answer is not final and at the end', async () => {
    const purchase = await waiting({
      ...TIMED_OUT,
      submit: () => ({ kind: 'accepted', reply: { kind: 'accepted', reason: null } }),
    });
    expect(await stageOf(purchase)).toBe('waiting');
    await purchase.handle.signal('settled');
    const { history } = await purchases.fixture.end(purchase.handle);
    const upserts = history.events?.filter((event) => event.upsertWorkflowSearchAttributesEventAttributes);
    expect(upserts).toHaveLength(2);
  });
});

it('a purchase that is sent again is shown as being sent, and no longer as certainly not received', async () => {
  const submit: Answers['submit'] = ({ attempt }) => (attempt === 1 ? resendable(1_000) : CONFIRMED);
  const purchase = await purchases.start({ ...TIMED_OUT, submit });
  const { history } = await purchases.fixture.end(purchase.handle);
  const stages = history.events?.flatMap((event) => {
    const fields = event.upsertWorkflowSearchAttributesEventAttributes?.searchAttributes?.indexedFields;
    const stage = fields?.['Stage']?.data;
    return stage ? [JSON.parse(Buffer.from(stage).toString())] : [];
  });
  expect(stages).toEqual(['resending', 'submitting', 'final']);
});

describe('the update requery', () => {
  it('inquires immediately, returns the result, and passes on who asked and why', async () => {
    const asked: unknown[] = [];
    const inquire: Answers['inquire'] = ({ askedBy }) => {
      asked.push(askedBy);
      return { kind: 'accepted', reply: { kind: 'pending', reason: null } };
    };
    const purchase = await waiting({ ...TIMED_OUT, inquire });
    const timeline = await purchase.handle.executeUpdate<PurchaseTimeline, [object]>(UPDATES.requery, {
      args: [WHO],
    });
    expect(timeline).toMatchObject({ inquiries: 1, lastAnswer: { kind: 'pending' } });
    expect(asked).toEqual([WHO]);
    expect(await stageOf(purchase)).toBe('waiting');
    await purchase.handle.signal('settled');
    await purchases.fixture.end(purchase.handle);
  });

  it('is rejected without a name or a reason', async () => {
    const purchase = await waiting();
    const update = purchase.handle.executeUpdate(UPDATES.requery, {
      args: [{ operator: 'ada', reason: ' ' }],
    });
    await expect(update).rejects.toMatchObject({
      cause: { message: expect.stringContaining('reason must be') },
    });
    await purchase.handle.signal('settled');
    await purchases.fixture.end(purchase.handle);
  });
});

describe('the update forceResolve', () => {
  it('settles through the activity with evidence, operator and reason, and ends the workflow', async () => {
    const requests: unknown[] = [];
    const forceResolve: Answers['forceResolve'] = (request) => {
      requests.push(request);
      return { status: 'successful', moved: true, refused: null };
    };
    const purchase = await waiting({ ...TIMED_OUT, forceResolve });
    const args = { outcome: 'delivered', evidence: 'MTN ticket 88', ...WHO };
    const resolved = await purchase.handle.executeUpdate<unknown, [object]>(UPDATES.forceResolve, {
      args: [args],
    });
    expect(resolved).toEqual({ status: 'successful', moved: true, refused: null });
    expect(requests).toEqual([{ purchaseId: purchase.id, ...args }]);
    const { result, history } = await purchases.fixture.end(purchase.handle);
    expect(result).toBe('settled');
    expect(historyText(history)).toContain(WHO.reason);
  });

  it.each([
    [{ outcome: 'reversed' }, /outcome must be/],
    [{ evidence: '' }, /evidence must be a text/],
    [{ evidence: 'x'.repeat(501) }, /evidence must be a text/],
    [{ evidence: 'they called about +2348031234567' }, /must not hold a phone number/],
    [{ operator: undefined }, /operator must be/],
  ])('is rejected with %j, and leaves no trace in the history', async (wrong, sentence) => {
    const purchase = await waiting();
    const args = { outcome: 'delivered', evidence: 'MTN ticket 88', ...WHO, ...wrong };
    const update = purchase.handle.executeUpdate<unknown, [object]>(UPDATES.forceResolve, { args: [args] });
    await expect(update).rejects.toMatchObject({ cause: { message: expect.stringMatching(sentence) } });
    await purchase.handle.signal('settled');
    const { history } = await purchases.fixture.end(purchase.handle);
    expect(eventsOf(history)).not.toContain('WorkflowExecutionUpdateAccepted');
    expect(historyText(history)).not.toContain(WHO.reason);
  });
});

it('repeats every one of these histories', async () => {
  expect(await purchases.fixture.replayAll()).toBeGreaterThan(8);
});
