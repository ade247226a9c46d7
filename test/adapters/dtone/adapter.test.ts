import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../../adapters/dtone/codes.ts';
import { readInquiryById, readSubmission } from '../../../adapters/dtone/outcomes.ts';
import { adapterContract } from '../../support/adapters/contract.ts';
import {
  answered,
  errorsOf,
  KEY,
  NOW,
  OURS,
  orderOf,
  SAMPLE,
  submitted,
} from '../../support/adapters/dtone-bodies.ts';
import { dtOneSubject } from '../../support/adapters/dtone-subject.ts';

adapterContract('DT One', dtOneSubject);

describe('the classes of an order in the answer to a submit', () => {
  it.each([
    [1, 'CREATED', { kind: 'accepted', gatewayId: '2237512891' }],
    [2, 'CONFIRMED', { kind: 'accepted', gatewayId: '2237512891' }],
    [5, 'SUBMITTED', { kind: 'accepted', gatewayId: '2237512891' }],
    [7, 'COMPLETED', { kind: 'confirmed', confirmedAt: NOW, networkReference: null }],
    [3, 'REJECTED', { kind: 'refused', code: 'network_rejected', supplierFault: false }],
    [4, 'CANCELLED', { kind: 'refused', code: 'cancelled', supplierFault: false }],
    [9, 'DECLINED', { kind: 'refused', code: 'network_rejected', supplierFault: false }],
    [8, 'REVERSED', { kind: 'unknown', reason: 'undocumented_code' }],
    [99, 'DEFERRED', { kind: 'unknown', reason: 'undocumented_code' }],
    [6, 'SIXTH', { kind: 'unknown', reason: 'undocumented_code' }],
    [0, '', { kind: 'unknown', reason: 'undocumented_code' }],
  ])('%i %s', (id, name, expected) => {
    expect(submitted(orderOf(id, name))).toMatchObject(expected);
  });

  it('decide under any HTTP status', () => {
    for (const status of [200, 201, 202, 400, 500]) {
      expect(submitted(orderOf(7, 'COMPLETED'), status).kind).toBe('confirmed');
    }
  });

  it('[owasp.10] prove nothing when number and name contradict each other', () => {
    expect(submitted(orderOf(7, 'DECLINED')).kind).toBe('unknown');
    expect(submitted(orderOf(9, 'COMPLETED')).kind).toBe('unknown');
  });

  it('are known by their number when their name is reworded or left out', () => {
    expect(submitted(orderOf(7, 'Completed')).kind).toBe('confirmed');
    expect(submitted(orderOf(7, 'Delivered to the subscriber')).kind).toBe('confirmed');
    expect(submitted({ ...SAMPLE, status: { class: { id: 7 } } }).kind).toBe('confirmed');
    expect(submitted({ ...SAMPLE, status: { class: { id: 9 } } })).toMatchObject({
      kind: 'refused',
      code: 'network_rejected',
      gatewayCode: 'DECLINED',
    });
  });

  it('[owasp.10] prove nothing when the order is not ours', () => {
    const outcome = readSubmission(answered(orderOf(7, 'COMPLETED')), 'EX99999', NOW);
    expect(outcome).toMatchObject({ kind: 'unknown', reason: 'unreadable_response' });
  });

  it('prove nothing when the same body holds errors', () => {
    const both = { ...orderOf(7, 'COMPLETED'), errors: [{ code: 1005003, message: 'invalid' }] };
    expect(submitted(both)).toMatchObject({ kind: 'unknown', reason: 'unreadable_response' });
    expect(submitted({ ...orderOf(7, 'COMPLETED'), errors: [] }).kind).toBe('confirmed');
  });
});

describe('the reasons of a refusal', () => {
  it.each([
    ['REJECTED-INVALID-CREDIT-PARTY', 'number_invalid', false],
    ['REJECTED-BARRED-CREDIT-PARTY', 'number_barred', false],
    ['REJECTED-INELIGIBLE-CREDIT-PARTY', 'number_not_eligible', false],
    ['REJECTED-INVALID-DEBIT-PARTY', 'service_unavailable', true],
    ['REJECTED-BARRED-DEBIT-PARTY', 'service_unavailable', true],
    ['REJECTED-LIMITATIONS-ON-CREDIT-PARTY-AMOUNT', 'recipient_limit_reached', false],
    ['REJECTED-LIMITATIONS-ON-CREDIT-PARTY-QUANTITY', 'recipient_limit_reached', false],
    ['REJECTED-OPERATOR-CURRENTLY-UNAVAILABLE', 'network_unavailable', false],
    ['REJECTED-INSUFFICIENT-BALANCE', 'service_unavailable', true],
    ['DECLINED-INVALID-CREDIT-PARTY', 'number_invalid', false],
    ['DECLINED-BARRED-CREDIT-PARTY', 'number_barred', false],
    ['DECLINED-INELIGIBLE-CREDIT-PARTY', 'number_not_eligible', false],
    ['DECLINED-INVALID-DEBIT-PARTY', 'service_unavailable', true],
    ['DECLINED-BARRED-DEBIT-PARTY', 'service_unavailable', true],
    ['DECLINED-LIMITATIONS-ON-OPERATOR-AMOUNT', 'network_limit_reached', false],
    ['DECLINED-LIMITATIONS-ON-OPERATOR-QUANTITY', 'network_limit_reached', false],
    ['DECLINED-LIMITATIONS-ON-CREDIT-PARTY-AMOUNT', 'recipient_limit_reached', false],
    ['DECLINED-LIMITATIONS-ON-CREDIT-PARTY-QUANTITY', 'recipient_limit_reached', false],
    ['DECLINED-LIMITATIONS-ON-CUSTOMER-AMOUNT', 'network_limit_reached', false],
    ['DECLINED-LIMITATIONS-ON-CUSTOMER-QUANTITY', 'network_limit_reached', false],
    ['DECLINED-DUPLICATED-TRANSACTION', 'too_soon', false],
    ['DECLINED-OPERATOR-CURRENTLY-UNAVAILABLE', 'network_unavailable', false],
    ['DECLINED-EXCEPTION', 'network_rejected', false],
    ['DECLINED-SOMETHING-NEW', 'network_rejected', false],
  ])('%s is %s', (status, code, supplierFault) => {
    const className = status.startsWith('REJECTED') ? 'REJECTED' : 'DECLINED';
    const order = orderOf(className === 'REJECTED' ? 3 : 9, className, status);
    expect(submitted(order)).toEqual({ kind: 'refused', code, supplierFault, gatewayCode: status });
    expect(readInquiryById(answered(order), OURS)).toMatchObject({ kind: 'refused', code, supplierFault });
  });
});

describe('the error codes in the answer to a submit', () => {
  const refused = (code: string, supplierFault = false) => ({ kind: 'refused', code, supplierFault });
  const notSubmitted = (reason: string) => ({ kind: 'not_submitted', reason });
  const unknown = (reason: string) => ({ kind: 'unknown', reason });
  const rows: [number, number, object][] = [
    [1000400, 400, refused('service_unavailable', true)],
    [1000401, 401, notSubmitted('supplier_account')],
    [1000404, 404, refused('service_unavailable', true)],
    [1000429, 429, notSubmitted('rate_limited')],
    [1003001, 404, refused('bundle_unavailable')],
    [1003002, 400, refused('bundle_unavailable')],
    [1003003, 400, refused('bundle_unavailable')],
    [1003101, 404, refused('bundle_unavailable')],
    [1003201, 404, refused('bundle_unavailable')],
    [1003301, 404, refused('bundle_unavailable')],
    [1005003, 400, refused('number_invalid')],
    [1005004, 404, refused('bundle_unavailable')],
    [1005005, 404, refused('bundle_unavailable')],
    [1005006, 404, refused('bundle_unavailable')],
    [1005503, 400, refused('service_unavailable', true)],
    [1006001, 400, notSubmitted('supplier_account')],
    [1006003, 400, refused('service_unavailable', true)],
    [1006009, 404, notSubmitted('supplier_account')],
    [1006503, 400, refused('service_unavailable', true)],
    [1007001, 400, unknown('duplicate_reference')],
    [1007002, 400, unknown('duplicate_reference')],
    [1007004, 400, unknown('duplicate_reference')],
    [1007005, 400, unknown('duplicate_reference')],
    [1007007, 400, unknown('duplicate_reference')],
    [1007500, 400, refused('bundle_unavailable')],
    [1008004, 404, unknown('undocumented_code')],
    [1009001, 500, unknown('gateway_error')],
    [1009503, 503, unknown('gateway_error')],
    [1999999, 400, unknown('undocumented_code')],
  ];

  it.each(rows)('%i', (code, status, expected) => {
    expect(submitted(errorsOf(code), status)).toMatchObject(expected);
    // The code in the body decides, whatever a proxy made of the status.
    expect(submitted(errorsOf(code), 500)).toMatchObject(expected);
  });

  it('are all in the table above', () => {
    expect(rows.map(([code]) => code).filter((code) => code !== 1999999)).toEqual([...ERROR_CODES.keys()]);
  });

  it('are as certain as the least certain among several', () => {
    expect(submitted(errorsOf(1005003, 1003001), 400)).toMatchObject({
      kind: 'refused',
      code: 'number_invalid',
    });
    expect(submitted(errorsOf(1005003, 1009001), 400)).toMatchObject({ reason: 'gateway_error' });
    expect(submitted(errorsOf(1005003, 1234567), 400)).toMatchObject({ reason: 'undocumented_code' });
    expect(submitted(errorsOf(1005003, 1007001), 400)).toMatchObject({ reason: 'duplicate_reference' });
  });

  it('prove nothing when the list of them is empty or malformed', () => {
    for (const body of [
      { errors: [] },
      { errors: null },
      { errors: [{}] },
      { errors: [{ code: '1005003' }] },
    ]) {
      expect(submitted(body, 400)).toMatchObject({ kind: 'unknown', reason: 'unreadable_response' });
    }
  });

  it('carry the wait that a 429 asks for', () => {
    const answer = { ...answered(errorsOf(1000429), 429), headers: { 'retry-after': '7' } };
    expect(readSubmission(answer, KEY, NOW)).toMatchObject({ retryAfterMs: 7_000 });
    expect(submitted(errorsOf(1000429), 429)).toMatchObject({ retryAfterMs: null });
  });

  it('are shown to operators in short, however many they are', () => {
    const outcome = submitted(errorsOf(...Array.from({ length: 5_000 }, () => 1234567)), 400);
    expect(JSON.stringify(outcome).length).toBeLessThan(1_000);
  });

  it('are shown to operators without phone numbers', () => {
    const body = { errors: [{ code: 1005003, message: 'number +2348031234567 is\u0000 invalid' }] };
    expect(submitted(body, 400)).toMatchObject({ gatewayCode: '1005003 number +… is invalid' });
  });
});
