import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNALS } from '../../workflows/names.ts';
import { eventsOf } from '../support/workflows/fixture.ts';
import { createPurchases, type Purchases, WAITS } from '../support/workflows/purchases.ts';

let purchases: Purchases;
beforeAll(async () => {
  purchases = await createPurchases();
});
afterAll(() => purchases.fixture.close());

const STARTED = ['WorkflowExecutionStarted'];
const TASK = ['WorkflowTaskScheduled', 'WorkflowTaskStarted', 'WorkflowTaskCompleted'];

/** What a history of a purchase has, by the names of its events. */
async function historyOf(how: 'at_once' | 'by_callback', stageAtEnd: boolean): Promise<string[]> {
  const input = { stageAtEnd };
  const { fixture } = purchases;
  if (how === 'at_once') {
    const { handle } = await purchases.start({ submit: () => ({ next: 'done' }) }, input);
    return eventsOf((await fixture.end(handle)).history);
  }
  const { handle } = await purchases.start(WAITS, input);
  await fixture.environment.sleep('1s');
  await handle.signal(SIGNALS.settled);
  return eventsOf((await fixture.end(handle)).history);
}

describe('a purchase that was started before stages were set at the end', () => {
  it('is confirmed at once with the events it always had', async () => {
    expect(await historyOf('at_once', false)).toEqual([
      ...STARTED,
      ...TASK,
      'MarkerRecorded',
      'WorkflowExecutionCompleted',
    ]);
  });

  it('is confirmed by callback with the events it always had', async () => {
    expect(await historyOf('by_callback', false)).toEqual([
      ...STARTED,
      ...TASK,
      'MarkerRecorded',
      'UpsertWorkflowSearchAttributes',
      'TimerStarted',
      'WorkflowExecutionSignaled',
      ...TASK,
      'TimerCanceled',
      'WorkflowExecutionCompleted',
    ]);
  });
});

describe('a purchase sets its stage at the end', () => {
  it('in the one task of a purchase that is confirmed at once', async () => {
    expect(await historyOf('at_once', true)).toEqual([
      ...STARTED,
      ...TASK,
      'MarkerRecorded',
      'UpsertWorkflowSearchAttributes',
      'WorkflowExecutionCompleted',
    ]);
  });

  it('in place of cancelling its timer, when it is confirmed by callback', async () => {
    expect(await historyOf('by_callback', true)).toEqual([
      ...STARTED,
      ...TASK,
      'MarkerRecorded',
      'UpsertWorkflowSearchAttributes',
      'TimerStarted',
      'WorkflowExecutionSignaled',
      ...TASK,
      'UpsertWorkflowSearchAttributes',
      'WorkflowExecutionCompleted',
    ]);
  });

  it('and its histories, of both kinds, are repeated', async () => {
    expect(await purchases.fixture.replayAll()).toBe(4);
  });
});
