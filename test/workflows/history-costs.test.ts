import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SIGNALS } from '../../workflows/names.ts';
import { eventsOf } from '../support/workflows/fixture.ts';
import { CONFIRMED, createPurchases, MINUTE, type Purchases, WAITS } from '../support/workflows/purchases.ts';

let purchases: Purchases;
beforeAll(async () => {
  purchases = await createPurchases();
});
afterAll(() => purchases.fixture.close());

const TASK = ['WorkflowTaskScheduled', 'WorkflowTaskStarted', 'WorkflowTaskCompleted'];

describe('a purchase sets its stage at the end', () => {
  it('in the one task of a purchase that is confirmed immediately', async () => {
    const { handle } = await purchases.start({ submit: () => CONFIRMED });
    expect(eventsOf((await purchases.fixture.end(handle)).history)).toEqual([
      'WorkflowExecutionStarted',
      ...TASK,
      'MarkerRecorded',
      'UpsertWorkflowSearchAttributes',
      'WorkflowExecutionCompleted',
    ]);
  });

  it('in place of cancelling its timer, when it is confirmed by callback', async () => {
    const { handle } = await purchases.start(WAITS, { inquiryDelaysMs: [10 * MINUTE] });
    await purchases.fixture.environment.sleep('1s');
    await handle.signal(SIGNALS.settled);
    expect(eventsOf((await purchases.fixture.end(handle)).history)).toEqual([
      'WorkflowExecutionStarted',
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
});
