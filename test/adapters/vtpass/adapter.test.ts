import { describe, expect, it } from 'vitest';
import { CODES, STATUSES } from '../../../adapters/vtpass/codes.ts';
import { readInquiry, readSubmission } from '../../../adapters/vtpass/outcomes.ts';
import { gatewayReferenceFromRequestId, toRequestId } from '../../../adapters/vtpass/request-id.ts';
import { isFailureCode } from '../../../domain/purchase/failure-codes.ts';
import { adapterContract } from '../../support/adapters/contract.ts';
import { rawCallback } from '../../support/adapters/contract-bench.ts';
import { vtpassSubject } from '../../support/adapters/vtpass-subject.ts';

adapterContract('VTpass', vtpassSubject);

const NOW = new Date('2026-11-20T12:00:00.000Z');
const ID = '202611201848purab12cd';
const ASKED = { requestId: ID, gatewayId: null, sentAt: NOW, now: NOW, holdMs: 180_000 };

function envelope(code: string, status: string | null, requestId: string | null = ID): string {
  return JSON.stringify({
    code,
    response_description: 'words about 08031234567',
    ...(requestId === null ? {} : { requestId }),
    content: status === null ? { errors: 'words' } : { transactions: { status, transactionId: '17415980' } },
  });
}

function submitted(body: string, status = 200) {
  return readSubmission({ kind: 'answered', status, headers: {}, body }, ID, NOW);
}

function inquired(body: string, status = 200) {
  return readInquiry({ kind: 'answered', status, headers: {}, body }, ASKED);
}

describe('the request id', () => {
  it.each([
    ['2026-11-20T17:48:59.999Z', '202611201848'],
    ['2026-11-20T22:59:59.999Z', '202611202359'],
    ['2026-11-20T23:00:00.000Z', '202611210000'],
    ['2026-12-31T23:30:00.000Z', '202701010030'],
  ])('of %s begins with the minute in Lagos, %s', (instant, minute) => {
    expect(toRequestId('pur_01ab', new Date(instant))).toBe(`${minute}pur01ab`);
  });

  it('converts back to the gateway reference, and no other text does', () => {
    expect(gatewayReferenceFromRequestId(toRequestId('pur_01kafg0000e008000000000010', NOW))).toBe(
      'pur_01kafg0000e008000000000010',
    );
    for (const text of ['', '202611201848', 'pur01ab', '2026112018480001ab', '202611201848pur_01']) {
      expect(gatewayReferenceFromRequestId(text)).toBeNull();
    }
  });
});

describe('what an order cost', () => {
  /** As the documentation shows it. */
  const PAID = {
    unit_price: 20,
    quantity: 1,
    commission: 1,
    total_amount: 19.3,
    discount: null,
    convinience_fee: 0,
    amount: 20,
    commission_details: { amount: 1, rate: '3.50', rate_type: 'percent', computation_type: 'default' },
  };
  const costIn = (more: object) => {
    const body = JSON.parse(envelope('000', 'delivered'));
    Object.assign(body.content.transactions, PAID, more);
    const [atSubmit, atInquiry] = [submitted(JSON.stringify(body)), inquired(JSON.stringify(body))];
    expect([atSubmit.kind, atInquiry.kind]).toEqual(['confirmed', 'confirmed']);
    const costs = [atSubmit, atInquiry].map((outcome) =>
      outcome.kind === 'confirmed' ? outcome.cost : null,
    );
    expect(costs[0]).toEqual(costs[1]);
    return costs[0];
  };
  const commission = (rate: unknown, rate_type: unknown) => ({ commission_details: { rate, rate_type } });

  it.each([
    ['a commission in percent', {}, '19.3'],
    ['a flat commission', { ...commission('0.70', 'flat') }, '19.3'],
    ['amounts as text', { amount: '1000.00', total_amount: '965.00' }, '965.00'],
    ['no commission', { total_amount: 20, ...commission('0', 'percent') }, '20'],
  ])('is the total amount, with %s', (_what, more, amount) => {
    expect(costIn(more)).toEqual({ amount, currency: 'NGN' });
  });

  it.each([
    ['the commission explains another amount', { total_amount: 19.2 }],
    ['there is no commission to explain it', { commission_details: null }],
    ['the kind of commission is not documented', commission('3.5', 'tiered')],
    ['there is a fee', { convinience_fee: 5 }],
    ['there is no total', { total_amount: null }],
    ['the total is not a plain number', { amount: 1e21, total_amount: 1e21, ...commission('0', 'percent') }],
  ])('is not read if %s', (_why, more) => {
    expect(costIn(more)).toBeUndefined();
  });
});

describe('what an answer of VTpass means', () => {
  it.each([
    ['000', 'delivered', { kind: 'confirmed', networkReference: '17415980' }, 'confirmed'],
    ['001', 'delivered', { kind: 'confirmed' }, 'confirmed'],
    ['000', 'pending', { kind: 'accepted', gatewayId: '17415980' }, 'pending'],
    ['000', 'initiated', { kind: 'accepted' }, 'pending'],
    ['099', 'pending', { kind: 'accepted' }, 'pending'],
    ['000', 'failed', { kind: 'refused', code: 'network_rejected' }, 'refused'],
    ['016', 'failed', { kind: 'refused', code: 'network_rejected' }, 'refused'],
    ['034', 'failed', { kind: 'refused', code: 'network_unavailable' }, 'refused'],
    ['000', 'resolved', { kind: 'unknown', reason: 'gateway_error' }, 'unavailable'],
    ['000', 'reversed', { kind: 'unknown' }, 'reversed'],
    ['040', 'reversed', { kind: 'unknown' }, 'reversed'],
    ['000', 'deferred', { kind: 'unknown', reason: 'undocumented_code' }, 'unavailable'],
    ['777', 'delivered', { kind: 'unknown', reason: 'undocumented_code' }, 'unavailable'],
    // A code and a status that contradict each other.
    ['016', 'delivered', { kind: 'unknown' }, 'unavailable'],
    ['018', 'delivered', { kind: 'unknown' }, 'unavailable'],
    ['099', 'delivered', { kind: 'unknown' }, 'unavailable'],
  ])('code %s with status %s', (code, status, atSubmit, atInquiry) => {
    expect(submitted(envelope(code, status))).toMatchObject(atSubmit);
    expect(inquired(envelope(code, status)).kind).toBe(atInquiry);
  });

  it('proves nothing when it is about another order, or a success about none', () => {
    expect(submitted(envelope('000', 'delivered', 'another'))).toMatchObject({ kind: 'unknown' });
    expect(submitted(envelope('000', 'delivered', null))).toMatchObject({ kind: 'unknown' });
    expect(submitted(envelope('016', 'failed', 'another'))).toMatchObject({ kind: 'unknown' });
    expect(inquired(envelope('000', 'delivered', 'another'))).toMatchObject({ kind: 'unavailable' });
  });

  it('leaves open whether a reversed order had been delivered', () => {
    expect(inquired(envelope('040', 'reversed'))).toMatchObject({ kind: 'reversed', deliveryKnown: false });
  });

  it('inquires after 014, and after 015, which midnight may cause', () => {
    expect(submitted(envelope('014', null))).toMatchObject({ reason: 'duplicate_reference' });
    expect(submitted(envelope('015', null))).toMatchObject({ kind: 'unknown' });
  });

  it('waits out the half minute in which VTpass takes an order for a repeat', () => {
    const outcome = submitted(envelope('019', null));
    expect(outcome).toMatchObject({ kind: 'not_submitted', reason: 'too_soon' });
    expect(outcome.kind === 'not_submitted' && outcome.retryAfterMs).toBeGreaterThan(30_000);
  });

  it('accepts absence only if the whole answer is right', () => {
    expect(inquired(envelope('015', null))).toEqual({ kind: 'not_found', conclusive: false });
    expect(inquired(envelope('015', null), 500)).toMatchObject({ kind: 'unavailable' });
    expect(inquired(envelope('015', 'pending'))).toMatchObject({ kind: 'unavailable' });
  });

  it('refuses only for codes of the catalogue, and blames no number for faults of our account', () => {
    for (const [code, { meaning }] of CODES) {
      const outcome = submitted(envelope(code, null));
      if (meaning.kind === 'refused') expect(isFailureCode(meaning.code)).toBe(true);
      expect(outcome.kind).not.toBe('confirmed');
      expect(JSON.stringify(outcome)).not.toContain('08031234567');
    }
    for (const status of STATUSES.keys())
      expect(submitted(envelope('011', status)).kind).not.toBe('confirmed');
  });
});

describe('a webhook of VTpass', () => {
  const { callbacks } = vtpassSubject.connect({
    baseUrl: 'http://127.0.0.1:9',
    callbackUrl: '',
    timeoutMs: 1_500,
    holdMs: 0,
  });

  it('is answered as VTpass wants it', () => {
    expect(JSON.parse(callbacks?.receipt ?? '')).toEqual({ response: 'success' });
  });

  it('is about no order when prices change', () => {
    expect(callbacks?.read(rawCallback('{"type":"variations-update","data":{}}'))).toMatchObject({
      kind: 'of_no_order',
    });
  });
});
