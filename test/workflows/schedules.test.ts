import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookActivities } from '../../activities/webhooks.ts';
import { newId } from '../../domain/crypto/new-id.ts';
import { WORKFLOWS } from '../../workflows/names.ts';
import { createFakeActivities, type FakeActivities } from '../support/workflows/fake-gateway.ts';
import {
  createWorkflowFixture,
  onTime as onTimeWithin,
  type WorkflowFixture,
} from '../support/workflows/fixture.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

interface Attempt {
  readonly attempt: number;
  readonly at: number;
}

let fixture: WorkflowFixture;
let fakes: FakeActivities;
const attempts = new Map<string, Attempt[]>();
const receivers = new Map<string, (attempt: number) => 'delivered' | 'failed' | 'no_endpoint'>();

/** Attempts that reach receivers with scripted answers. */
const webhooks: WebhookActivities = {
  async deliverAttempt({ eventId, attempt }) {
    const made = attempts.get(eventId) ?? [];
    attempts.set(eventId, [...made, { attempt, at: await fixture.now() }]);
    return { outcome: receivers.get(eventId)?.(attempt) ?? 'failed' };
  },
};

/** On a busy machine, seconds pass before the worker makes an attempt that is due. */
const LATE_MAX_SECONDS = 30;
const onTime = (actual: readonly number[], expected: readonly number[]) =>
  onTimeWithin(actual, expected, LATE_MAX_SECONDS);

beforeAll(async () => {
  fakes = createFakeActivities(() => fixture.now());
  fixture = await createWorkflowFixture({ ...fakes.activities, ...webhooks });
});
afterAll(() => fixture.close());

interface Retries {
  readonly result: unknown;
  readonly numbers: readonly number[];
  /** Seconds from the first attempt to each. */
  readonly times: readonly number[];
}

async function retry(
  answer: (attempt: number) => 'delivered' | 'failed' | 'no_endpoint',
  startedAfterMs = 50,
): Promise<Retries> {
  const eventId = newId('evt');
  receivers.set(eventId, answer);
  const first = (await fixture.now()) - startedAfterMs;
  const input = { eventId, firstAttemptAt: new Date(first).toISOString() };
  const handle = await fixture.start(WORKFLOWS.webhookRetries, eventId, input);
  const { result } = await fixture.end(handle);
  const made = attempts.get(eventId) ?? [];
  const times = made.map(({ at }) => (at - first) / 1_000);
  return { result, numbers: made.map(({ attempt }) => attempt), times };
}

describe('retries of a webhook', () => {
  it('[events.retries] are made 1 m, 5 m, 30 m, 2 h, 8 h and 24 h after the first attempt, and then no more', async () => {
    const { result, numbers, times } = await retry(() => 'failed');
    const due = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR];
    expect(onTime(times, due)).toEqual(due);
    expect(numbers).toEqual([2, 3, 4, 5, 6, 7]);
    expect(result).toBe('exhausted');
  });

  it.each(['delivered', 'no_endpoint'] as const)('stop when an attempt is answered %s', async (outcome) => {
    const { result, numbers } = await retry((attempt) => (attempt === 4 ? outcome : 'failed'));
    expect(result).toBe(outcome);
    expect(numbers).toEqual([2, 3, 4]);
  });

  it('keep their times when they are started late', async () => {
    const { times } = await retry((attempt) => (attempt === 4 ? 'delivered' : 'failed'), 45_000);
    const due = [MINUTE, 5 * MINUTE, 30 * MINUTE];
    expect(onTime(times, due)).toEqual(due);
  });

  it('make an attempt again that could not be recorded, under its own number', async () => {
    let broken = true;
    const { numbers, times } = await retry((attempt) => {
      if (attempt === 2 && broken) {
        broken = false;
        throw new Error('the database is away');
      }
      return attempt === 3 ? 'delivered' : 'failed';
    });
    expect(numbers).toEqual([2, 2, 3]);
    expect(onTime(times.slice(2), [5 * MINUTE])).toEqual([5 * MINUTE]);
  });
});

describe('inquiry after a timeout', () => {
  async function inquireLate(answers: Parameters<FakeActivities['answer']>[1], startedAfterMs = 0) {
    const purchaseId = newId('pur');
    fakes.answer(purchaseId, answers);
    const openedAt = (await fixture.now()) - startedAfterMs;
    const input = { purchaseId, gatewayTimeoutMs: 10_000, openedAt: new Date(openedAt).toISOString() };
    const handle: WorkflowHandle = await fixture.start(WORKFLOWS.lateInquiry, `${purchaseId}.late`, input);
    const { result } = await fixture.end(handle);
    const calls = fakes.callsOf(purchaseId);
    const times = calls
      .filter(({ activity }) => activity === 'inquireLate')
      .map(({ at }) => (at - openedAt) / 1_000);
    return { result, times, ended: calls.filter(({ activity }) => activity === 'endLateInquiry').length };
  }

  it('continues for 72 hours, less and less often, and then ends as unknown', async () => {
    const { result, times, ended } = await inquireLate({
      inquireLate: () => ({ outcome: null }),
      endLateInquiry: () => undefined,
    });
    expect(result).toBe('unknown');
    const hours = [1, 3, 6, 12, 24, 36, 48, 60, 72].map((hour) => hour * HOUR);
    const due = [15, MINUTE, 5 * MINUTE, 15 * MINUTE, ...hours];
    expect(onTime(times, due)).toEqual(due);
    expect(ended).toBe(1);
  });

  it('that was lost and is started again inquires once for all it missed, and continues to the 72nd hour', async () => {
    const { result, times, ended } = await inquireLate(
      { inquireLate: () => ({ outcome: null }), endLateInquiry: () => undefined },
      50 * HOUR * 1_000,
    );
    expect(result).toBe('unknown');
    const due = [50 * HOUR, 60 * HOUR, 72 * HOUR];
    expect(onTime(times, due)).toEqual(due);
    expect(ended).toBe(1);
  });

  it('ends as soon as the outcome is known', async () => {
    const { result, times, ended } = await inquireLate({
      inquireLate: (_input, nth) => ({ outcome: nth === 2 ? 'confirmed' : null }),
    });
    expect(result).toBe('confirmed');
    expect(onTime(times, [15, MINUTE, 5 * MINUTE])).toEqual([15, MINUTE, 5 * MINUTE]);
    expect(ended).toBe(0);
  });

  it('continues when an inquiry fails permanently', async () => {
    const { result, times } = await inquireLate({
      inquireLate: (_input, nth) => {
        if (nth < 3) throw new Error('the database is away');
        return { outcome: 'refused' };
      },
    });
    expect(result).toBe('refused');
    expect(times).toHaveLength(4);
    expect(onTime(times.slice(3), [MINUTE])).toEqual([MINUTE]);
  });
});

it('repeats every one of these histories', async () => {
  expect(await fixture.replayAll()).toBe(9);
});
