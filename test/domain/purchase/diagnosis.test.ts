import { describe, expect, it } from 'vitest';
import type { EndpointId } from '../../../domain/ids.ts';
import { diagnose, diagnoseRow } from '../../../domain/purchase/diagnosis.ts';
import type {
  AttemptFact,
  EventFact,
  PurchaseFacts,
  StartFact,
  SubmissionFact,
} from '../../../domain/purchase/facts.ts';
import { AT, later, pending } from '../../support/domain/pending-facts.ts';

const queued = (start: Partial<StartFact>): Partial<PurchaseFacts> => ({
  start: {
    waitingSince: AT,
    ahead: 0,
    inFlight: 10,
    accountInFlight: 10,
    inFlightMax: 2_000,
    ratePerSecond: 50,
    ...start,
  },
});

const sent = (submission: Partial<SubmissionFact>): Partial<PurchaseFacts> => ({
  submissions: [
    {
      attempt: 1,
      sentAt: AT,
      answeredAt: null,
      outcome: null,
      gatewayId: null,
      detail: null,
      route: 'main',
      routeReason: null,
      ...submission,
    },
  ],
});

describe('a purchase that waits to be started', () => {
  it('waits for the network while its turn is not due yet', () => {
    expect(diagnose(pending(4, queued({ ahead: 500 })))).toMatchObject({ cause: 'queue_saturated' });
    expect(diagnose(pending(60, queued({ ahead: 3, inFlight: 2_000 })))).toMatchObject({
      cause: 'queue_saturated',
    });
  });

  it('waits for our relay, not for the network, once its turn is long past and the network has room', () => {
    const { cause, sentence } = diagnose(pending(10, queued({ ahead: 8 })));
    expect(cause).toBe('starting');
    expect(sentence).toContain('should take 1 s');
    expect(sentence).toContain('bundlewire health');
  });
});

describe('a submission without a recorded answer', () => {
  it('is with the gateway until its time limit', () => {
    expect(diagnose(pending(5, sent({})))).toMatchObject({ cause: 'gateway_silent' });
  });

  it('has an unknown outcome after that', () => {
    expect(diagnose(pending(15, sent({})))).toMatchObject({ cause: 'outcome_unknown' });
  });

  it('waits for the network once an inquiry has found the order there', () => {
    const { cause, sentence } = diagnose(pending(15, sent({ gatewayId: '2000000003' })));
    expect(cause).toBe('waiting_for_network');
    expect(sentence).toContain('2000000003');
  });
});

describe('a callback', () => {
  it.each([
    [null, null, 'no inquiry has confirmed it yet'],
    [later(9), 'rejected', 'may be forged'],
  ])('that was handled at %s as %s does not count', (handledAt, handledAs, words) => {
    const callback = { receivedAt: later(8), handledAt, handledAs, body: '{}' };
    const answered = sent({ answeredAt: later(2), outcome: 'accepted' });
    const { cause, sentence } = diagnose(pending(15, { ...answered, callbacks: [callback] }));
    expect(cause).toBe('callback_not_confirmed');
    expect(sentence).toContain(words);
  });
});

describe('a final purchase whose webhook fails', () => {
  const CLIENTS = 'wep_01kf0x7r1tfb7r9m2ptq4n6wze' as EndpointId;
  const failedAt = (
    endpointId: EndpointId | null,
    httpStatus: number | null,
    error: string,
  ): AttemptFact => ({
    endpointId,
    attempt: 1,
    startedAt: AT,
    finishedAt: later(1),
    outcome: 'failed',
    httpStatus,
    error,
  });

  /** Diagnoses a successful purchase with one event. */
  function diagnoseEvent(event: Pick<EventFact, 'delivery' | 'deliveries' | 'attempts'>) {
    const facts = pending(30, {
      events: [{ id: 'evt_1', type: 'purchase.successful', createdAt: AT, ...event }],
    });
    const delivery = { confirmedAt: AT, networkReference: null };
    const state = { status: 'successful', completedAt: AT, delivery } as const;
    return diagnose({ ...facts, purchase: { ...facts.purchase, state } });
  }

  it.each([
    ['http_status', 500, 'last HTTP 500'],
    ['timeout', null, 'last timeout'],
  ])('names what came back: %s', (error, httpStatus, words) => {
    const { cause, sentence } = diagnoseEvent({
      delivery: 'pending',
      deliveries: [{ endpointId: null, delivery: 'pending' }],
      attempts: [failedAt(null, httpStatus, error)],
    });
    expect(cause).toBe('webhook_failing');
    expect(sentence).toContain(words);
  });

  it('names the endpoint of the client that fails, although another one has accepted the event', () => {
    const { cause, sentence } = diagnoseEvent({
      delivery: 'failed',
      deliveries: [
        { endpointId: null, delivery: 'delivered' },
        { endpointId: CLIENTS, delivery: 'failed' },
      ],
      attempts: [failedAt(null, 500, 'http_status'), failedAt(CLIENTS, 503, 'http_status')],
    });
    expect(cause).toBe('webhook_failing');
    expect(sentence).toContain(
      `${CLIENTS} has not accepted purchase.successful: 1 attempts failed (last HTTP 503)`,
    );
    expect(sentence).toContain('No attempt is left');
  });

  it('is final once every endpoint that still exists has accepted the event', () => {
    const { cause, sentence } = diagnoseEvent({
      delivery: 'delivered',
      deliveries: [
        { endpointId: null, delivery: 'not_sent' },
        { endpointId: CLIENTS, delivery: 'delivered' },
      ],
      attempts: [failedAt(null, 500, 'http_status')],
    });
    expect(cause).toBe('final');
    expect(sentence).toContain("The client's webhook was accepted");
  });
});

describe('a row of a paused campaign', () => {
  it.each([
    ['insufficient_balance', 'the balance does not cover'],
    ['price_changed', 'above what the client agreed to'],
    ['first_rows_done', 'its first rows are done'],
    ['paused_by_client', 'it was paused on request'],
  ])('names the reason %s', (pauseCode, words) => {
    const row = { batchId: 'bat_1', line: 2, state: 'waiting', batchStatus: 'paused', error: null };
    const { cause, sentence } = diagnoseRow({ ...row, pauseCode, pauseMessage: null });
    expect(cause).toBe('batch_paused');
    expect(sentence).toContain(words);
  });
});
