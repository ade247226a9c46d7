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
import type { TakenBack } from '../../../domain/purchase/late-settlement.ts';
import { orderWith } from '../../support/domain/orders.ts';

const AT = new Date('2026-03-01T12:00:00.000Z');
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1_000);

/** A purchase that is pending after so many seconds, with all parts well. */
function pending(seconds: number, facts: Partial<PurchaseFacts>): PurchaseFacts {
  return {
    now: later(seconds),
    purchase: {
      order: orderWith({ createdAt: AT, resolveBy: later(900) }),
      state: { status: 'pending' },
    },
    gatewayTimeoutMs: 10_000,
    submissions: [],
    callbacks: [],
    events: [],
    start: null,
    lateConfirmation: null,
    lateInquiry: null,
    platform: { relayAlive: true, temporalReached: true },
    ...facts,
  };
}

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

describe('a purchase that failed at its deadline', () => {
  const failed = (facts: Partial<PurchaseFacts>) => {
    const all = pending(1_000, facts);
    const state = { status: 'failed', completedAt: later(900), failureCode: 'network_timeout' } as const;
    return diagnose({ ...all, purchase: { ...all.purchase, state } });
  };
  const late = (
    resolution: string | null,
    source = 'callback',
    takenBack: TakenBack = 'no',
    facts: Partial<PurchaseFacts> = {},
  ) => failed({ lateConfirmation: { recordedAt: later(950), resolution, source, takenBack }, ...facts });

  it('may still be delivered while the network is asked', () => {
    const { cause, sentence } = failed({ lateInquiry: { until: later(9_000), outcome: null } });
    expect(cause).toBe('late_inquiry');
    expect(sentence).toContain('may still arrive');
    expect(sentence).toContain(`until ${later(9_000).toISOString()}`);
  });

  it('was delivered late, as the network reported or a person recorded', () => {
    expect(late(null)).toMatchObject({
      cause: 'late_confirmation',
      sentence: expect.stringMatching(/delivered after .* The network reported this/),
    });
    expect(late(null, 'operator').sentence).toContain('A staff member recorded this on evidence');
  });

  it.each([
    ['charged_by_agreement', 'its price was charged as an adjustment'],
    ['settled_with_network', 'not charged. The cost was settled with the network'],
    ['written_off', 'not charged. The cost was written off'],
    ['reversed by the network', 'not charged. How it ended: reversed by the network'],
  ])('was delivered late, and says how that ended: %s', (resolution, words) => {
    const { cause, sentence } = late(resolution);
    expect(cause).toBe('late_settled');
    expect(sentence).toContain(words);
    expect(sentence).not.toContain('Nothing was charged');
  });

  it('was charged by agreement and then reversed: the client must get a refund, also while gateways are asked', () => {
    const inquiry = { lateInquiry: { until: later(9_000), outcome: null } };
    const { cause, sentence } = late('charged_by_agreement', 'callback', 'refund_due', inquiry);
    expect(cause).toBe('late_refund_due');
    expect(sentence).toMatch(
      /price was charged .* reversed the delivery since, so the client must get a refund/,
    );
  });

  it.each(['charged_by_agreement', 'written_off', 'taken back by the network'])(
    'was reversed, with the resolution %s, and nothing is left to do',
    (resolution) => {
      const { cause, sentence } = late(resolution, 'callback', 'yes');
      expect(cause).toBe('late_settled');
      expect(sentence).toContain('The network has reversed the delivery.');
      expect(sentence).not.toContain('refund');
    },
  );

  it('was delivered late and decided, also while other gateways are still asked', () => {
    const inquiry = { lateInquiry: { until: later(9_000), outcome: null } };
    expect(late('charged_by_agreement', 'callback', 'no', inquiry).cause).toBe('late_settled');
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
